# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Lists, sorted sets and streams as queues: who waits for one, whose turn it is, and who goes away meanwhile. Programs
of several clients are answered as Redis answers them."""
import os
import random
import select
import signal
import subprocess
import time

from harness import Client, Error, Server, check, done, encode, folder, redis_server, tls_server, until

random.seed(int(os.environ.get("FUZZ_SEED", "1")))
STEPS = int(os.environ.get("FUZZ_N", "1500"))
server = Server("db", "--slots", "512", "--timeout", "3000000")
redis = redis_server()
KEYS = [b"q%d" % i for i in range(4)]


def heard(c):
    """What has come by now."""
    said = b""
    while select.select([c.s], [], [], 0)[0]:
        part = c.s.recv(65536)
        if not part:
            return said + b"GONE"
        said += part
    return said


def blocking():
    k, l = random.choice(KEYS), random.choice(KEYS)
    side = lambda: random.choice([b"left", b"RIGHT"])
    return random.choice([
        lambda: ("blpop", *random.sample(KEYS, random.choice([1, 1, 2, 3])), 0), lambda: ("brpop", k, 0),
        lambda: ("blpop", k, 0), lambda: ("blmove", k, l, side(), side(), 0), lambda: ("brpoplpush", k, l, 0),
        lambda: (random.choice(["bzpopmin", "bzpopmax"]), *random.sample(KEYS, random.choice([1, 1, 2, 3])), 0),
        lambda: ("xread", "block", 0, "streams", k, random.choice(["$", "$", 0, last])),
        lambda: ("xread", "count", 1, "block", 0, "streams", k, l, random.choice(["$", last - 1]), "$")])()


last = 1


def later():
    global last
    last += random.choice([0, 1, 1])
    return "%d-%d" % (last, random.randrange(3)) if random.random() < 0.3 else "%d-*" % last


def others():
    """What another client does: one key at most gets something, or several clients would have to be told in the order
    of the keys."""
    k, l = random.choice(KEYS), random.choice(KEYS)
    some = lambda: [b"%d" % random.randrange(100) for _ in range(random.choice([1, 1, 1, 2, 5]))]
    push = lambda: (random.choice(["rpush", "lpush"]), k, *some())
    add = lambda: ("zadd", k, *[w for m in some() for w in (b"%d" % random.randrange(4), m)])
    return random.choice([
        lambda: [push()], lambda: [push()], lambda: [push()], lambda: [push(), ("lpop", k)],
        lambda: [("multi",), push(), push(), ("exec",)], lambda: [("multi",), push(), ("del", k), ("exec",)],
        lambda: [("multi",), push(), ("lpop", k), push(), ("exec",)], lambda: [push(), push(), ("llen", k)],
        lambda: [("rename", k, l)], lambda: [("copy", k, l, "replace")], lambda: [("del", k)],
        lambda: [("lmove", k, l, "left", "left")], lambda: [("rpoplpush", k, k)], lambda: [("rpop", k)],
        lambda: [("set", "string", "x"), ("rpush", "other", "1"), ("rename", "other", k)],
        lambda: [("multi",), ("blpop", k, 0), ("blmove", k, l, "left", "left", 0), ("exec",)],
        lambda: [("multi",), push(), ("set", k, "x"), ("exec",), ("del", k)], lambda: [("lpushx", k, "x")],
        lambda: [add()], lambda: [add()], lambda: [add(), ("zpopmax", k)], lambda: [("zincrby", k, "1", "x")],
        lambda: [("multi",), add(), ("del", k), push(), ("exec",)], lambda: [("zrem", k, "x"), add()],
        lambda: [("multi",), ("bzpopmin", k, 0), add(), ("bzpopmax", l, k, 0), ("exec",)],
        lambda: [("xadd", k, later(), "f", "v")], lambda: [("xadd", k, later(), "f", "v"), ("xlen", k)],
        lambda: [("xadd", k, later(), "f", "v")], lambda: [("del", k), ("xadd", k, later(), "f", "v")],
        # of a stream without its last entry, that comes in another's place, Redis tells waiters that nothing came
        lambda: [("xadd", k, "maxlen", 1, later(), "f", "v"), ("xdel", k, last), ("xtrim", k, "maxlen", 2),
                 ("xadd", k, later(), "f", "v")],
        lambda: [("multi",), ("xadd", k, later(), "f", "v"), ("xadd", k, later(), "g", "w"), ("exec",)],
        lambda: [("multi",), ("xread", "block", 0, "streams", k, last), ("xadd", k, later(), "f", "v"), ("del", k),
                 ("exec",)],
        lambda: [("linsert", k, "before", "x", "y")], lambda: [("flushall",)]])()


def is_whole(said, behind):
    if behind != MINE:
        return said.endswith(behind and b"+PONG\r\n")
    last = said.rsplit(b"\n", 2)[-2][:1]
    return last == b":" or (last == b"-" and said.count(b"\n") > (said[:1] == b"-"))


PING, MINE = encode("ping"), encode("rpush", KEYS[0], "mine")


def settled(control, clients, busy):
    """Whoever is busy waits, or has its answers. What they are, of each server."""
    said = [dict.fromkeys(busy, b"") for _ in control]
    end = time.monotonic() + 60
    for n, c in enumerate(control):
        while time.monotonic() < end:
            for i in busy:
                said[n][i] += heard(clients[i][n])
            blocked = int(c.ask("info", "clients").split(b"blocked_clients:")[1].split(b"\r")[0])
            answered = [i for i in busy if said[n][i]]
            if blocked == len(busy) - len(answered) and all(is_whole(said[n][i], busy[i][1]) for i in answered):
                break
    return said


def program():
    ports = server.port, redis
    control = [Client(p) for p in ports]
    waiting = [[Client(p) for p in ports] for _ in range(7)]
    ids = [[x.ask("client", "id") for x in pair] for pair in waiting]
    busy, served = {}, 0
    for step in range(STEPS):
        i = random.randrange(len(waiting))
        kind = random.random()
        if kind < 0.45:
            if i in busy:
                continue
            # Some send on while they wait.
            alone = all(behind != MINE for _, behind in busy.values())  # whose is first, is nobody's business
            did = busy[i] = encode(*blocking()), random.choice([b"", PING, MINE if alone else b""])
            for c in waiting[i]:
                c.s.sendall(b"".join(did))
        elif kind < 0.5 and i in busy:
            for n, c in enumerate(waiting[i]):
                c.close()
                waiting[i][n] = Client(ports[n])
                ids[i][n] = waiting[i][n].ask("client", "id")
            del busy[i]
            did = i, "goes"
        else:
            commands = others()
            if kind > 0.95:  # somebody waits no longer, whether or not that was what it waits for
                how = random.choice([(), ("timeout",), ("ERROR",), ("error", ), ("what",)])
                if commands[-1] == ("exec",):
                    commands.insert(random.randrange(1, len(commands)), ("client", "unblock", None, *how))
                else:
                    commands.insert(random.choice([0, len(commands)]), ("client", "unblock", None, *how))
            said = []
            for n, c in enumerate(control):
                c.s.sendall(b"".join(encode(*(ids[i][n] if x is None else x for x in w)) for w in commands))
                said.append([c.read() for _ in commands])
            if said[0] != said[1] and not all(isinstance(s[0], Error) for s in said):
                return step, commands, said
            did = commands
        ours, theirs = settled(control, waiting, busy)
        if ours != theirs:
            return step, did, busy, ours, theirs
        served += sum(map(bool, ours.values()))
        busy = {i: words for i, words in busy.items() if not ours[i]}
    for c in control + [c for pair in waiting for c in pair]:
        c.close()
    return None if served > STEPS / 8 else served


if redis:
    different = program()
    check(f"{STEPS} steps of several clients are answered as in Redis", different is None, different)
else:
    check("programs of several clients # SKIP redis-tools is not installed", True)
c, d, e = (server.client() for _ in range(3))
c.ask("flushall")


def waits(*words, of=None):
    """A client that waits by now."""
    x = of or server.client()
    x.send(*words)
    here = x.s.getsockname()[1]
    while not any(f"addr=127.0.0.1:{here} " in line and "flags=b" in line
                  for line in c.ask("client", "list").decode().splitlines()):
        time.sleep(0.005)
    return x


def blocked():
    return int(c.ask("info", "clients").split(b"blocked_clients:")[1].split(b"\r")[0])


# ---- How long.

for words in (("blpop", "none", "0.05"), ("brpop", "none", "none2", 0.05),
              ("blmove", "none", "x", "left", "left", 0.05), ("brpoplpush", "none", "x", ".05")):
    began = time.monotonic()
    got = c.ask(*words)
    took = time.monotonic() - began
    check(f"{words[0]} waits as long as it says", got is None and 0.045 < took, (got, took))
    c.send(*words)
    check("and says it as Redis does", c.f.readline() == b"*-1\r\n")
check("which times are none", [getattr(c.ask("blpop", "none", t), "text", None) for t in (
    "x", "-1", "", "nan", "inf", "1e300", "9223372036854775")] == [
        "ERR timeout is not a float or out of range", "ERR timeout is negative",
        "ERR timeout is not a float or out of range", "ERR timeout is not a float or out of range",
        "ERR timeout is out of range", "ERR timeout is out of range", "ERR timeout is out of range"])
for patience in (0.3, 1, 3, 10, 30):  # until it has waited when it is woken
    began = time.monotonic()
    d.send("blpop", "q", patience)
    until(lambda: blocked() == 1 or select.select([d.s], [], [], 0)[0])
    c.s.sendall(b"".join(encode(*w) for w in (("multi",), ("rpush", "q", "a"), ("lpop", "q"), ("exec",))))
    woken = [c.read() for _ in range(4)][-1] == [1, b"a"] and time.monotonic() - began < patience
    got, took = d.read(), time.monotonic() - began
    if woken:
        break
check("woken for nothing, it waits as long as it said", got is None and took > patience * 0.95, (got, took, patience))

# ---- Whose turn, in what order; who goes.

many = [waits("blpop", "q", 0) for _ in range(60)]
check("they are counted", blocked() == 60)
for x in many[10:20]:
    x.close()
check("who goes away waits no more", [time.sleep(0.01) for _ in range(200) if blocked() != 50] is not None
      and blocked() == 50)
c.ask("rpush", "q", *range(45))
left = many[:10] + many[20:]
check("the first that came has the first one", [x.read() for x in left[:45]] == [[b"q", b"%d" % i] for i in range(45)]
      and blocked() == 5)
c.s.sendall(encode("rpush", "q", "x", "y") + encode("lpop", "q") + encode("rpush", "q", "z") + encode("lpop", "q"))
check("before whoever comes later, and who brought it", [c.read() for _ in range(4)] == [2, None, 1, None]
      and [x.read()[1] for x in left[45:48]] == [b"x", b"y", b"z"])
left[48].close()
c.ask("ping")
check("what came is there, if nobody waits", [time.sleep(0.01) for _ in range(200) if blocked() != 1] is not None
      and c.ask("rpush", "q", "1", "2") == 2 and left[49].read() == [b"q", b"1"]
      and c.ask("lrange", "q", 0, -1) == [b"2"])
c.ask("del", "q")
waits("blmove", "a", "b", "left", "right", 0, of=d)
waits("blmove", "b", "a2", "left", "right", 0, of=e)
c.ask("rpush", "a", "1")
check("from one to the next", d.read() == b"1" and e.read() == b"1" and c.ask("lrange", "a2", 0, -1) == [b"1"]
      and c.ask("exists", "a", "b") == 0)
c.ask("set", "string", "x")
waits("blmove", "a", "string", "left", "right", 0, of=d)
waits("blpop", "a", 0, of=e)
c.ask("rpush", "a", "1")
check("who cannot have it leaves it to the next", isinstance(d.read(), Error) and e.read() == [b"a", b"1"])
large = waits("blmove", "a", "full", "left", "right", 0)
c.ask("rpush", "full", *[b"x" * 65534] * 16)
c.ask("rpush", "a", "1")
check("likewise, where there is no room", isinstance(large.read(), Error) and c.ask("lrange", "a", 0, -1) == [b"1"])
c.ask("flushall")

waits("blpop", "t", "a", 0, of=d)
waits("blmove", "t", "b", "left", "right", 0, of=e)
for first, then in ((("rpush", "t", "1"), ("set", "t", "x")), (("rpush", "a", "1"), ("del", "a"))):
    c.s.sendall(encode("multi") + encode(*first) + encode(*then) + encode("exec"))
    for _ in range(4):
        c.read()
check("what becomes another type meanwhile is waited for", blocked() == 2 and heard(d) == heard(e) == b"")
c.ask("del", "t")
c.ask("rpush", "t", "2", "3")
check("until it is a list", d.read() == [b"t", b"2"] and e.read() == b"3")
c.ask("flushall")

waits("blpop", "second", 0, of=d)
waits("blpop", "first", "second", 0, of=e)
c.s.sendall(encode("multi") + encode("rpush", "first", "x") + encode("rpush", "second", "1", "2")
            + encode("del", "first") + encode("exec"))
for _ in range(5):
    c.read()
check("who was called for what is gone again takes nothing before its turn", d.read() == [b"second", b"1"]
      and e.read() == [b"second", b"2"])
waits("blpop", "first", "second", 0, of=e)
c.s.sendall(encode("multi") + encode("rpush", "first", "x") + encode("rpush", "second", "3") + encode("del", "first")
            + encode("exec"))
for _ in range(5):
    c.read()
check("and what it was passed over for then", e.read() == [b"second", b"3"])

# ---- CLIENT UNBLOCK.

c.ask("flushall")
who = {x: x.ask("client", "id") for x in (c, d, e)}
wrong = {}
for words in (("blpop", "q", 0), ("brpop", "none", "q", 0), ("blmove", "q", "r", "left", "left", 0),
              ("brpoplpush", "q", "r", 0), ("blmpop", 0, 1, "q", "left"), ("bzpopmin", "q", 0),
              ("bzmpop", 0, 1, "q", "min"), ("xread", "block", 0, "streams", "q", "$"), ("blpop", "q", 30)):
    for how, said in ((), b"*-1\r\n"), (("TimeOut",), b"*-1\r\n"), (
            ("error",), b"-UNBLOCKED client unblocked via CLIENT UNBLOCK\r\n"):
        waits(*words, of=d)
        got = c.ask("client", "unblock", who[d], *how), d.f.readline(), blocked(), c.ask("client", "unblock", who[d])
        if got != (1, said, 0, 0):
            wrong[words, how] = got
check("CLIENT UNBLOCK ends any waiting, as Redis says it", not wrong, wrong)
waits("blpop", "q", 0, of=d)
check("of nobody else", [c.ask("client", "unblock", x) for x in (who[c], who[e], 2**60, 0, -1)] == [0] * 5
      and blocked() == 1)
check("its mistakes", [c.ask("client", "unblock", *w) for w in (("x",), ("",), (2**63,), (who[d], "now"))] == [
    Error("ERR value is not an integer or out of range")] * 3
      + [Error("ERR CLIENT UNBLOCK reason should be TIMEOUT or ERROR")]
      and isinstance(c.ask("client", "unblock"), Error)
      and isinstance(c.ask("client", "unblock", 1, "error", "x"), Error) and blocked() == 1)
waits("blpop", "q", 0, of=e)
c.s.sendall(encode("multi") + encode("rpush", "q", "1") + encode("client", "unblock", who[d])
            + encode("client", "unblock", who[d], "error") + encode("exec"))
got = [c.read() for _ in range(5)][-1]
check("what came for it in the same step is the next one's", got == [1, 1, 0] and d.read() is None
      and e.read() == [b"q", b"1"] and blocked() == 0, got)
d.ask("hello", 3)
waits("blpop", "q", 0, of=d)
c.ask("client", "unblock", who[d])
check("in RESP3 it is a null", d.f.readline() == b"_\r\n")
d.ask("hello", 2)
check("and it waits again, as anybody", waits("blpop", "q", 0, of=d) and c.ask("rpush", "q", "2") == 1
      and d.read() == [b"q", b"2"])

# ---- What is sent meanwhile; limits.

x = waits("blpop", "q", 0)
x.s.sendall(encode("set", "later", b"v" * 60000) * 10)
time.sleep(0.05)
check("what is sent behind it waits, too", c.ask("exists", "later") == 0 and c.ask("rpush", "q", "1") == 1
      and x.read() == [b"q", b"1"] and [x.read() for _ in range(10)] == ["OK"] * 10)
waits("blpop", "q", 0, of=x)
x.s.setblocking(False)
sent, piece = 0, encode("set", "much", b"v" * 60000)
for _ in range(200):
    try:
        sent += x.s.send(piece[sent % len(piece):])
    except BlockingIOError:
        time.sleep(0.005)
x.s.setblocking(True)
x.s.settimeout(600)
check("more than there is room for is left with whoever sends it", sent < 12 * 10**6 and blocked() == 1
      and c.ask("rpush", "q", "2") == 1 and x.read() == [b"q", b"2"]
      and [x.read() for _ in range(sent // len(piece))] == ["OK"] * (sent // len(piece)))
x.close()
check("a thousand keys, and no more", isinstance(c.ask("blpop", *range(1025), 0), Error)
      and c.ask("blpop", *range(1024), "0.01") is None)
check("a transaction waits for nothing", [c.ask("multi"), c.ask("blpop", "q", 0), c.ask("brpoplpush", "q", "q", 0)]
      == ["OK", "QUEUED", "QUEUED"] and c.ask("exec") == [None, None])
c.ask("hset", "h", "f", "v")
check("of another type", all(c.ask(*w).text.startswith("WRONGTYPE") for w in (
    ("blpop", "none", "h", 0), ("blmove", "h", "l", "left", "left", 0), ("lmove", "h", "l", "left", "left"),
    ("rpoplpush", "h", "h"))) and c.ask("rpoplpush", "none", "h") is None)
names = c.ask("command", "getkeys", "blpop", "a", "b", "0")
about = c.ask("command", "info", "blpop", "blmove")
check("COMMAND knows their keys", names == [b"a", b"b"] and about[0][3:] == [1, -2, 1] and about[1][3:] == [1, 2, 1],
      (names, about))

# ---- Many that wait for many keys: others do not wait for them.

crowd = [server.client() for _ in range(300)]
for i, x in enumerate(crowd):
    x.send("blpop", *[f"{i}:{k}" for k in range(500)], "shared", 0)
check("many wait for many keys", until(lambda: blocked() == 300))


def pushes_for_others(n=8000):
    began = time.monotonic()
    pushes = b"".join(encode("rpush", f"other{i % 1000}", "x") for i in range(n))
    c.s.sendall(encode("multi") + pushes + encode("exec"))
    good = len([c.read() for _ in range(n + 2)][-1]) == n
    return time.monotonic() - began, good


beside_them = [pushes_for_others() for _ in range(3)]
c.ask("rpush", "299:499", "a")
c.ask("rpush", "shared", *range(299))
check("each has its own, in the order in which they came", crowd[299].read() == [b"299:499", b"a"]
      and [x.read() for x in crowd[:299]] == [[b"shared", b"%d" % i] for i in range(299)])
for x in crowd:
    x.close()
until(lambda: blocked() == 0)
alone = [pushes_for_others() for _ in range(3)]
check("who pushes for others does not look through all that wait", all(good for _, good in beside_them + alone)
      and min(beside_them) < (4 * max(alone)[0] + 0.5, True), (beside_them, alone))

# ---- Receipts: of what it found last.

waits("blpop", "r1", "r2", 0, of=d)
d2 = server.client()
for i in range(3):
    d2.ask("multi")
    d2.ask("rpush", "r1", "x")
    d2.ask("del", "r1")
    d2.ask("exec")
d2.ask("rpush", "r2", "e")
d.read()
d.ask("receipt", "on")
waits("blpop", "r1", "r2", 0, of=d)
for i in range(3):
    d2.ask("multi")
    d2.ask("rpush", "r1", "x")
    d2.ask("del", "r1")
    d2.ask("exec")
d2.ask("rpush", "r2", "e")
check("receipts: of the answer, and not of what was before", d.read() == [b"r2", b"e"]
      and d.ask("receipt").count(b"receipt ") == 2)
for x in many[20:]:
    x.close()

# ---- The store is behind when its turn comes: so it waits, and who goes away then gets nothing, either.

behind = Server("behind", "--slots", "512", "--unsealed-most", "60000", name="d")
b, o = behind.client(), behind.client()
b.ask("set", "a", "b")
b.ask("seal")
store = subprocess.run(["ps", "-o", "pid=,args=", "--ppid", str(behind.p.pid)], capture_output=True, text=True).stdout
store = [int(line.split()[0]) for line in store.splitlines() if "fairlead-monitor-store" in line]
for pid in store:
    os.kill(pid, signal.SIGSTOP)


def figure(name):
    return int(o.ask("info").split(name + b":")[1].split(b"\r")[0])


for i in range(20):  # until no more may be changed before the store has it
    x = behind.client()
    x.send("blpop", "q", 0)
    until(lambda: figure(b"blocked_clients") == 1)
    b.s.sendall(encode("multi") + encode("set", "k", b"v" * 60000) * 15 + encode("rpush", "q", i)
                + encode("exec"))
    for _ in range(18):
        b.read()
    if figure(b"waiting_to_change"):
        break
    x.read()
    x.close()
x.close()
for pid in store:
    os.kill(pid, signal.SIGCONT)
check("who goes away while it waits for the store gets nothing", until(lambda: figure(b"waiting_to_change") == 0)
      and until(lambda: figure(b"connected_clients") == 2) and b.ask("lrange", "q", 0, -1) == [b"%d" % i], i)
behind.stop()

# ---- The end.

for _ in range(5):  # a machine that is busy takes longer; what waits for its patience takes five seconds each time
    waits("blpop", "q", 0, of=d)
    began = time.monotonic()
    status, took, end = server.stop(), time.monotonic() - began, d.f.read(1)
    if status or end or took < 4:
        break
    server = Server("db", "--slots", "512", "--timeout", "3000000")
    c, d = server.client(), server.client()
check("it stops, whoever waits", status == 0 and took < 4 and end == b"", (status, took, end))

# ---- An answer is sent when it is sealed; users; one of several servers.

users = os.path.join(folder, "users")
with open(users, "w") as f:
    f.write("user default on nopass ~* +@all\nuser w on >pw ~jobs:* +blpop +blmove +@connection\n")
os.chmod(users, 0o600)
cluster = os.path.join(folder, "cluster")
with open(cluster, "w") as f:
    f.write("me 127.0.0.1:1 0-16383\n")
server = Server("db2", "--acknowledge", "sealed", "--gate", "process", "--users", users, "--cluster", cluster,
                "--cluster-me", "me", name="b")
c, d = server.client(), server.client()
d.ask("auth", "w", "pw")
check("a user has the keys that it may use", isinstance(d.ask("blpop", "jobs:a", "other", 0), Error)
      and isinstance(d.ask("blmove", "jobs:a", "other", "left", "left", 0), Error)
      and isinstance(d.ask("brpop", "jobs:a", 0), Error))
waits("blpop", "jobs:a", 0, of=d)
c.ask("rpush", "jobs:a", "1", "2")
check("sealed", d.read() == [b"jobs:a", b"1"] and c.ask("lrange", "jobs:a", 0, -1) == [b"2"])
check("keys of one slot", c.ask("blpop", "{x}1", "{x}2", "0.01") is None
      and c.ask("blpop", "a", "b", 0).text.startswith("CROSSSLOT")
      and c.ask("lmove", "a", "b", "left", "left").text.startswith("CROSSSLOT"))
e = waits("brpop", "jobs:b", 0)
c.ask("rpush", "jobs:b", "1")
got = e.read()
server.p.kill()
server.p.wait()
server = Server("db2", "--gate", "process", "--cluster", cluster, "--cluster-me", "me", name="b")
c = server.client()
check("after a crash", got == [b"jobs:b", b"1"] and c.ask("exists", "jobs:b") == 0
      and c.ask("lrange", "jobs:a", 0, -1) == [b"2"])
server.stop()

# ---- Through TLS.

server = tls_server("db3", name="c")
tls = server.client
c = tls()
d, e = waits("blpop", "q", 0, of=tls()), waits("blpop", "q", 0, of=tls())
for part in (encode("ping"), encode("echo", "x" * 100000)):
    d.s.sendall(part)
    time.sleep(0.02)
check("through TLS, too", c.ask("rpush", "q", "1") == 1 and d.read() == [b"q", b"1"] and d.read() == "PONG"
      and d.read() == b"x" * 100000 and blocked() == 1)
e.close()
check("and who goes away", [time.sleep(0.01) for _ in range(200) if blocked()] is not None and blocked() == 0
      and c.ask("rpush", "q", "2") == 1 and c.ask("lrange", "q", 0, -1) == [b"2"])
waits("blpop", "none", 0, of=d)
check("it stops", server.stop() == 0 and d.f.read(1) == b"")
done()
