# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Groups of a stream's readers: random commands, and what is there after each, beside Redis; who waits; limits;
crashes; what goes out and comes in."""
import os
import random
import re
import select
import signal
import subprocess

import containers
from harness import SERVE, Client, Error, Server, check, done, folder, redis_server, until

random.seed(int(os.environ.get("FUZZ_SEED", "1")))
ROUNDS = int(os.environ.get("FUZZ_N", "1500"))
PROGRAMS = os.path.dirname(SERVE)
MIB = 1 << 20
CROWDED = "a list or stream 1048576"
KEYS = [b"s0", b"s1"]
server = Server("db", "--slots", "512", "--timeout", "3000000")
redis = redis_server()
c = server.client()


def whole(c, key):
    return c.ask("xinfo", "stream", key, "full", "count", 0)


def settle(e):
    """What is said back of what a client said may be cut."""
    return re.split(" '|option ", e.text)[0] if e.text.startswith(("NOGROUP", "ERR Unrec")) else e.text


def alike(words, a, b):
    if isinstance(a, Error) or isinstance(b, Error):
        return isinstance(a, Error) and isinstance(b, Error) and settle(a) == settle(b)
    same = containers.same(words, a, b)
    return a == b if same is None else same


def conversation(ours, theirs, rounds):
    for i in range(rounds):
        k = lambda: random.choice(KEYS)
        words = containers.groups(k(), k()) if random.random() < 0.6 else containers.streams(k(), k())
        if random.random() < 0.01:
            words = random.choice([("del", k()), ("set", k(), "x"), ("rename", k(), k()), ("copy", k(), k(), "replace"),
                                   ("flushall",), ("del", *KEYS)])
        a, b = ours.ask(*words), theirs.ask(*words)
        if not alike(words, a, b):
            return i, words, a, b
        for k in KEYS:
            a, b = whole(ours, k), whole(theirs, k)
            if not (isinstance(a, Error) and isinstance(b, Error) or containers.nearly(a, b)):
                return i, words, a, b
    return None


if redis:
    theirs = Client(redis)
    for setting in containers.SETTINGS:
        theirs.ask("config", "set", *setting)
    for hello in (2, 3):
        ours = server.client()
        for client in (ours, theirs):
            client.ask("flushall")
            if hello == 3:
                client.send("hello", 3)
                while client.f.readline() != b"modules\r\n":
                    pass
                client.f.readline()
        different = conversation(ours, theirs, ROUNDS)
        check(f"{ROUNDS} random commands are answered as in Redis, in RESP{hello}", different is None, different)
        ours.close()
    theirs.close()
else:
    check("random commands are answered as in Redis # SKIP redis-tools is not installed", True)

# ---- Who waits ----


def blocked(c, n):
    return until(lambda: b"blocked_clients:%d\r" % n in c.ask("info", "clients"))


def waiting(port):
    """What those that wait are told, of each program."""
    c, told = Client(port), []
    c.ask("flushall")

    def program(waits, *commands, left=0):
        c.ask("xgroup", "create", "w", "g", "$", "mkstream")
        c.ask("xgroup", "create", "w", "h", "$", "mkstream")
        clients = []
        for w in waits:
            clients.append(Client(port))
            clients[-1].send(*w)
            blocked(c, len(clients))
        for words in commands:
            if not isinstance(words[0], str):  # a transaction
                c.ask("multi")
                for w in words:
                    c.ask(*w)
                words = ("exec",)
            c.ask(*words)
        as_many = blocked(c, left)
        said = [repr(x.read()) if select.select([x.s], [], [], 0 if left else 60)[0] else "waits" for x in clients]
        for x in clients:
            x.close()
        pending = c.ask("xpending", "w", "g", "-", "+", 9)
        told.append((as_many, said, [row[:2] + row[3:] for row in pending] if isinstance(pending, list) else
                     str(pending).split(" '")[0]))
        blocked(c, 0)
        c.ask("del", "w", "v")

    add = ("xadd", "w", "5-1", "f", "v")
    who = lambda name, group="g": ("xreadgroup", "group", group, name, "block", 0, "streams", "w", ">")
    program([who("c")], add)
    program([who("c"), who("d")], add, left=1)
    program([who("c"), who("d"), who("e", "h")], add, left=1)
    program([who("c"), who("d")], add, ("xadd", "w", "5-2", "f", "v"))
    program([who("c"), who("d")], [add, ("xadd", "w", "5-2", "f", "v")], left=1)
    program([who("c"), ("xread", "block", 0, "streams", "w", "$")], add)
    program([who("c"), who("d", "h")], ("xgroup", "destroy", "w", "g"), left=1)
    program([who("c"), who("d", "h")], ("xgroup", "setid", "w", "g", 0), add)
    program([who("c")], ("del", "w"))
    program([who("c")], ("set", "w", "x"))
    program([who("c")], ("flushall",))
    program([who("c")], ("rename", "w", "v"))
    program([who("c")], [("del", "w"), add])
    program([who("c")], [("del", "w"), ("rpush", "w", "x")])
    program([who("c")], ("pexpire", "w", 1))
    program([who("c"), who("d")], ("xreadgroup", "group", "g", "e", "streams", "w", ">"), add,
            left=1)
    c.ask("xgroup", "create", "v", "g", "$", "mkstream")
    program([("xreadgroup", "group", "g", "c", "block", 0, "streams", "v", "w", ">", ">"), who("d")], add,
            left=1)
    c.ask("xgroup", "create", "v", "g", "$", "mkstream")
    program([("xreadgroup", "group", "g", "c", "count", 1, "noack", "block", 0, "streams", "v", "w", ">", ">")],
            [add, ("xadd", "w", "6-1", "f", "v"), ("xadd", "v", "6-1", "f", "v")])
    c.ask("xgroup", "create", "v", "g", "$", "mkstream")
    program([("xreadgroup", "group", "g", "c", "block", 0, "streams", "v", "w", ">", ">")], ("del", "v"))
    c.ask("xgroup", "create", "w", "g", "$", "mkstream")
    told.append(c.ask("xreadgroup", "group", "g", "c", "block", 20, "streams", "w", ">"))
    told.append([row[1] for row in c.ask("xinfo", "consumers", "w", "g")])
    c.ask("multi")
    c.ask(*who("c"))
    told.append(c.ask("exec"))
    c.ask("del", "w")
    c.close()
    return told


ours = waiting(server.port)
if redis:
    theirs = waiting(redis)
    check("who waits is told as in Redis", ours == theirs, [(a, b) for a, b in zip(ours, theirs) if a != b])
check("and somebody was", len(ours) > 20 and all(program[0] for program in ours[:-3]), ours)

# ---- Limits. The head takes 46 bytes; a group 40, and its name; a consumer 12, and its name; what is pending 34 each.

c.ask("flushall")
check("1,024 groups, and no more", all(c.ask("xgroup", "create", "many", "g%d" % i, 0, "mkstream") == "OK"
      for i in range(1024)) and CROWDED in c.ask("xgroup", "create", "many", "more", 0).text
      and [g[1] for g in c.ask("xinfo", "groups", "many")] == sorted(b"g%d" % i for i in range(1024))
      and c.ask("xgroup", "destroy", "many", "g7") == 1 and c.ask("xgroup", "create", "many", "more", 0) == "OK")
check("1,024 consumers, and no more", all(c.ask("xgroup", "createconsumer", "many", "g1", "c%d" % i) == 1
      for i in range(1024)) and CROWDED in c.ask("xgroup", "createconsumer", "many", "g1", "more").text
      and c.ask("xadd", "many", "1-1", "f", "v") == b"1-1"
      and CROWDED in c.ask("xreadgroup", "group", "g1", "more", "streams", "many", ">").text
      and len(c.ask("xinfo", "consumers", "many", "g1")) == 1024
      and c.ask("xreadgroup", "group", "g1", "c1000", "streams", "many", ">") == [[b"many", [[b"1-1", [b"f", b"v"]]]]]
      and CROWDED in c.ask("xclaim", "many", "g1", "more", 0, "1-1").text
      and CROWDED in c.ask("xautoclaim", "many", "g1", "more", 0, 0).text
      and c.ask("xgroup", "delconsumer", "many", "g1", "c5") == 0
      and c.ask("xautoclaim", "many", "g1", "more", 0, 0) == [b"0-0", [[b"1-1", [b"f", b"v"]]], []]
      and c.ask("xpending", "many", "g1", "-", "+", 5)[0][1] == b"more")
check("names of so many bytes", c.ask("xgroup", "create", "wide", b"g" * 65535, 0, "mkstream") == "OK"
      and CROWDED in c.ask("xgroup", "create", "wide", b"h" * 65536, 0).text
      and c.ask("xgroup", "createconsumer", "wide", b"g" * 65535, b"c" * 65525) == 1
      and CROWDED in c.ask("xgroup", "createconsumer", "wide", b"g" * 65535, b"c" * 65526).text
      and c.ask("xinfo", "consumers", "wide", b"g" * 65535)[0][1] == b"c" * 65525
      and c.ask("xinfo", "groups", "wide")[0][1] == b"g" * 65535)
# All of it is full: 46 + 41 + 13 + 34 for each of two entries of 31 + n.
left = MIB - 46 - 41 - 13
full = [b"w" * 65535] * 15 + [b"w" * (left - 2 * 34 - 31 - 26 - 15 * 65537 - 2)]
c.ask("xgroup", "create", "full", "g", 0, "mkstream")
check("a full stream", c.ask("xadd", "full", 1, "f", "") == b"1-0" and c.ask("xadd", "full", 2, *full) == b"2-0"
      and c.ask("xreadgroup", "group", "g", "c", "streams", "full", ">")[0][1] == [[b"1-0", [b"f", b""]],
                                                                                 [b"2-0", full]]
      and c.ask("xpending", "full", "g")[0] == 2)
check("where nothing has room any more", CROWDED in c.ask("xgroup", "createconsumer", "full", "g", "").text
      and CROWDED in c.ask("xgroup", "create", "full", "h", 0).text and c.ask("xack", "full", "g", "1-0") == 1
      and CROWDED in c.ask("xadd", "full", 3, "f", "12345").text and c.ask("xadd", "full", 3, "f", "1") == b"3-0"
      and CROWDED in c.ask("xreadgroup", "group", "g", "c", "streams", "full", ">").text
      and CROWDED in c.ask("xreadgroup", "group", "g", "c", "streams", "full", "full", ">", 0).text
      and CROWDED in c.ask("xclaim", "full", "g", "c", 0, "1-0", "force").text
      and c.ask("xinfo", "groups", "full")[0][7] == b"2-0")
check("but what needs none", c.ask("xreadgroup", "group", "g", "c", "noack", "streams", "full", ">")
      == [[b"full", [[b"3-0", [b"f", b"1"]]]]] and c.ask("xack", "full", "g", "2-0") == 1
      and c.ask("xclaim", "full", "g", "c", 0, "1-0", "force", "justid") == [b"1-0"])
for i in range(0, 3000, 500):
    c.ask("multi")
    for j in range(500):
        c.ask("xadd", "long", i + j + 1, "", "")
    c.ask("exec")
c.ask("xgroup", "create", "long", "g", 0)
many = c.ask("xreadgroup", "group", "g", "a", "count", 2000, "streams", "long", ">")
check("two thousand at once", [e[0] for e in many[0][1]] == [b"%d-0" % i for i in range(1, 2001)]
      and c.ask("xpending", "long", "g") == [2000, b"1-0", b"2000-0", [[b"a", b"2000"]]])
check("every other one, and again", c.ask("xack", "long", "g", *range(1, 2001, 2)) == 1000
      and c.ask("xgroup", "setid", "long", "g", 0) == "OK"
      and len(c.ask("xreadgroup", "group", "g", "b", "count", 1999, "streams", "long", ">")[0][1]) == 1999
      and c.ask("xpending", "long", "g") == [2000, b"1-0", b"2000-0", [[b"a", b"1"], [b"b", b"1999"]]]
      and c.ask("xgroup", "delconsumer", "long", "g", "b") == 1999
      and c.ask("xpending", "long", "g", "-", "+", 9)[0][:2] == [b"2000-0", b"a"])
check("too much at once", "several commands" in c.ask("xclaim", "long", "g", "a", 0, *range(1, 2900)).text
      and "several commands" in c.ask("xclaim", "full", "g", "a", 0, *["9-9"] * 1100, "force").text
      and "several commands" in c.ask("xreadgroup", "group", "g", "a", "streams", *["full"] * 70, *[">"] * 70).text
      and "1024 streams" in c.ask("xreadgroup", "group", "g", "a", "streams", *["w"] * 1025, *[">"] * 1025).text)
# 1,023 consumers, and what is pending of each: 1,023 x 8,300 steps would be too many.
c.ask("del", "long")
c.ask("xgroup", "create", "long", "g", 0, "mkstream")
for i in range(0, 8300, 500):
    c.ask("multi")
    for j in range(i, min(i + 500, 8300)):
        c.ask("xadd", "long", j + 1, "", "")
    c.ask("exec")
c.ask("multi")
for i in range(1023):
    c.ask("xreadgroup", "group", "g", "c%04d" % i, "count", 8 if i < 1022 else 200, "streams", "long", ">")
c.ask("exec")
sums = [(b"c%04d" % i, 8 if i < 1022 else 8300 - 8 * 1022) for i in range(1023)]
check("of so many who has how many, at once", c.ask("xpending", "long", "g") ==
      [8300, b"1-0", b"8300-0", [[who, b"%d" % n] for who, n in sums]]
      and [tuple(x[1:4:2]) for x in c.ask("xinfo", "consumers", "long", "g")] == sums
      and c.ask("xinfo", "stream", "long")[1] == 8300
      and "several commands" in c.ask("xinfo", "stream", "long", "full").text)
c.ask("del", "long")

# ---- Several streams, transactions, scripts, names, times ----

for k in ("x", "y"):
    c.ask("xgroup", "create", k, "g", 0, "mkstream")
    for i in range(3):
        c.ask("xadd", k, i + 1, "f", b"v" * 60000)
entry = lambda i: [b"%d-0" % i, [b"f", b"v" * 60000]]
check("several streams as one step", c.ask("xreadgroup", "group", "g", "c", "count", 2, "streams", "x", "y", "x", "x",
      ">", ">", ">", 0) == [[b"x", [entry(1), entry(2)]], [b"y", [entry(1), entry(2)]], [b"x", [entry(3)]],
                            [b"x", [entry(1), entry(2)]]]
      and isinstance(c.ask("xreadgroup", "group", "g", "c", "streams", "y", "none", ">", ">"), Error)
      and c.ask("xpending", "y", "g")[0] == 2)
c.ask("multi")
for words in (("xreadgroup", "group", "g", "d", "block", 0, "streams", "y", ">"), ("xack", "y", "g", "1-0", "1-0"),
              ("xclaim", "y", "g", "d", 0, "2-0", "justid"), ("xpending", "y", "g"),
              ("xreadgroup", "group", "g", "d", "block", 0, "streams", "y", ">"), ("xgroup", "destroy", "y", "h")):
    c.ask(*words)
check("in a transaction", c.ask("exec") == [[[b"y", [entry(3)]]], 1, [b"2-0"],
                                            [2, b"2-0", b"3-0", [[b"d", b"2"]]], None, 0])
check("in a script", c.ask("eval", "redis.call('xgroup', 'create', KEYS[1], 'g', '0', 'mkstream') "
      "redis.call('xadd', KEYS[1], '1-1', 'f', 'v') return redis.call('xreadgroup', 'group', 'g', 'c', 'streams', "
      "KEYS[1], '>')", 1, "lua") == [[b"lua", [[b"1-1", [b"f", b"v"]]]]]
      and "not allowed with BLOCK option from scripts" in c.ask("eval", "return redis.call('xreadgroup', 'group', 'g', "
                                                                "'c', 'block', '0', 'streams', KEYS[1], '>')", 1,
                                                                "lua").text and c.ask("del", "lua") == 1)
check("another name, a copy, a time", c.ask("pexpire", "y", 10**9) == 1 and c.ask("rename", "y", "z") == "OK"
      and c.ask("copy", "z", "y") == 1 and c.ask("xack", "y", "g", "2-0") == 1 and c.ask("xpending", "y", "g")[0] == 1
      and c.ask("xpending", "z", "g")[0] == 2 and c.ask("pttl", "y") > 10**8)
check("of another type", c.ask("set", "string", "x") == "OK" and all(
    c.ask(*w.split()).text.startswith("WRONGTYPE") for w in (
        "xgroup create string g 0 mkstream", "xgroup destroy string g", "xack string g 1-1", "xpending string g",
        "xreadgroup group g c streams string >", "xclaim string g c 0 1-1", "xautoclaim string g c 0 0",
        "xinfo stream string", "xinfo groups string", "xinfo consumers string g")))
check("which words are keys", [c.ask("command", "getkeys", *w.split()) for w in (
    "xreadgroup group streams streams count 1 noack block 0 streams a b > >", "xgroup create a g 0", "xack a g 1",
    "xpending a g", "xclaim a g c 0 1", "xautoclaim a g c 0 0", "xinfo stream a")]
      == [[b"a", b"b"]] + [[b"a"]] * 6)

# ---- A crash, out, and in again; a Redis ----

c.ask("del", "many", "full", "string", "x")
for i in range(1500):
    c.ask("xadd", "out", i + 1, "f", "v")
for g in ("a", "b"):
    c.ask("xgroup", "create", "out", g, 5, "entriesread", 5)
c.ask("xgroup", "create", "out", "c", "99-99")
c.ask("xgroup", "createconsumer", "out", "a", "idle")
for i in range(3):
    c.ask("xreadgroup", "group", "a", "c%d" % i, "count", 400, "streams", "out", ">")
c.ask("xclaim", "out", "a", "c1", 0, *range(10, 100, 3), "retrycount", 7, "idle", 5000)
c.ask("xreadgroup", "group", "b", "c", "count", 3, "streams", "out", ">")
c.ask("xclaim", "out", "b", "c", 0, 6, "retrycount", (1 << 63) - 1)
c.ask("xclaim", "out", "b", "c", 0, 6)
c.ask("xreadgroup", "group", "b", "c", "streams", "out", 0)
c.ask("xdel", "out", 7, 20)


def told(c):
    """But for when who was seen, and what is pending of what was deleted, which no export has."""
    def plain(x):
        return [plain(y) for i, y in enumerate(x) if i == 0 or x[i - 1] != b"seen-time"] if isinstance(x, list) else x
    return {k: plain(whole(c, k)) for k in sorted(c.ask("keys", "*"))}


before = told(c)
c.ask("seal")
server.stop(signal.SIGKILL)
server = Server("db", "--slots", "512")
c = server.client()
check("after a crash all of it is there", told(c) == before and len(before) == 4, before.keys())
c.ask("xack", "out", "a", 7, 20)
c.ask("xack", "out", "b", 7)
before = told(c)
server.stop()


def program(which, *words, data=None):
    p = subprocess.run([os.path.join(PROGRAMS, "fairlead-monitor-" + which), *words], input=data, capture_output=True,
                       timeout=300)
    return p.returncode, p.stdout, p.stderr


def places(store, name):
    return ("--store", os.path.join(folder, store), "--key", os.path.join(folder, name + ".key"), "--anchor",
            os.path.join(folder, name + ".anchor"))


status, out, err = program("export", *places("db", "a"), "-q")
check("export", status == 0 and out.count(b"XCLAIM") < 100, (err, out.count(b"XCLAIM")))
status, _, err = program("import", *places("db2", "b"), data=out)
check("import", status == 0, err)
server = Server("db2", "--gate", "process", "--commit-every", "5", "--anchor-every", "10", name="b")
c = server.client()
again = told(c)
check("all of it is there", again == before,
      [(k, again.get(k), before[k]) for k in before if again.get(k) != before[k]])
if redis:
    r = Client(redis)
    r.ask("flushall")
    r.s.sendall(out)
    r.send("echo", "the end")
    said = []
    while said[-1:] != [b"the end"]:
        said.append(r.read())
    there = told(r)
    check("a Redis takes the export", not any(isinstance(x, Error) for x in said)
          and all(containers.nearly(there[k], before[k]) for k in before) and there.keys() == before.keys(),
          [x for x in said if isinstance(x, Error)][:3])
    r.close()
c.ask("receipt", "on")
got = c.ask("xreadgroup", "group", "b", "c", "count", 1, "streams", "out", ">")
lines = c.ask("receipt").split(b"\n")
check("a receipt of what was there, and of what it is then", got == [[b"out", [[b"9-0", [b"f", b"v"]]]]]
      and len(lines) >= 4, (got, lines))
server.stop()

# ---- A real client ----

server = Server("db3", name="c")
try:
    import redis as library
except ImportError:
    library = None
if library:
    r = library.Redis(port=server.port)
    r.xgroup_create("jobs", "workers", id="0", mkstream=True)
    ids = [r.xadd("jobs", {"n": i}) for i in range(5)]
    first = r.xreadgroup("workers", "one", {"jobs": ">"}, count=3, block=100)
    second = r.xreadgroup("workers", "two", {"jobs": ">"}, noack=False)
    pending = r.xpending("jobs", "workers")
    listed = r.xpending_range("jobs", "workers", "-", "+", 10, consumername="one")
    check("redis-py reads, and says it is done", [i for i, _ in first[0][1]] == ids[:3]
          and [i for i, _ in second[0][1]] == ids[3:] and pending["pending"] == 5
          and [(x["name"], x["pending"]) for x in pending["consumers"]] == [(b"one", 3), (b"two", 2)]
          and [x["message_id"] for x in listed] == ids[:3] and listed[0]["times_delivered"] == 1
          and r.xack("jobs", "workers", *ids[:2]) == 2)
    check("redis-py claims", [i for i, _ in r.xclaim("jobs", "workers", "two", 0, [ids[2]])] == [ids[2]]
          and r.xautoclaim("jobs", "workers", "three", 0, justid=True) == ids[2:]
          and r.xinfo_groups("jobs")[0]["lag"] == 0 and r.xinfo_stream("jobs")["length"] == 5
          and [x["name"] for x in r.xinfo_consumers("jobs", "workers")] == [b"one", b"three", b"two"]
          and r.xgroup_delconsumer("jobs", "workers", "three") == 3 and r.xgroup_destroy("jobs", "workers") == 1)
else:
    check("redis-py # SKIP it is not installed", True)
server.stop()
done()
