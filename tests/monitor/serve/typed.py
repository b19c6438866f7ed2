# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Values that are no strings: their limits; what a crash leaves; receipts, and who reads them; what goes out and comes
in; and that no bytes of one type are ever another one's."""
import os
import random
import re
import signal
import subprocess

import containers
from fairlead_receipts import Client as Believer, Refused
from harness import SERVE, Client, Error, Server, check, done, encode, folder, redis_server

random.seed(int(os.environ.get("FUZZ_SEED", "1")))
PROGRAMS = os.path.dirname(SERVE)
MIB = 1 << 20
WRONGTYPE = Error("WRONGTYPE Operation against a key holding the wrong kind of value")
CROWDED = "item has at most 65535 bytes, a list or stream 1048576"

# How each is made, told, and how its items are in Redis' answer.
MAKE = {"hash": "hset", "list": "rpush", "set": "sadd", "zset": "zadd"}
TELL = {"hash": ("hgetall",), "list": ("lrange", 0, -1), "set": ("smembers",),
        "zset": ("zrange", 0, -1, "withscores"), "stream": ("xrange", "-", "+")}
ASK = {"hash": ("hlen",), "list": ("llen",), "set": ("scard",), "zset": ("zcard",), "stream": ("xlen",)}
NAMED = {"zset": b"sorted set"}


def items_of(kind, n, size=4):
    made = [b"%d" % i + b"x" * size for i in range(n)]
    if kind == "zset":
        return [w for i, m in enumerate(made) for w in (b"%d" % (7 * i % n), m)]
    if kind == "stream":  # one entry of many words
        return [b"7-*"] + [w for m in made for w in (m, m[::-1])]
    return [w for m in made for w in (m, m[::-1])] if kind == "hash" else made


def encoding(items):
    return b"".join(len(i).to_bytes(2, "big") + i for i in items)


def in_order(kind, items):
    """As `tell` has them."""
    if kind == "zset":
        some = sorted((float(s), m, s) for s, m in containers.pairs(items))
        return [w for _, m, s in some for w in (m, s)]
    return sorted(items) if kind == "set" else items


def tell(c, kind, key):
    got = c.ask(TELL[kind][0], key, *TELL[kind][1:])
    return sorted(got) if kind == "set" and isinstance(got, list) else got


server = Server("db", "--slots", "512", "--near", "0")
c = server.client()
for kind, make in MAKE.items():
    items = items_of(kind, 300, 1 if kind == "hash" else 8)
    want = in_order(kind, items)
    c.ask(make, kind, *items)
    check(f"{kind}: 300", tell(c, kind, kind) == want and c.ask("type", kind) == kind)
    check(f"{kind}: what it has no room for is said, and it is as it was",
          CROWDED in getattr(c.ask(make, kind, *items_of(kind, 1, 65000) * (17 if kind == "list" else 1)), "text", "")
          and tell(c, kind, kind) == want)
    c.ask("del", "most", "tx", "ty", "s")
    two = in_order(kind, items[:2])
    large = {"zset": [b"0.5", b"l" * 32757, b"2", b"m" * 32758], "list": [b"l" * 65534] * 16}.get(
        kind, [b"l" * 32765, b"m" * 32766])
    check(f"{kind}: so many bytes, and no more", isinstance(c.ask(make, "most", *large), int)
          and tell(c, kind, "most") == in_order(kind, large)
          and CROWDED in c.ask(make, "more", *large[:-1], large[-1] + b"m").text and c.ask("exists", "more") == 0)
    check(f"{kind}: nor an item of 65,536", isinstance(c.ask(make, "more", b"1", b"i" * 65536), Error))
    if kind == "hash":
        c.ask("hset", "full", "f", "1.5", "g", b"x" * (65535 - 18), "h", "")
        check("hash: of 65,535 bytes, a sum in the place of a number as long", c.ask("hincrbyfloat", "full", "f", "1")
              == b"2.5" and CROWDED in c.ask("hincrbyfloat", "full", "f", "0.25").text
              and CROWDED in c.ask("hincrbyfloat", "full", "i", "1").text and c.ask("hget", "full", "f") == b"2.5"
              and c.ask("hlen", "full") == 3)
    c.ask("multi")
    c.ask("set", "s", "1")
    c.ask(make, "s", *items[:2])
    c.ask(make, "tx", *items[:2])
    check(f"{kind}: in a transaction", c.ask("exec")[:2] == ["OK", WRONGTYPE]
          and tell(c, kind, "tx") == two)
    check(f"{kind}: its time, another name, a copy", c.ask("pexpire", "tx", 10**9) == 1 and c.ask("rename", "tx", "ty")
          == "OK" and c.ask("pttl", "ty") > 10**8 and c.ask("copy", "ty", "tx") == 1 and tell(c, kind, "tx")
          == two and c.ask("set", "ty", "x") == "OK" and c.ask("get", "ty") == b"x")
    c.ask("set", kind + "?", encoding(items))
    check(f"{kind}: the bytes that it is made of are a string", c.ask("type", kind + "?") == "string"
          and c.ask(*ASK[kind], kind + "?") == WRONGTYPE and c.ask("strlen", kind + "?") == len(encoding(items)))
    check(f"{kind}: strings' commands do not touch it", all(c.ask(*w) == WRONGTYPE for w in (
        ("get", kind), ("append", kind, "x"), ("incr", kind), ("setrange", kind, 1, "x"), ("setbit", kind, 1, 1),
        ("getset", kind, "x"), ("getdel", kind), ("getex", kind), ("incrbyfloat", kind, 1), ("set", kind, "x", "get"),
        ("strlen", kind), ("getrange", kind, 0, 1), ("getbit", kind, 1), ("substr", kind, 0, 1)))
          and tell(c, kind, kind) == want and c.ask("mget", kind) == [None] and c.ask("setnx", kind, "x") == 0)
    check(f"{kind}: SCAN of that type", c.ask("scan", 0, "type", kind, "count", 100)[1]
          and all(c.ask("type", k) == kind for k in c.ask("scan", 0, "type", kind, "count", 100)[1]))
    check(f"{kind}: a lock's script", c.ask("eval", "if redis.call('get',KEYS[1]) == ARGV[1] then return "
          "redis.call('del',KEYS[1]) else return 0 end", 1, kind, "x").text.startswith(WRONGTYPE.text))

# ---- A stream: one entry may be as large as all of it.

some = [(b"%d-%d" % (i // 3 + 1, i % 3), [b"f", b"v%d" % i, b"g", b""]) for i in range(200)]
for i, words in some:
    c.ask("xadd", "stream", i, *words)
want = [[i, words] for i, words in some]
check("stream: 200", tell(c, "stream", "stream") == want and c.ask("type", "stream") == "stream"
      and c.ask("object", "encoding", "stream") == b"stream" and c.ask("xrevrange", "stream", "+", "-") == want[::-1]
      and c.ask("xrange", "stream", "(5-1", "7", "count", 4) == want[14:18])
check("stream: of what follows the clock", (lambda a, now: now[0] * 1000 <= int(a.split(b"-")[0]) + 2000 and
      c.ask("xdel", "stream", a) == 1)(c.ask("xadd", "stream", "*", "f", "v"), [int(c.ask("time")[0])])
      and tell(c, "stream", "stream") == want)
c.ask("xadd", "ahead", "99999999999999-7", "f", "v")
check("stream: and what is ahead of the clock", c.ask("xadd", "ahead", "*", "f", "v") == b"99999999999999-8"
      and c.ask("xadd", "ahead", "99999999999999-18446744073709551615", "f", "v")
      and c.ask("xadd", "ahead", "*", "f", "v") == b"100000000000000-0"
      and c.ask("xadd", "ahead", "18446744073709551615-18446744073709551615", "f", "v")
      and "exhausted" in c.ask("xadd", "ahead", "*", "f", "v").text
      and c.ask("xread", "streams", "ahead", "18446744073709551615-18446744073709551615") is None
      and len(c.ask("xread", "streams", "ahead", "18446744073709551615-18446744073709551614")[0][1]) == 1)
# Its head takes 46 bytes, an entry 26, a word 2.
full = [b"w" * 65535] * 15 + [b"w" * (MIB - 46 - 26 - 15 * 65537 - 2)]
check("stream: so many bytes, and no more", c.ask("xadd", "wide", "1", *full) == b"1-0"
      and c.ask("xrange", "wide", "-", "+") == [[b"1-0", full]]
      and CROWDED in c.ask("xadd", "more", "1", *full[:-1], full[-1] + b"w").text and c.ask("exists", "more") == 0
      and CROWDED in c.ask("xadd", "more", "1", "f", b"w" * 65536).text and c.ask("exists", "more") == 0
      and CROWDED in c.ask("xadd", "wide", "2", "f", "v").text and c.ask("xlen", "wide") == 1)
check("stream: unless as much goes", c.ask("xadd", "wide", "maxlen", 1, "2", "f", "v") == b"2-0"
      and c.ask("xrange", "wide", "-", "+") == [[b"2-0", [b"f", b"v"]]])
full = 0
while isinstance(c.ask("xadd", "many", full + 1, "f", b"v" * 6000), bytes):
    full += 1
check("stream: a full one of many entries", full == (MIB - 46) // (26 + 3 + 6002) and c.ask("xlen", "many") == full)
check("stream: is read backwards", c.ask("xrevrange", "many", "+", "-")
      == [[b"%d-0" % i, [b"f", b"v" * 6000]] for i in range(full, 0, -1)])
check("stream: more streams than are looked through at once", "several commands" in
      c.ask("xread", "streams", *["many"] * 70, *[full] * 70).text
      and c.ask("xread", "streams", *["many"] * 60, *[full] * 60) is None)
check("stream: more IDs than are looked for in one so large", "several commands" in
      c.ask("xdel", "many", *[0] * (8388608 // full + 1)).text and c.ask("xdel", "many", *[0] * (8388608 // full)) == 0)
check("stream: is trimmed, nearly as exactly", c.ask("xtrim", "many", "maxlen", "~", 100) == full - 100
      and c.ask("xtrim", "many", "maxlen", "~", 5, "limit", 10) == 10
      and c.ask("xtrim", "many", "minid", full - 1) == 88
      and [e[0] for e in c.ask("xrange", "many", "-", "+")] == [b"%d-0" % (full - 1), b"%d-0" % full])
for i in range(600):  # more than there are places
    c.ask("xadd", "few", i + 1, "", "")
check("stream: six hundred, and backwards", [e[0] for e in c.ask("xrevrange", "few", 599, 2)]
      == [b"%d-0" % i for i in range(599, 1, -1)])
c.ask("del", "wide", "many", "few", "ahead", "tx", "ty")
c.ask("multi")
c.ask("xadd", "tx", "1-1", "f", "v")
c.ask("xadd", "tx", "1-1", "f", "v")
c.ask("xread", "block", 0, "streams", "tx", "1-1")
c.ask("xread", "block", 0, "streams", "tx", 0)
check("stream: in a transaction", (lambda got: [got[0], isinstance(got[1], Error), *got[2:]])(c.ask("exec"))
      == [b"1-1", True, None, [[b"tx", [[b"1-1", [b"f", b"v"]]]]]])
check("stream: its time, another name, a copy", c.ask("pexpire", "tx", 10**9) == 1 and c.ask("rename", "tx", "ty")
      == "OK" and c.ask("pttl", "ty") > 10**8 and c.ask("copy", "ty", "tx") == 1 and c.ask("xadd", "tx", 5, "f", "v")
      and c.ask("pttl", "tx") > 10**8 and tell(c, "stream", "ty") == [[b"1-1", [b"f", b"v"]]])
check("stream: an empty one is there", c.ask("xdel", "ty", "1-1") == 1 and c.ask("xlen", "ty") == 0
      and c.ask("exists", "ty") == 1 and c.ask("xadd", "ty", "1-1", "f", "v").text.endswith("target stream top item"))
check("stream: other types' commands, and of other types", all(c.ask(*w) == WRONGTYPE for w in (
    ("get", "stream"), ("append", "stream", "x"), ("hset", "stream", "f", "v"), ("lpush", "stream", "x"),
    ("zadd", "stream", 1, "m"), ("sadd", "stream", "m"), ("xadd", "hash", "*", "f", "v"), ("xlen", "list"),
    ("xrange", "set", "-", "+"), ("xdel", "zset", "1-1"), ("xtrim", "hash", "maxlen", 1), ("xsetid", "hash", 1),
    ("xread", "streams", "stream", "list", 0, 0))) and tell(c, "stream", "stream") == want)
check("stream: SCAN of that type", sorted(c.ask("scan", 0, "type", "stream", "count", 100)[1])
      == [b"stream", b"tx", b"ty"])
script = "return redis.call('xadd', KEYS[1], unpack(ARGV))"
check("stream: in a script", c.ask("eval", script, 1, "lua", "1-1", "f", "v") == b"1-1"
      and c.ask("eval", "return redis.call('xread', 'count', 1, 'streams', KEYS[1], '0')", 1, "lua")
      == [[b"lua", [[b"1-1", [b"f", b"v"]]]]] and "not allowed with BLOCK option from scripts" in
      c.ask("eval", "return redis.call('xread', 'count', '1', 'BLOCK', '0', 'streams', KEYS[1], '0')", 1, "lua").text
      and c.ask("eval", "return redis.call('xread', 'streams', 'block', '0')", 0) is None and c.ask("del", "lua") == 1)
check("stream: which words are keys", [c.ask("command", "getkeys", *w.split()) for w in (
    "xread count streams block 1 streams a b 0 0", "xread streams a 0", "xadd k * f v")]
      == [[b"a", b"b"], [b"a"], [b"k"]] and all(isinstance(c.ask("command", "getkeys", *w.split()), Error) for w in (
          "xread streams a b 0", "xread x streams a 0")))
large = [b"v" * 65535] * 14
for k in "xy":
    c.ask("xadd", k, "1-1", *large)
check("stream: several large ones in one answer", c.ask("xread", "streams", "x", "none", "y", "x", 0, 0, 0, 0)
      == [[k, [[b"1-1", large]]] for k in (b"x", b"y", b"x")] and c.ask("del", "x", "y") == 2)

c.ask("watch", "list")
check("LPOP of none", c.ask("lpop", "list", 0) == [] and c.ask("multi") == "OK" and c.ask("ping") == "QUEUED"
      and c.ask("exec") == ["PONG"])
c.ask("hset", "sums", "f", "x", "g", "1e308")
check("HINCRBYFLOAT says what is no number", [c.ask("hincrbyfloat", "sums", *w).text for w in (
    ("g", "x"), ("g", "inf"), ("f", "1"), ("f", "x"))] == [
        "ERR value is not a valid float", "ERR value is NaN or Infinity", "ERR hash value is not a float",
        "ERR value is not a valid float"])

# ---- What looks through much for one client: others have their turns.

small = [i.to_bytes(2, "big") for i in range(16000)]
for i in range(0, 16000, 400):
    c.ask("sadd", "members", *small[i:i + 400])
    c.ask("hset", "names", *[w for m in small[i // 2:i // 2 + 200] for w in (m, b"")])
c.ask("rpush", "elements", *small)
for i in range(0, 5000, 250):
    c.ask("zadd", "ranks", *[w for m in small[i:i + 250] for w in (str(-int.from_bytes(m, "big")), m)])
MANY = Error("ERR too many names or members at once for one so large: say them in several commands")
check("too many names or members at once", all(c.ask(*w) == MANY for w in (
    ("sadd", "members", *[b"no"] * 600), ("srem", "members", *[b"no"] * 600), ("smismember", "members", *[b"no"] * 600),
    ("hmget", "names", *[b"no"] * 600), ("hdel", "names", *[b"no"] * 600), ("hset", "names", *[b"no"] * 1200),
    ("hmset", "names", *[b"no"] * 1200), ("sadd", "fresh", *small), ("hset", "fresh", *small),
    ("zadd", "ranks", *[b"1"] * 1700), ("zrem", "ranks", *small[:1700]), ("zmscore", "ranks", *small[:1700]),
    ("zadd", "fresh", *[b"1"] * 6000))))
check("and nothing of it is done", c.ask("scard", "members") == 16000 and c.ask("hlen", "names") == 8000
      and c.ask("exists", "fresh") == 0 and c.ask("sismember", "members", "no") == 0
      and c.ask("zcard", "ranks") == 5000)
check("a sorted set of five thousand", c.ask("zrange", "ranks", 0, -1) == small[4999::-1]
      and c.ask("zrange", "ranks", 0, -1, "rev") == small[:5000] and c.ask("zrank", "ranks", small[10]) == 4989
      and c.ask("zrange", "ranks", -77, -70, "byscore") == small[77:69:-1] and c.ask("zcount", "ranks", "(-77", 0) == 77
      and c.ask("zpopmin", "ranks", 2) == [small[4999], b"-4999", small[4998], b"-4998"]
      and c.ask("zrem", "ranks", *small[:1600]) == 1600 and c.ask("zpopmax", "ranks") == [small[1600], b"-1600"]
      and c.ask("zremrangebyscore", "ranks", "-inf", -2000) == 2998 and c.ask("zcard", "ranks") == 399)
check("fewer are not too many", c.ask("smismember", "members", *small[-500:]) == [1] * 500
      and c.ask("hmget", "names", *small[7500:8000]) == [b""] * 500 and c.ask("sadd", "fresh", *small[:4000]) == 4000
      and c.ask("srem", "members", *small[-300:]) == 300 and c.ask("sadd", "members", *small[-300:]) == 300)
c.ask("sunionstore", "some", "fresh")
check("too many members to compare", all("8388608 pairs" in c.ask(*w).text for w in (
    ("sinter", "members", "fresh"), ("sunion", "fresh", "members"), ("sdiffstore", "some", "fresh", "members")))
      and c.ask("scard", "some") == 4000)
# Lists have more room: what is moved for each element is bounded, or moved once.
for _ in range(4):
    c.ask("rpush", "queue", *[b"a", b"b"] * 30000)
elements = [b"a", b"b"] * 120000
check("240,000 elements", c.ask("llen", "queue") == len(elements))
elements = elements[:140000] + [b"b"] * 50000
check("of the last of them each other one goes", c.ask("lrem", "queue", -50000, "a") == 50000
      and c.ask("lrange", "queue", 0, -1) == elements)
check("and of the first, and all", c.ask("lrem", "queue", 50000, "b") == 50000
      and c.ask("lrem", "queue", 0, "a") == 70000 and c.ask("lrange", "queue", 0, -1) == [b"b"] * 70000)
check("more is moved for one command than others wait for", "several commands" in
      c.ask("lpush", "queue", *["x"] * 8000).text and c.ask("lpush", "queue", *["x"] * 3000) == 73000
      and c.ask("rpush", "queue", *["x"] * 30000) == 103000 and c.ask("lrange", "queue", 2999, 3000) == [b"x", b"b"])
check("a full one", c.ask("rpush", "whole", *[b"l" * 65534] * 16) == 16)
got = c.ask("lmove", "queue", "whole", "left", "right")
check("to which nothing is moved, and nothing is lost", CROWDED in getattr(got, "text", "")
      and c.ask("llen", "queue") == 103000 and c.ask("lmove", "whole", "whole", "right", "left") == b"l" * 65534, got)
got = c.ask("rpoplpush", "whole", "queue")
check("but from it", got == b"l" * 65534 and c.ask("llen", "queue") == 103001 and c.ask("lpop", "queue") == got, got)
c.ask("del", "queue", "whole")
c.ask("sadd", "long", b"l" * 65533)
check("too much, though there is nothing to compare it with", all("16 MiB" in c.ask(*w).text for w in (
    ("sdiff", "nothing", *["long"] * 300), ("sunionstore", "some", *["long"] * 60000)))
      and c.ask("scard", "some") == 4000 and c.ask("sdiff", "nothing", *["long"] * 250) == [])
c.ask("sadd", "few", *small[:400:2], b"no")
check("fewer are not", c.ask("sinterstore", "some", "members", "few") == 200 and tell(c, "set", "some")
      == sorted(small[:400:2]) and c.ask("sdiffstore", "some", "members", "few") == 15800
      and tell(c, "set", "some") == sorted(small[1:400:2] + small[400:])
      and c.ask("sdiff", "few", "members") == [b"no"])
c.ask("sadd", "wide", b"w" * 40000)
c.ask("sadd", "broad", b"b" * 40000)
check("what is too large for a set is said, and nothing is done", CROWDED in c.ask("sunion", "wide", "broad").text
      and CROWDED in c.ask("sunionstore", "few", "wide", "broad").text and c.ask("scard", "few") == 201
      and c.ask("sinter", "wide", "broad") == [] and c.ask("sdiff", "broad", "wide") == [b"b" * 40000])
check("another type is another type, and is written over", c.ask("sinterstore", "few", "nothing", "elements")
      == WRONGTYPE and c.ask("scard", "few") == 201 and c.ask("sunionstore", "elements2", "few") == 201
      and c.ask("set", "elements2", "x", "px", 10**9) == "OK" and c.ask("sdiffstore", "elements2", "few") == 201
      and c.ask("pttl", "elements2") == -1 and c.ask("sinterstore", "elements2", "few", "nothing") == 0
      and c.ask("exists", "elements2") == 0)
c.ask("del", "some", "few", "wide", "broad")
check("the last elements, the last one first", c.ask("rpop", "elements", 10000) == small[:5999:-1]
      and c.ask("rpop", "elements", 65) == small[5999:5934:-1] and c.ask("lrange", "elements", 0, -1) == small[:5935])
drawn = c.ask("srandmember", "members", -5000), c.ask("hrandfield", "names", -3000, "withvalues")
check("drawn with repetitions", len(drawn[0]) == 5000 and set(drawn[0]) <= set(small) and len(set(drawn[0])) > 3000
      and set(drawn[1][::2]) <= set(small[:8000]) and set(drawn[1][1::2]) == {b""} and len(drawn[1]) == 6000)
d = server.client()
d.ask("ping")
os.kill(server.p.pid, signal.SIGSTOP)
c.s.sendall(encode("set", "turn", "first") + encode("hlen", "names") * 200 + encode("set", "turn", "last"))
d.send("get", "turn")
os.kill(server.p.pid, signal.SIGCONT)
seen = d.read()
check("two hundred commands of one client, and others come in between", [c.read() for _ in range(202)]
      == ["OK"] + [8000] * 200 + ["OK"] and seen != b"last" and c.ask("get", "turn") == b"last", seen)
d.close()
# What the export has to say in more than one XSETID, and no XSETID would take.
check("stream: last IDs before deleted ones, and as many as can be counted",
      [c.ask("xadd", "apart", "5-5", "f", "v"), c.ask("xdel", "apart", "5-5"), c.ask("xsetid", "apart", "3-0"),
       c.ask("xadd", "apart", "4-0", "f", "v"), c.ask("xadd", "added", "1-0", "f", "v"),
       c.ask("xsetid", "added", "1-0", "entriesadded", 2 ** 63 - 1), c.ask("xadd", "added", "2-0", "f", "v")]
      == [b"5-5", 1, "OK", b"4-0", b"1-0", "OK", b"2-0"])
before = {k: (c.ask("type", k), c.ask("pexpiretime", k)) for k in sorted(c.ask("keys", "*"))}
told = {k: tell(c, kind, k) for k, (kind, _) in before.items() if kind != "string"}
state = c.ask("seal")
c.ask("hset", "after", "f", "v")
c.ask("pexpire", "after", 10**9)

# ---- RESP3


def raw(c, *words):
    c.send(*words)
    return c.f.readline()


d = server.client()
d.send("hello", 3)
while d.f.readline() != b"modules\r\n":  # and that there are none
    pass
d.f.readline()
check("RESP3: a map", raw(d, "hgetall", "after") == b"%1\r\n" and d.f.read(14) == b"$1\r\nf\r\n$1\r\nv\r\n")
c.ask("sadd", "after2", "m")
check("RESP3: a set", raw(d, "smembers", "after2") == b"~1\r\n" and d.f.read(7) == b"$1\r\nm\r\n"
      and c.ask("spop", "after2") == b"m" and c.ask("exists", "after2") == 0)
c.ask("zadd", "after2", "-inf", "m", "0.1", "n", "-0", "o")
check("RESP3: doubles, in pairs", raw(d, "zrange", "after2", 0, -1, "withscores") == b"*3\r\n"
      and d.f.read(66) == b"*2\r\n$1\r\nm\r\n,-inf\r\n*2\r\n$1\r\no\r\n,0\r\n*2\r\n$1\r\nn\r\n,0.10000000000000001\r\n"
      and raw(d, "zscore", "after2", "o") == b",0\r\n" and c.ask("zremrangebyrank", "after2", 0, -1) == 3
      and c.ask("exists", "after2") == 0)
check("RESP3: streams in a map", raw(d, "xread", "count", 1, "streams", "tx", "ty", 0, 0) == b"%1\r\n"
      and d.f.read(43) == b"$2\r\ntx\r\n*1\r\n*2\r\n$3\r\n1-1\r\n*2\r\n$1\r\nf\r\n$1\r\nv\r\n")
check("RESP3: null", raw(d, "hget", "after", "g") == b"_\r\n")
check("RESP3: pairs", raw(d, "hrandfield", "after", 1, "withvalues") == b"*1\r\n" and d.f.readline() == b"*2\r\n")
d.close()

# ---- A crash, and a start: the redo log has them, and a checkpoint.

c.ask("seal")
server.stop(signal.SIGKILL)
server = Server("db", "--slots", "512")
c = server.client()
check("after a crash all of it is there", c.ask("hgetall", "after") == [b"f", b"v"] and c.ask("pttl", "after") > 10**8
      and {k: (c.ask("type", k), c.ask("pexpiretime", k)) for k in before} == before
      and {k: tell(c, before[k][0], k) for k in told} == told)
c.ask("del", "after")
server.stop()

# ---- Out, and in again; into a Redis, and from there.


def program(which, *words, data=None):
    p = subprocess.run([os.path.join(PROGRAMS, "fairlead-monitor-" + which), *words], input=data, capture_output=True,
                       timeout=300)
    return p.returncode, p.stdout, p.stderr


def places(store, name):
    return ("--store", os.path.join(folder, store), "--key", os.path.join(folder, name + ".key"), "--anchor",
            os.path.join(folder, name + ".anchor"))


status, out, err = program("export", *places("db", "a"), "-q")
check("export", status == 0, err)
check("in pieces", max(int(n) for n in re.findall(rb"(?:^|\n)\*(\d+)\r\n\$\d+\r\n[A-Z]+\r", out)) == 130)
status, _, err = program("import", *places("db2", "b"), data=out)
check("import", status == 0, err)
server = Server("db2", name="b")
c = server.client()
check("all of it is there", {k: (c.ask("type", k), c.ask("pexpiretime", k)) for k in sorted(c.ask("keys", "*"))}
      == before and {k: tell(c, before[k][0], k) for k in told} == told)
server.stop()
check("a file that takes one type for another", program("import", *places("db3", "c"), data=encode("set", "s", "1")
      + encode("hset", "s", "f", "v"))[0] == 1)
redis = redis_server()
if redis:
    r = Client(redis)
    for setting in containers.SETTINGS:
        r.ask("config", "set", *setting)
    r.s.sendall(out)
    said = [r.read()]
    while not str(said[-1]).startswith("b'fairlead export end"):
        said.append(r.read())
    check("a Redis takes the export", not any(isinstance(x, Error) for x in said)
          and {k: tell(r, before[k][0], k) for k in told} == told)
    r.close()
else:
    check("a Redis takes the export # SKIP redis-tools is not installed", True)

# ---- Receipts, of a gate in a process of its own.

server = Server("db2", "--gate", "process", "--commit-every", "5", "--anchor-every", "10", name="b")
c = server.client()


def receipts_of(*words):
    c.ask("receipt", "on")
    answer = c.ask(*words)
    lines = c.ask("receipt").split(b"\n")
    c.ask("seal")
    for i in range(1, len(lines), 2):
        lines[i] = c.ask("certificate", lines[i][3:])
    return answer, b"\n".join(lines) + b"\n"


def checked(lines):
    with open(os.path.join(folder, "lines"), "wb") as f:
        f.write(lines)
    return program("check", os.path.join(folder, "b.key.pub"), os.path.join(folder, "lines"))


for kind, make in [*MAKE.items(), ("stream", "xadd")]:
    answer, lines = receipts_of("type", kind)
    status, said, err = checked(lines)
    check(f"{kind}: a receipt says what it is", status == 0 and b": got key" in said
          and b": %s " % NAMED.get(kind, kind.encode()) in said, (said, err))
    python = subprocess.run(["python3", "examples/monitor/check.py", os.path.join(folder, "b.key.pub"),
                             os.path.join(folder, "lines")], capture_output=True)
    check(f"{kind}: in Python, too", python.returncode == 0 and python.stdout == said, python)
    lie = re.sub(rb"receipt ([0-9a-f]{138})..", rb"receipt \g<1>01", lines)
    check(f"{kind}: and nobody makes a string of it", lie != lines and checked(lie)[0] == 1)
    none = re.sub(rb"receipt ([0-9a-f]{138})..", rb"receipt \g<1>07", lines)
    check(f"{kind}: nor what there is not", b"this is no receipt" in checked(none)[2], checked(none))
    answer, lines = receipts_of(make, "new", *items_of(kind, 3))
    status, said, err = checked(lines)
    check(f"{kind}: a receipt of what is written", status == 0 and b": wrote key" in said and
          b": %s " % NAMED.get(kind, kind.encode()) in said, (said, err))
    c.ask("del", "new")
check("an answer that it is of another type has one, too", c.ask("get", "hash") == WRONGTYPE
      and b" of " in c.ask("receipt").replace(b"\n", b" "))
with open(os.path.join(folder, "b.key.pub"), "rb") as f:
    key = f.read()
believer = Believer("127.0.0.1", server.port, key, lambda: open(os.path.join(folder, "b.anchor"), "rb").read(),
                    library=os.environ["FAIRLEAD_RECEIPTS"])
check("what MGET calls nothing is proved", believer.call("mget", "hash", "nothing") == [None, None]
      and believer.call("exists", "hash") == 1)
try:
    believer.call("get", "hash")
    check("and an error is none that is", False)
except Refused as why:
    check("and an error is none that is", str(why).startswith("WRONGTYPE"))
believer.close()
server.stop(signal.SIGKILL)
server = Server("db2", "--gate", "process", name="b")
c = server.client()
check("and after a crash", {k: tell(c, before[k][0], k) for k in told} == told)
server.stop()
done()
