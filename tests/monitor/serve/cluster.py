# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A Redis Cluster of six nodes as the store: what is answered is right, or an error, whatever becomes of its nodes."""
import os
import random
import signal
import subprocess
import threading
import time

from harness import SERVE, Error, Gone, Server, check, done, folder
from cluster_of_redis import CLI, PROGRAM, Cluster, eventually, is_error

if not PROGRAM or not CLI:
    print("1..0 # SKIP redis-tools is not installed")
    raise SystemExit(0)
LONG = os.environ.get("FAIRLEAD_TIER") != "quick"
SEED = os.environ.get("FUZZ_SEED", "1")
ROUNDS = int(os.environ.get("ROUNDS", "3"))
KILLS = int(os.environ.get("KILLS", "20"))
SOME = 300 if LONG else 60
KEYS = 1000
COLD = ("--near", "0", "--slots", "512")  # nearly all of it is asked for at the cluster
OFTEN = ("--checkpoint-every", "50")  # and written to it soon
SAID = {"STOREFAIL", "MISCONF"}  # what may be said instead of an answer
REDIRECTED = ("MOVED", "ASK")


class Load(threading.Thread):
    """One client, whose keys nobody else changes. `wrong': what no server may say."""

    def __init__(self, server, number, right=None):
        super().__init__(daemon=True)
        self.server, self.number, self.right = server, number, {} if right is None else right
        self.random = random.Random(f"{SEED}.{number}")
        self.answers = self.errors = 0
        self.wrong, self.ending = None, False
        self.start()

    def one(self, c):
        """One command, and its answer."""
        r, n = self.random, self.number
        keys = [b"%d:%d" % (n, r.randrange(KEYS)) for _ in range(r.choice([1, 1, 8]))]
        kind = r.random()
        if kind < 0.4:
            got, want = c.ask("get", keys[0]), self.right.get(keys[0])
        elif kind < 0.6:
            got, want = c.ask("mget", *keys), [self.right.get(k) for k in keys]
        elif kind < 0.7:
            count = int(self.right.get(b"n:%d" % n, 0)) + 1
            got, want = c.ask("incr", "n:%d" % n), count
            if got == want:
                self.right[b"n:%d" % n] = b"%d" % count
        elif kind < 0.75:
            got, want = c.ask("del", keys[0]), int(keys[0] in self.right)
            if got == want:
                self.right.pop(keys[0], None)
        else:
            pairs = {k: os.urandom(r.choice([8, 8, 8, 300])) for k in keys}
            got, want = c.ask("mset", *[w for p in pairs.items() for w in p]), "OK"
            if got == want:
                self.right.update(pairs)
        if isinstance(got, Error):
            self.errors += 1
            if got.text.split(" ")[0] not in SAID:
                self.wrong = (keys, got, self.server.said())
        elif got != want:
            self.wrong = (kind, keys, got, want)
        else:
            self.answers += 1

    def run(self):
        try:
            c = self.server.client(timeout=120)
            while not self.ending and self.wrong is None:
                self.one(c)
            c.close()
        except (Gone, OSError, ValueError) as e:
            self.wrong = self.wrong or repr(e)

    def more(self, count, seconds=120):
        """It goes on: so many more answers."""
        count += self.answers
        return eventually(lambda: self.wrong is not None or self.answers >= count, seconds) and self.wrong is None

    def end(self):
        self.ending = True
        self.join()


def all_right(c, right):
    """All of it, as it was left: what is wrong."""
    keys = sorted(right)
    got = []
    for i in range(0, len(keys), 50):
        said = c.ask("mget", *keys[i:i + 50])
        got += [said] * 50 if is_error(said) else said
    return [(k, g, right[k]) for k, g in zip(keys, got) if g != right[k]][:3] or None


def sealed(c, seconds=60):
    return eventually(lambda: str(c.ask("seal")).startswith("b'epoch"), seconds)


def stats(cluster, section, prefix):
    total = {}
    for n in cluster.up():
        for line in cluster.ask(n, "info", section).splitlines():
            if line.startswith(prefix):
                name, rest = line.strip().split(":", 1)
                count = int(rest.replace("calls=", "count=").split("count=")[1].split(",")[0])
                total[name[len(prefix):]] = total.get(name[len(prefix):], 0) + count
    return total


def start(store, *options):
    """Status, and what was said, of one that does not start."""
    p = subprocess.run([SERVE, "--store", store, "--key", os.path.join(folder, "n.key"), "--anchor",
                        os.path.join(folder, "n.anchor"), "--port", "0", *options], capture_output=True, text=True,
                       timeout=120)
    return p.returncode, p.stderr


# ---- As over one Redis

for url in ("redis-cluster://", "redis-cluster://u:hidden@a,", "redis-cluster://u:hidden@a,,b", "rediss-cluster://a/1",
            "redis-cluster://u:hidden@a:0", "redis-cluster://u:hidden@" + ",".join("h%d" % i for i in range(17))):
    status, said = start(url)
    check("not the address of a cluster: " + url[:40], status == 2 and "not redis://" in said and "hidden" not in said,
          (status, said))
for options, why in ((("--store-replicas", "x"), "from 0 to 9"), (("--store-replicas", "10"), "from 0 to 9")):
    status, said = start("redis-cluster://a", *options)
    check(f"no number of replicas: {options[1]}", status == 2 and why in said, (status, said))
status, said = start("redis://a", "--store-replicas", "1")
check("one Redis has no replicas to wait for", status == 2 and "is for redis-cluster://" in said, (status, said))

cluster = Cluster("c")
server = Server(cluster.url(), *COLD)
c = server.client()
big = os.urandom(60000)
check("what is written can be read", server.port and c.ask("set", "a", "1") == "OK" and c.ask("incr", "a") == 2
      and c.ask("append", "a", "3") == 2 and c.ask("get", "a") == b"23" and c.ask("set", "big", big) == "OK"
      and c.ask("mget", "a", "no", "big") == [b"23", None, big] and c.ask("del", "a") == 1
      and c.ask("get", "a") is None,
      server.said())
MANY = 4000 if LONG else 1500
values = {b"key%d" % i: b"v%d" % i for i in range(MANY)}
check("many", c.ask("mset", *[w for p in values.items() for w in p]) == "OK" and sealed(c), server.said())
sizes = [int(cluster.ask(n, "dbsize")) for n in cluster.masters()]
check("they are spread over three nodes", len(sizes) == 3 and min(sizes) > MANY // 4, sizes)
check("it stops", server.stop() == 0, server.said())
server = Server(cluster.url(nodes=cluster.nodes[3:5]), *COLD)  # replicas know as well where the slots are
c = server.client()
for n in cluster.up():
    cluster.ask(n, "config", "resetstat")


def fetched():
    return int(c.ask("info").decode().split("fetched:")[1].split()[0])


wanted = [b"key%d" % i for i in range(0, 2 * MANY, 20)]
before = fetched()
got = [c.ask("get", k) for k in wanted]
trips, errors = fetched() - before, stats(cluster, "errorstats", "errorstat_")
check("and read after a start", got == [values.get(k) for k in wanted] and c.ask("get", "big") == big, server.said())
check("a key that is not cached is one question", len(wanted) * 0.7 < trips < len(wanted) * 1.1, (trips, len(wanted)))
check("and no node has to say that it is another one's", not errors, errors)
try:
    import redis
    r = redis.Redis(port=server.port)
    with r.pipeline(transaction=False) as pipe:
        for k in wanted[:200]:
            pipe.get(k)
        got = pipe.execute()
    check("redis-py, in a pipeline", got == [values.get(k) for k in wanted[:200]] and r.set("x", "y")
          and r.get("x") == b"y" and r.mget("x", "key1") == [b"y", b"v1"] and r.incr("n", 4) == 4)
except ImportError:
    check("redis-py # SKIP python3-redis is not installed", True)
info = c.ask("info").decode()
check("in its sandbox, all is well", "store_sandbox:files calls" in info and "records_refused:0" in info, info)
server.stop()

# ---- Fail-over and moving slots, under load

server = Server(cluster.url(nodes=cluster.nodes), *COLD, *OFTEN)
loads = [Load(server, i) for i in range(2)]
check("under load", all(x.more(SOME) for x in loads), [x.wrong for x in loads])
for number in range(ROUNDS if LONG else 1):
    victim = random.Random(f"{SEED}.{number}").choice(cluster.masters())
    victim.end()
    check(f"kill -9 of a master: all goes on with its replica ({number + 1})",
          eventually(lambda: len(cluster.masters()) == 3 and victim not in cluster.masters())
          and all(x.more(SOME) for x in loads), [(x.wrong, x.errors) for x in loads])
    victim.start()
    check("it comes back as a replica", eventually(lambda: "master_link_status:up" in cluster.ask(
        victim, "info", "replication")), cluster.lines())


def reshard(count):
    a, b = cluster.masters()[:2]
    said = cluster.cli("--cluster", "reshard", f"127.0.0.1:{a.port}", "--cluster-from", cluster.id_of(a),
                       "--cluster-to", cluster.id_of(b), "--cluster-slots", str(count), "--cluster-yes")
    return "Moving slot" in said and "ERR" not in said, said[-500:]


if LONG:
    good, said = reshard(2000)
    check("slots move under load", good and all(x.more(SOME) for x in loads), (said, [x.wrong for x in loads]))


# ---- A slot that is on its way, and stays there

def on_its_way(slot):
    """Half of its records are at one node, and half at the other."""
    a = cluster.owner_of(slot)
    b = next(n for n in cluster.masters() if n is not a)
    cluster.ask(b, "cluster", "setslot", str(slot), "importing", cluster.id_of(a))
    cluster.ask(a, "cluster", "setslot", str(slot), "migrating", cluster.id_of(b))
    at = cluster.client(a)
    names = at.ask("cluster", "getkeysinslot", slot, 1000)
    for name in names[::2]:
        at.ask("migrate", "127.0.0.1", b.port, name, 0, 5000)
    return a, b, len(names)


c = server.client()
full = [x for x in range(16384) if x % 97 == 5]
moving, key_slot = [], int(cluster.ask(cluster.nodes[1], "cluster", "keyslot", "fairlead:{s}s"))
for slot in full[:40 if LONG else 8] + [key_slot]:
    moving.append((slot, *on_its_way(slot)))
check("slots that are on their way, with some of their records here and some there, and the seal's among them",
      sum(x[3] for x in moving) > 0 and all(x.more(SOME) for x in loads) and sealed(c), [x.wrong for x in loads])
for slot, a, b, _ in moving:
    at = cluster.client(a)
    for name in at.ask("cluster", "getkeysinslot", slot, 1000):
        at.ask("migrate", "127.0.0.1", b.port, name, 0, 5000)
    for n in (b, a):
        cluster.ask(n, "cluster", "setslot", str(slot), "node", cluster.id_of(b))
check("and have arrived", all(x.more(SOME) for x in loads), [x.wrong for x in loads])
for x in loads:
    x.end()
right = {k: v for x in loads for k, v in x.right.items()}
check("no answer was wrong", not any(x.wrong for x in loads), [x.wrong for x in loads])
print(f"# {sum(x.answers for x in loads)} answers, {sum(x.errors for x in loads)} errors")
check("all is there, and the rest, too", sealed(c) and all_right(c, {**values, **right}) is None,
      all_right(c, {**values, **right}))
check("nothing was refused", "records_refused:0" in c.ask("info").decode(), server.said())
check("it stops", server.stop() == 0, server.said())
server = Server(cluster.url(nodes=cluster.nodes), *COLD)
c = server.client()
check("all is there after a start", all_right(c, {**values, **right}) is None, server.said())

if not LONG:
    server.stop()
    done()

# ---- A commit that was begun: kill -9 of the server, and of its store's process

keys = [b"fill%d" % i for i in range(3000)]
before = [None] * len(keys)
JOURNAL = "fairlead:{j}j"
journal_slot = int(cluster.ask(cluster.nodes[1], "cluster", "keyslot", JOURNAL))


def begun(pieces):
    """Until a large commit has begun, of which the first parts are written; with `pieces' until before that."""
    at = cluster.client(cluster.owner_of(journal_slot))
    piece = cluster.client(cluster.owner_of(int(cluster.ask(cluster.nodes[1], "cluster", "keyslot", "{j00}"))))
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if piece.ask("exists", b"fairlead:{j00}j\0\0\0\0") if pieces else at.ask("strlen", JOURNAL) == 48:
            return
    print("# no commit of many records was seen")


outcomes = []
for number in range(KILLS):
    fill = [os.urandom(60) for _ in keys]
    c.ask("set", "sealed", number)
    sealed(c)
    c.ask("mset", *[w for p in zip(keys, fill) for w in p])
    c.send("seal")
    begun(number % 3 == 2)
    server.stop(signal.SIGKILL)
    server = Server(cluster.url(nodes=cluster.nodes), *COLD)
    if not server.port:
        outcomes.append(server.said())
        break
    c = server.client()
    got = []
    for i in range(0, len(keys), 50):
        said = c.ask("mget", *keys[i:i + 50])
        got += [said] if is_error(said) else said
    good = got in (before, fill) and c.ask("get", "sealed") == b"%d" % number
    outcomes.append(("new" if got == fill else "old") if good else server.said())
    if not good:
        break
    before = got
check("kill -9 of the server in a commit: all of it or none is there", all(x in ("new", "old") for x in outcomes),
      outcomes)
print("#", *outcomes)
server.stop()

# ---- A replica that is behind

def behind():
    """A master, and its replica, which hears nothing any more, not even what is on its way already."""
    master = cluster.masters()[0]
    replica = cluster.replica_of(master)
    replica.end(signal.SIGSTOP)
    cluster.ask(master, "client", "kill", "type", "replica")
    return master, replica


def take_over(master, replica):
    master.end()
    replica.end(signal.SIGCONT)
    cluster.wait_for(lambda: cluster.ask(replica, "ping").strip() == "PONG")
    cluster.ask(replica, "cluster", "failover", "takeover")
    return eventually(lambda: replica in cluster.masters() and master not in cluster.masters())


server = Server(cluster.url(nodes=cluster.nodes), *COLD, "--store-replicas", "1", "--unsealed-most", "20000")
c = server.client()
keys = [b"key%d" % i for i in range(1000)]
sealed(c)
master, replica = behind()
changed = {k: b"new " + k for k in keys[::3]}
answer = c.ask("mset", *[w for p in changed.items() for w in p])
check("with --store-replicas 1 it is not stored before a replica has it", answer == "OK"
      and eventually(lambda: "status:unstored" in c.ask("info").decode()) and not is_error(c.ask("get", keys[0])),
      (answer, c.ask("info")))
check("a replica that is behind takes over", take_over(master, replica), cluster.lines())
check("and still nothing is stored, as it has no replica", "status:unstored" in c.ask("info").decode()
      and is_error(c.ask("set", "a", "b"), "MISCONF"))
master.start()
check("until it has one: what it had lost is written again", sealed(c), (server.said(), c.ask("info")))
values.update(changed)
wrong = all_right(c, {k: values[k] for k in keys})
check("no record is old", wrong is None and "records_refused:0" in c.ask("info").decode(), (wrong, server.said()))
check("it stops", server.stop() == 0, server.said())

server = Server(cluster.url(nodes=cluster.nodes), *COLD, "--store-replicas", "0")
c = server.client()
sealed(c)
master, replica = behind()
changed = {k: b"newer " + k for k in keys[::3]}
check("with --store-replicas 0 it is stored", c.ask("mset", *[w for p in changed.items() for w in p]) == "OK"
      and sealed(c))
values.update(changed)
check("a replica that is behind takes over", take_over(master, replica))
eventually(lambda: not all(is_error(c.ask("get", k)) for k in keys[:30]))
got = [c.ask("get", k) for k in keys]
lost = [g for g in got if is_error(g)]
info = c.ask("info").decode()
check("what it lost is refused, record by record, and the rest is answered",
      all(g == values[k] or is_error(g, "STOREFAIL") for k, g in zip(keys, got))
      and 0 < len(lost) < len(got), len(lost))
check("which record it was is said", "REFUSED: a record that " in server.said() and ", slot " in server.said()
      and "records_refused:0" not in info and "last_refused:a record" in info, server.said())
check("it stops", server.stop() in (0, 1))
server = Server(cluster.url(nodes=cluster.nodes), *COLD)
said = server.said()
if server.port:
    c = server.client()
    got = [c.ask("get", k) for k in keys[:300]]
    check("nor does a start serve it", all(g == values[k] or is_error(g, "STOREFAIL") for k, g in zip(keys, got)), said)
    server.stop()
else:
    check("nor does a start serve it", server.status == 3 or "does not answer" in said, (server.status, said))
done()
