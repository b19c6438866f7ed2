# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A Redis with passwords, users and TLS as the store: who we are to it, whom we believe, and what becomes of it when it
is gone for a while, or lies."""
import os
import shutil
import signal
import socket
import ssl
import subprocess
import threading
import time

from certificates import make_all, path
from harness import GATE, SERVE, Client, Error, Server, check, done, encode, folder, free_port, running

PROGRAM = shutil.which("redis-check-rdb")  # as harness.redis_server has it
if not PROGRAM:
    print("1..0 # SKIP redis-tools is not installed")
    raise SystemExit(0)
SECRET = "an-example-of/a-secret@"
QUOTED = "an-example-of%2Fa-secret%40"
make_all()


def put(name, text, mode=0o600):
    with open(path(name), "w") as f:
        f.write(text)
    os.chmod(path(name), mode)
    return path(name)


def redis(name, *options, port=None):
    """A Redis of our own, and its port; it keeps its records in a folder of this name."""
    os.makedirs(path(name), exist_ok=True)
    sock = path(name + ".sock")
    for _ in range(20):
        at = port or free_port()
        if os.path.exists(sock):
            os.remove(sock)
        words = [str(at) if w == "PORT" else w for w in options]
        p = subprocess.Popen(["redis-server", *(["--port", str(at)] if "PORT" not in options else []), "--unixsocket",
        sock,
                              "--save", "", "--appendonly", "yes", "--dir", path(name), *words], executable=PROGRAM,
                             stdout=subprocess.DEVNULL)
        running.add(p)
        while p.poll() is None:
            if os.path.exists(sock):
                return p, at
            time.sleep(0.05)
        running.discard(p)
    raise SystemExit("redis-server does not start")


def start(store, *options, environment=None, name="n"):
    """Status, and what was said, of one that does not start; None: it serves."""
    p = subprocess.Popen([SERVE, "--store", store, "--key", path(name + ".key"), "--anchor", path(name + ".anchor"),
                          "--port", "0", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                         env=environment)
    if p.stdout.readline():
        p.kill()
        return None, p.communicate()[1]
    said = p.communicate()[1]
    return p.returncode, said


def eventually(what, seconds=120):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if what():
            return True
        time.sleep(0.05)
    return False


# ---- Passwords

secret = put("secret", SECRET + "\n")
p, port = redis("one", "--requirepass", SECRET)
at = f"redis://127.0.0.1:{port}"
for store, options, wrong, help in (
        (at, [], "NOAUTH", "--store-password-file"),
        (at, ["--store-password-file", put("wrong", "x\n")], "AUTH: WRONGPASS", "--store-password-file"),
        (f"redis://default@127.0.0.1:{port}", [], "has no password", "--store-password-file"),
        (f"redis://nobody@127.0.0.1:{port}", ["--store-password-file", secret], "AUTH: WRONGPASS",
        "--store-password-file"),
        (at, ["--store-password-file", put("open", SECRET, 0o644)], "others may read it", "chmod"),
        (at, ["--store-password-file", path("no")], "No such file", "may read"),
        (f"redis://x:y@127.0.0.1:{port}", [], "AUTH: WRONGPASS", "--store-password-file")):
    status, said = start(store, *options)
    check(f"it does not start: {wrong}", status == 1 and wrong in said and help in said and SECRET not in said,
          (status, said))
for url in (f"redis://u:hidden@127.0.0.1:{port}x", "redis://u:hidden@", "redis://u:hidden@h:0", "redis://u:hid%zzden@h",
            "rediss://u:hidden@h/x", "unix://u:hidden@", f"redis://u:{'h' * 600}@h", "redis://u:hidden@[::1",
            "redis://u:hidden@h:1:2", "redis://u:hidden@h:99999"):
    status, said = start(url)
    check("not the address of a Redis: " + url[:40], status == 2 and "not redis://" in said and "hidden" not in said
          and "hhh" not in said, (status, said))
for store, options, why in ((path("db"), ["--store-password-file", secret], "--store is a folder"),
                            (at, ["--store-tls-ca", path("ca.crt")], "are for rediss://"),
                            (f"rediss://127.0.0.1:{port}", ["--store-tls-cert", path("me.crt")], "go together")):
    status, said = start(store, *options)
    check("options that do not go together: " + why, status == 2 and why in said, (status, said))
for how, store, options, environment in (
        ("a file", at, ["--store-password-file", secret], None),
        ("the environment", at, [], dict(os.environ, FAIRLEAD_STORE_PASSWORD=SECRET)),
        ("the address", f"redis://:{QUOTED}@127.0.0.1:{port}", [], None),
        ("the address, with a user", f"redis://default:{QUOTED}@localhost:{port}/0", [], None),
        ("a socket", f"unix://:{QUOTED}@{path('one.sock')}", [], None),
        ("a socket, its database", f"unix://{path('one.sock')}?db=0", ["--store-password-file", secret], None)):
    server = Server(store, *options, name="one", environment=environment)
    c = server.port and server.client()
    good = c and c.ask("incr", "n") and c.ask("seal")
    processes = 4 if GATE == "process" else 3
    seen = ""
    if c:
        pids = [server.p.pid] + [int(x) for x in subprocess.run(["pgrep", "-P", str(server.p.pid)], capture_output=True,
                                                                text=True).stdout.split()]
        seen = "".join(open(f"/proc/{x}/{what}", errors="replace").read() for x in pids for what in ("cmdline",
        "environ"))
    warned = "was on the command line" in server.said()
    check(f"a password from {how}, which others do not see", good and len(pids) == processes and SECRET not in seen
          and QUOTED not in seen and warned == (QUOTED in store) and SECRET not in server.said() + str(c.ask("info")),
          (server.said(), seen))
    server.stop()
server = Server(at, "--store-password-file", secret, name="one")
check("it was the same store each time", server.client().ask("get", "n") == b"6", server.said())
server.stop()

# ---- A user who may do no more than is needed

admin = Client(port)
admin.ask("auth", SECRET)
rules = "on >u ~fairlead:* +get +mget +set +del +multi +exec +discard +select"
check("Redis takes the rules", admin.ask("acl", "setuser", "fairlead", *rules.split()) == "OK")
server = Server(f"redis://fairlead@127.0.0.1:{port}", "--store-password-file", put("u", "u"), name="one")
c = server.client()
check("a user with the rules that the help says", c.ask("incr", "n") == 7 and c.ask("seal").startswith(b"epoch")
      and c.ask("del", "n") == 1, server.said())
server.stop()
admin.ask("acl", "setuser", "less", *"on >u ~fairlead:* +set".split())
status, said = start(f"redis://less@127.0.0.1:{port}", "--store-password-file", path("u"), name="one")
check("one with less: it says what is needed", status == 1 and "NOPERM" in said and rules.split(" ", 2)[2] in said,
      said)
for policy, good in (("allkeys-lru", False), ("volatile-lru", True), ("noeviction", True)):
    admin.ask("config", "set", "maxmemory-policy", policy)
    for who, secret_of in ((f"redis://127.0.0.1:{port}", secret), (f"redis://rents@127.0.0.1:{port}", path("u"))):
        admin.ask("acl", "setuser", "rents", *"on >u ~fairlead:* +@all -config".split())  # who rents it has no CONFIG
        status, said = start(who, "--store-password-file", secret_of, name="one")
        check(f"{policy}: {'it starts' if good else 'refused'}, by {who[8:13]}",
              (status is None) if good else status == 1 and "throw records away" in said, (status, said))

# ---- A connection that is lost

server = Server(at, "--store-password-file", secret, "--near", "0", "--slots", "512", name="one")
c = server.client()
c.ask("mset", *[w for i in range(2000) for w in (f"key{i}", i)])
c.ask("seal")
check("the connections are cut: they are made again", admin.ask("client", "kill", "type", "normal") > 0
      and eventually(lambda: c.ask("get", "key1") == b"1") and eventually(lambda: c.ask("set", "key1", "w") == "OK")
      and eventually(lambda: not isinstance(c.ask("seal"), Error)))
admin = Client(port)
admin.ask("auth", SECRET)
p.terminate()
p.wait()
running.discard(p)
said = [c.ask("get", f"key{i}") for i in range(100, 160)]
check("the Redis is gone: an error, or the right answer", all(
    x == b"%d" % i or isinstance(x, Error) and x.text.startswith("STOREFAIL") for i, x in enumerate(said, 100))
    and any(isinstance(x, Error) for x in said), said)
p, _ = redis("one", "--requirepass", SECRET, port=port)
check("it is there again: so are all answers", eventually(lambda: [c.ask("get", f"key{i}") for i in range(100, 160)]
                                                          == [b"%d" % i for i in range(100, 160)]))
check("and changes", eventually(lambda: c.ask("set", "key2", "x") == "OK") and c.ask("get", "key1") == b"w")
check("it stops", server.stop() == 0, server.said())
admin = Client(port)
admin.ask("auth", SECRET)
server = Server(at, "--store-password-file", secret, "--near", "0", "--slots", "512", name="one")
c = server.client()
admin.ask("config", "set", "requirepass", "another")
admin.ask("client", "kill", "type", "normal")
said = [c.ask("get", f"key{i}") for i in range(10, 60)]
check("its password is another one: no wrong answer", all(x == b"%d" % i or isinstance(x, Error) for i,
      x in enumerate(said, 10)),
      said)
server.stop(9)

# ---- TLS

tls = ("--port", "0", "--tls-port", "PORT", "--tls-ca-cert-file", path("ca.crt"), "--tls-auth-clients", "no")


def secure(certificate, *more):
    return redis("tls-" + certificate, *tls, "--tls-cert-file", path(certificate + ".crt"), "--tls-key-file",
                 path(certificate + ".key"), *more)


ca = ("--store-tls-ca", path("ca.crt"))
good, port = secure("good", "--requirepass", SECRET)
server = Server(f"rediss://:{QUOTED}@127.0.0.1:{port}", *ca, "--near", "0", "--slots", "512", name="t")
c = server.client()
big = b"b" * 65535
check("through TLS", c.ask("set", "big", big) == "OK" and c.ask("mset", *[w for i in range(3000) for w in (f"key{i}",
      i)])
      == "OK" and c.ask("seal").startswith(b"epoch") and c.ask("mget", "key7", "big", "key2999") == [b"7", big,
      b"2999"],
      server.said())
info = c.ask("info").decode()
check("in its sandbox", "store_sandbox:files calls" in info, info)
server.stop()
server = Server(f"rediss://localhost:{port}", *ca, "--store-password-file", secret, "--near", "0", name="t")
c = server.client()
check("by the host's name, after a start", c.ask("get", "key5") == b"5" and c.ask("get", "big") == big, server.said())
server.stop()
old, old_port = secure("old")
named, named_port = secure("named")
false, false_port = secure("false")
mutual, mutual_port = redis("mutual", *tls[:-1], "yes", "--tls-cert-file", path("good.crt"), "--tls-key-file",
                            path("good.key"))
plain, plain_port = redis("plain")
mute = socket.create_server(("127.0.0.1", 0))
for name, store, options, why in (
        ("another authority", f"rediss://127.0.0.1:{port}", ("--store-tls-ca", path("other.crt")), "certificate"),
        ("the system's authorities", f"rediss://127.0.0.1:{port}", (), "certificate"),
        ("signed by another authority", f"rediss://127.0.0.1:{false_port}", ca, "certificate"),
        ("expired", f"rediss://127.0.0.1:{old_port}", ca, "certificate has expired"),
        ("another host's", f"rediss://localhost:{named_port}", ca, "hostname mismatch"),
        ("another address'", f"rediss://127.0.0.1:{named_port}", ca, "IP address mismatch"),
        ("another name was asked for", f"rediss://127.0.0.1:{port}", (*ca, "--store-tls-name", "elsewhere.example"),
         "hostname mismatch"),
        ("plain text where TLS should be", f"rediss://127.0.0.1:{plain_port}", ca, "TLS: "),
        ("TLS where plain text should be", f"redis://127.0.0.1:{port}", (), "it"),
        ("nobody speaks", "rediss://127.0.0.1:%d" % mute.getsockname()[1], ca, "does not answer"),
        ("no certificate of ours", f"rediss://127.0.0.1:{mutual_port}", ca, "it"),
        ("a certificate of ours that it does not know", f"rediss://127.0.0.1:{mutual_port}",
         (*ca, "--store-tls-cert", path("false.crt"), "--store-tls-key", path("false.key")), "it"),
        ("a key of another certificate", f"rediss://127.0.0.1:{mutual_port}",
         (*ca, "--store-tls-cert", path("me.crt"), "--store-tls-key", path("good.key")), "not the certificate's"),
        ("no authority in the file", f"rediss://127.0.0.1:{port}", ("--store-tls-ca", secret), "no certificate of an")):
    status, said = start(store, *options, name="x")
    check("TLS: " + name, status == 1 and why in said and "help: " in said, (status, said))
server = Server(f"rediss://127.0.0.1:{named_port}", *ca, "--store-tls-name", "elsewhere.example", name="byname")
check("the name that was asked for", server.port and server.client().ask("set", "k", "v") == "OK", server.said())
server.stop()
server = Server(f"rediss://127.0.0.1:{mutual_port}", *ca, "--store-tls-cert", path("me.crt"), "--store-tls-key",
                path("me.key"), name="both")
check("with a certificate of ours", server.port and server.client().ask("set", "k", "v") == "OK", server.said())
server.stop()


# ---- A liar with a good certificate

class Liar(threading.Thread):
    """Whoever has the Redis: passes on what is said, and changes a byte of what is answered."""

    def __init__(self, to):
        super().__init__(daemon=True)
        self.to, self.lies = to, False
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        self.side = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.side.load_cert_chain(path("good.crt"), path("good.key"))

    def run(self):
        while True:
            s, _ = self.listening.accept()
            threading.Thread(target=self.one, args=(s,), daemon=True).start()

    def one(self, s):
        try:
            s = self.side.wrap_socket(s, server_side=True)
        except (ssl.SSLError, OSError):
            return
        there = socket.create_connection(("127.0.0.1", self.to))

        def back():
            try:
                while b := there.recv(65536):
                    b = bytearray(b)
                    if self.lies and len(b) > 40:
                        b[-9] ^= 1
                    s.sendall(b)
            except OSError:  # one of the two has ended
                pass
        threading.Thread(target=back, daemon=True).start()
        try:
            while b := s.recv(65536):
                there.sendall(b)
        except OSError:
            pass
        there.close()


liar = Liar(plain_port)
liar.start()
server = Server(f"rediss://127.0.0.1:{liar.port}", *ca, "--near", "0", "--slots", "512", name="liar")
c = server.client()
c.ask("mset", *[w for i in range(3000) for w in (f"key{i}", "value%d" % i)])
c.ask("seal")
check("before it lies", all(c.ask("get", f"key{i}") == b"value%d" % i for i in range(0, 3000, 100)), server.said())
liar.lies = True
said = [c.ask("get", f"key{i}") for i in range(5, 3000, 50)]
check("TLS does not make a liar honest: no wrong answer", all(
    x == b"value%d" % i or isinstance(x, Error) for i, x in zip(range(5, 3000, 50), said))
    and any(isinstance(x, Error) for x in said), said)
server.stop(9)

# ---- What is not cached is one trip

cold, cold_port = redis("cold")
server = Server(f"redis://127.0.0.1:{cold_port}", name="cold")
c = server.client()
c.ask("mset", *[w for i in range(5000) for w in (f"key{i}", "v%d" % i)])
server.stop()
server = Server(f"redis://127.0.0.1:{cold_port}", "--near", "0", "--slots", "512", name="cold")
c = server.client()
admin = Client(cold_port)
admin.ask("config", "resetstat")
said = [c.ask("get", f"key{i}") for i in range(0, 10000, 20)]
stats = {x.split(":")[0]: int(x.split("calls=")[1].split(",")[0])
         for x in admin.ask("info", "commandstats").decode().split("\r\n") if x.startswith("cmdstat_")}
# Two trips would be 1,000. The server asks for something of its own accord, too, on a slow machine.
check("what is not cached is one trip, and so is what is not there",
      said == [b"v%d" % i if i < 5000 else None for i in range(0, 10000, 20)]
      and 0 < stats.get("cmdstat_mget", 0) < 600 and stats.get("cmdstat_get", 0) == 0, stats)



def fetched():
    return int(c.ask("info").decode().split("fetched:")[1].split()[0])


clients, before, wrong = [server.client() for _ in range(40)], fetched(), []
for turn in range(20):
    # All of them have asked when it looks: those of one turn share a question.
    server.p.send_signal(signal.SIGSTOP)
    wanted = [(i * 113 + turn * 7) % 9000 for i in range(len(clients))]
    for x, k in zip(clients, wanted):
        if k % 3:
            x.send("get", f"key{k}")
        else:  # and some have asked for more than one, and some for half of one
            x.s.sendall(encode("get", f"key{k}") + encode("get", "key1") + encode("get", "key2")[:-3])
    time.sleep(0.02)
    server.p.send_signal(signal.SIGCONT)
    for x, k in zip(clients, wanted):
        if not k % 3:
            x.s.sendall(encode("get", "key2")[-3:])
        got = [x.read() for _ in range(1 if k % 3 else 3)]
        right = [b"v%d" % k if k < 5000 else None, b"v1", b"v2"]
        if got != right[:len(got)]:
            wrong.append((k, got))
trips = fetched() - before
check("keys of many clients that ask at once are few questions", not wrong and trips < 20 * len(clients) / 2,
      (trips, wrong))
for x in clients:
    x.close()
admin.ask("acl", "setuser", "default", "-mget")
check("a Redis that has no MGET is asked record by record", c.ask("get", "key4999") == b"v4999"
      and c.ask("get", "key4998") == b"v4998" and c.ask("get", "key") is None)
server.stop()

# ---- Import and export

with open(path("all.resp"), "wb") as f:
    f.write(b"*3\r\n$3\r\nSET\r\n$1\r\na\r\n$1\r\n1\r\n")
empty, empty_port = secure("good", "--requirepass", SECRET, "--appendfilename", "another.aof")
tool = os.path.dirname(os.path.abspath(SERVE))
usual = ["--store", f"rediss://127.0.0.1:{empty_port}/3", "--key", path("i.key"), "--anchor", path("i.anchor"),
         "--store-password-file", secret, *ca]
i = subprocess.run([tool + "/fairlead-monitor-import", *usual, path("all.resp")], capture_output=True, text=True)
e = subprocess.run([tool + "/fairlead-monitor-export", *usual], capture_output=True)
check("import and export", i.returncode == 0 and e.returncode == 0 and b"SET\r\n$1\r\na\r\n$1\r\n1\r\n" in e.stdout,
      (i.stderr, e.stderr))
done()
