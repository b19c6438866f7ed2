# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A Redis Cluster with passwords, users and TLS as the store, and one of which a node lies: about records, about where
they are, and about what it has written down."""
import os
import random
import socket
import subprocess
import threading

from certificates import make_all, path
from cluster_of_redis import CLI, PROGRAM, Cluster, eventually, is_error
from harness import SERVE, Client, Server, check, done, running

if not PROGRAM or not CLI:
    print("1..0 # SKIP redis-tools is not installed")
    raise SystemExit(0)
SEED = os.environ.get("FUZZ_SEED", "1")
LIES = int(os.environ.get("LIES", "300"))
SECRET = "an-example-of-a-secret"
COLD = ("--near", "0", "--slots", "512", "--checkpoint-every", "20")
random.seed(SEED)
make_all()


def put(name, text):
    with open(path(name), "w") as f:
        f.write(text)
    os.chmod(path(name), 0o600)
    return path(name)


def start(store, *options):
    """Status, and what was said, of one that does not start; None: it serves."""
    p = subprocess.Popen([SERVE, "--store", store, "--key", path("n.key"), "--anchor", path("n.anchor"), "--port", "0",
                          *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if p.stdout.readline():
        p.kill()
        return None, p.communicate()[1]
    said = p.communicate()[1]
    return p.returncode, said


def sealed(c):
    return eventually(lambda: str(c.ask("seal")).startswith("b'epoch"))


# ---- A password, and a user who may do no more than is needed

secret = put("secret", SECRET + "\n")
cluster = Cluster("p", nodes=6, password=SECRET)
status, said = start(cluster.url())
check("no password", status == 1 and "NOAUTH" in said and "--store-password-file" in said, (status, said))
status, said = start(cluster.url(), "--store-password-file", put("wrong", "x\n"))
check("a wrong one", status == 1 and "AUTH: WRONGPASS" in said, (status, said))
rules = "on >u ~fairlead:* +get +mget +set +del +wait +asking +cluster|slots"
for n in cluster.nodes:
    cluster.client(n).ask("acl", "setuser", "fairlead", *rules.split())
    cluster.client(n).ask("acl", "setuser", "less", *"on >u ~fairlead:* +set +cluster|slots".split())
status, said = start(cluster.url(user="less@"), "--store-password-file", put("u", "u"))
check("a user who may do less: it says what is needed", status == 1 and "NOPERM" in said
      and rules.split(" ", 2)[2] in said, (status, said))
server = Server(cluster.url(user="fairlead@"), "--store-password-file", path("u"), *COLD, name="p")
c = server.client()
values = {b"key%d" % i: b"v%d" % i for i in range(1000)}
pairs = [w for p in values.items() for w in p]
check("a user with the rules that the help says", c.ask("mset", *pairs) == "OK" and sealed(c)
      and c.ask("mget", *list(values)[:60]) == list(values.values())[:60], server.said())
slot = int(cluster.ask(cluster.nodes[0], "cluster", "keyslot", "fairlead:{s}s"))
a = cluster.owner_of(slot)
b = next(n for n in cluster.masters() if n is not a)
cluster.ask(b, "cluster", "setslot", str(slot), "importing", cluster.id_of(a))
cluster.ask(a, "cluster", "setslot", str(slot), "migrating", cluster.id_of(b))
check("who may ask where a slot is on its way to", c.ask("set", "key1", "w") == "OK" and sealed(c), server.said())
values[b"key1"] = b"w"
check("it stops", server.stop() == 0)
lru = Client(a.port)
lru.ask("auth", SECRET)
lru.ask("config", "set", "maxmemory-policy", "allkeys-lru")
status, said = start(cluster.url(user="default@", nodes=[a]), "--store-password-file", secret)
check("a node that throws records away", status == 1 and "throw records away" in said, (status, said))
lru.ask("config", "set", "maxmemory-policy", "noeviction")
cli = os.path.join(os.path.dirname(os.path.abspath(SERVE)), "fairlead-monitor-export")
e = subprocess.run([cli, "--store", cluster.url(), "--store-password-file", secret, "--key", path("p.key"), "--anchor",
                    path("p.anchor")], capture_output=True)
check("an export has all of it", e.returncode == 0 and e.stdout.count(b"SET\r\n") == len(values)
      and b"key1\r\n$1\r\nw\r\n" in e.stdout, e.stderr)
for n in cluster.nodes:
    n.end()
status, said = start(cluster.url(), "--store-password-file", secret)
check("nobody is there", status == 1 and "cannot connect" in said and "help: " in said, (status, said))

# ---- TLS

tls = ("--port", "0", "--tls-port", "PORT", "--tls-ca-cert-file", path("ca.crt"), "--tls-auth-clients", "optional",
       "--tls-cluster", "yes", "--tls-replication", "yes", "--tls-cert-file", path("good.crt"), "--tls-key-file",
       path("good.key"))
ca = ("--store-tls-ca", path("ca.crt"))
cluster = Cluster("t", options=tls, password=SECRET, tls=("--tls", "--cacert", path("ca.crt")))
status, said = start(cluster.url(), "--store-password-file", secret)
check("TLS, and not asked for", status == 1, (status, said))
status, said = start(cluster.url("rediss-cluster"), "--store-password-file", secret, "--store-tls-ca",
                     path("other.crt"))
check("another authority", status == 1 and "certificate" in said, (status, said))
status, said = start(cluster.url("rediss-cluster"), "--store-password-file", secret, *ca, "--store-tls-name", "other")
check("another name", status == 1 and "hostname mismatch" in said, (status, said))
server = Server(cluster.url("rediss-cluster"), "--store-password-file", secret, *ca, *COLD, name="t")
c = server.client()
big = os.urandom(60000)
check("through TLS", c.ask("mset", *pairs, "big", big) == "OK" and sealed(c) and c.ask("get", "big") == big
      and c.ask("get", "key7") == b"v7", server.said())
victim = cluster.masters()[0]
victim.end()
check("a master is killed: its replica has a link already", eventually(lambda: sealed(c) and c.ask("set", "a", "b")
      == "OK" and c.ask("mget", *list(values)[10:70]) == list(values.values())[10:70]), server.said())
check("it stops", server.stop() == 0)
for n in cluster.up():
    n.end()


# ---- A node that lies

class Liar:
    """In front of a node, which tells the others that it is here: it passes on what is said, and some of what is
    answered; about records, about where they are, and (`drops') about what it has written down."""

    def __init__(self):
        self.node, self.one_in, self.drops, self.told, self.seen = None, 0, False, 0, []
        self.s = socket.create_server(("127.0.0.1", 0))
        self.port = self.s.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            s, _ = self.s.accept()
            threading.Thread(target=self.serve, args=(s,), daemon=True).start()

    def read(self, f):
        """One reply, its kind and its parts."""
        line = f.readline()
        if not line.endswith(b"\r\n"):
            raise OSError
        if line[:1] == b"$":
            return line if line == b"$-1\r\n" else [f.read(int(line[1:]) + 2)[:-2]]
        if line[:1] == b"*" and line != b"*-1\r\n":
            return tuple(self.read(f) for _ in range(int(line[1:])))
        return line

    def text(self, reply):
        if isinstance(reply, bytes):
            return reply
        if isinstance(reply, list):
            return b"$%d\r\n%s\r\n" % (len(reply[0]), reply[0])
        return b"*%d\r\n" % len(reply) + b"".join(self.text(x) for x in reply)

    def value(self, reply):
        """What is said instead of a value."""
        if not isinstance(reply, list) and reply != b"$-1\r\n":
            return reply
        if isinstance(reply, list):
            self.seen = self.seen[-2000:] + [reply[0]]
        if not self.one_in or random.randrange(self.one_in):
            return reply
        self.told += 1
        kind = random.choice(["flip", "gone", "swap", "noise", "cut", "longer"])
        v = reply[0] if isinstance(reply, list) else b""
        if kind == "gone" or not v:
            return b"$-1\r\n"
        if kind == "flip":
            i = random.randrange(len(v))
            return [v[:i] + bytes([v[i] ^ 1 << random.randrange(8)]) + v[i + 1:]]
        if kind == "swap":
            return [random.choice(self.seen)]
        if kind == "cut":
            return [v[:random.randrange(len(v))]]
        return [os.urandom(300)] if kind == "noise" else [v + os.urandom(70000)]

    def elsewhere(self):
        """No answer, but something that a cluster may say; or nonsense."""
        self.told += 1
        port = random.choice([n.port for n in cluster.nodes] + [self.port, 1, 99999])
        return random.choice([b"-MOVED %d 127.0.0.1:%d\r\n" % (random.randrange(16384), port), b"-MOVED 1 :\r\n",
                              b"-ASK %d 127.0.0.1:%d\r\n" % (random.randrange(16384), port), b"-TRYAGAIN x\r\n",
                              b"-CLUSTERDOWN x\r\n", b"-MOVED\r\n", b"*0\r\n", b"*-7\r\n", b"$99999999999\r\nx",
                              b":5\r\n", os.urandom(50), b"*1\r\n*3\r\n:0\r\n:16383\r\n*2\r\n$1\r\nx\r\n:7\r\n",
                              b"*1\r\n*3\r\n:0\r\n:99999\r\n*2\r\n$9\r\n127.0.0.1\r\n:7\r\n"])

    def serve(self, s):
        up = socket.create_connection(("127.0.0.1", self.node.port))
        down, back = s.makefile("rb"), up.makefile("rb")
        try:
            while line := down.readline():
                words = [down.read(int(down.readline()[1:]) + 2)[:-2] for _ in range(int(line[1:]))]
                name = words[0].upper()
                if self.drops and name == b"SET" and words[1].startswith(b"fairlead:") and random.random() < 0.05:
                    self.told += 1
                    s.sendall(b"+OK\r\n")
                    continue
                up.sendall(b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(w), w) for w in words))
                reply = self.read(back)
                if self.one_in and random.randrange(10 * self.one_in) == 0:
                    s.sendall(self.elsewhere())
                    continue
                if name == b"MGET" and isinstance(reply, tuple):
                    reply = tuple(self.value(x) for x in reply)
                elif name == b"GET":
                    reply = self.value(reply)
                s.sendall(self.text(reply))
        except (OSError, ValueError):
            pass
        finally:
            up.close()
            s.close()


def talk(c, right, count):
    """What is wrong with what is answered; and how often there was no answer."""
    errors = 0
    for _ in range(count):
        k = b"k%d" % random.randrange(600)
        if random.random() < 0.6:
            got, want = c.ask("get", k), right.get(k)
        else:
            v = os.urandom(random.choice([10, 250]))
            got, want = c.ask("set", k, v), "OK"
            if got == want:
                right[k] = v
        if is_error(got, "STOREFAIL", "MISCONF"):
            errors += 1
        elif got != want:
            return (k, got, want), errors
    return None, errors


liar = Liar()
cluster = Cluster("l", nodes=3, replicas=0, timeout=2000)
liar.node = cluster.nodes[0]
cluster.ask(liar.node, "config", "set", "cluster-announce-port", str(liar.port))
told = eventually(lambda: f":{liar.port}@" in cluster.ask(cluster.nodes[1], "cluster", "nodes"))
server = Server(cluster.url(nodes=cluster.nodes[1:]), *COLD, name="l")
c, right, rounds, failed, wrong = server.client(), {}, 0, 0, None
wrong, errors = talk(c, right, 1500)
check("before it lies, all is well", told and wrong is None and errors == 0 and sealed(c), (told, wrong, errors))
while liar.told < LIES and wrong is None:
    rounds += 1
    liar.one_in = random.choice([3, 10, 40])
    wrong, errors = talk(c, right, 150)
    failed += errors
    liar.one_in = 0
    if not eventually(lambda: not any(is_error(c.ask("get", b"k%d" % i)) for i in range(0, 600, 40)), 120):
        wrong = "it has stopped lying, and is not believed"
check(f"{LIES} lies of a node: none is served, and others are answered", wrong is None and failed > 0,
      (rounds, wrong, server.said()))
got = [c.ask("get", b"k%d" % i) for i in range(600)]
check("when it has stopped, all is right", got == [right.get(b"k%d" % i) for i in range(600)] and sealed(c),
      server.said())
check("what it lied about was said", "REFUSED: a record that is" in server.said() and "status:ok" in
      c.ask("info").decode(), server.said())
server.stop()
starts = []
for _ in range(8):
    liar.one_in = random.choice([2, 20])
    server = Server(cluster.url(nodes=cluster.nodes[1:]), *COLD, name="l")
    if server.port:
        c = server.client()
        wrong, _ = talk(c, right, 40)
        starts.append(0 if wrong is None else (wrong, server.said()))
        liar.one_in = 0
        if not sealed(c):
            starts.append(server.said())
        server.stop()
    else:
        starts.append(server.status)
    liar.one_in = 0
check("nor is any served at a start", all(x in (0, 1, 3) for x in starts), starts)
liar.drops = True
server = Server(cluster.url(nodes=cluster.nodes[1:]), *COLD, name="l")
if server.port:
    c = server.client()
    wrong, errors = talk(c, right, 3000)
    check("one that does not write down what it says it has: no wrong answer", wrong is None and errors > 0,
          (wrong, errors, server.said()))
    server.stop()
else:
    check("one that does not write down what it says it has: no wrong answer", server.status in (1, 3), server.said())
print(f"# {liar.told} lies in {rounds} rounds, {failed} times no answer; starts: {starts}")
done()
