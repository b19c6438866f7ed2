# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The protocol: random commands, in pieces and in pipelines, answered as Redis answers them; limits; what is ours."""
import hashlib
import os
import random
import re
import subprocess
import sys
import time

import containers
from harness import GATE, Client, Error, Gone, Server, check, done, encode, folder, redis_server

random.seed(int(os.environ.get("FUZZ_SEED", "1")))
ROUNDS = int(os.environ.get("FUZZ_N", "1500"))
server = Server("db", "--slots", "512", "--log", os.path.join(folder, "log"))
redis = redis_server()

KEYS = [b"k%d" % i for i in range(60)] + [b"", b"\0\xff\r\n", b"x" * 3000]


def key():
    return random.choice(KEYS)


def value():
    kind = random.random()
    if kind < 0.3:
        return str(random.randrange(-1000, 1000)).encode()
    if kind < 0.4:
        return random.choice([b"9223372036854775807", b"-9223372036854775808", b"9223372036854775808", b"01", b" 1",
            b"+1",
                              b"-0", b"-", b"", b"1x"])
    if kind < 0.9:
        return os.urandom(random.randrange(300))
    return os.urandom(1) * random.choice([199, 200, 201, 15800, 15872, 15873, 16384, 40000])


def place():
    return random.choice([0, 1, -1, 2, -5, 30, 199, -200, 16000, 65534, -65536, 10**9, -2**63, 2**63 - 1, "", "1.5"])


# A moment is no life of Redis' that ours would see the same: nothing between -1 and some hours.
EXTREMES = ["-9223372036854775808", "-9223372036854775809", "9223372036854775807", "9223372036854775808", "x", "", "+7",
            "-9223372036854776", "-9223372036854775", "9223372036854775", "9223372036854776", "-1", "0",
            "4000000000000"]


# A number is written in one way, in Redis: no sign, zero or space too many.
SPELLINGS = ["01", "00", "-0", "-01", "+1", "1 ", "-", "0", "7", "-7"]


def caseless(word):
    return "".join(random.choice((c.lower(), c.upper())) for c in word)


def command():
    """Times are far away: what is asked of both does not depend on when."""
    if random.random() < 0.4:
        name, *words = containers.command(key)
        return (caseless(name), *words)
    far = random.randrange(5000, 90000)
    name, *words = random.choice([
        lambda: ("get", key()), lambda: ("get", key()), lambda: ("set", key(), value()), lambda: ("set", key(),
            value()),
        lambda: ("set", key(), value(), caseless("nx")), lambda: ("set", key(), value(), caseless("xx"), "GET"),
        lambda: ("set", key(), value(), "EX", far), lambda: ("set", key(), value(), "px", far * 1000),
        lambda: ("set", key(), value(), "KEEPTTL"), lambda: ("set", key(), value(), "get"),
        lambda: ("set", key(), value(), "nx", "xx"), lambda: ("set", key(), value(), "ex"), lambda: ("set", key(),
            value(), "ex", "0"),
        lambda: ("set", key(), value(), "ex", "-5"), lambda: ("set", key(), value(), "EXAT", 4000000000),
        lambda: ("set", key(), value(), "PXAT", 4000000000000), lambda: ("set", key(), value(), "EX", 100, "KEEPTTL"),
        lambda: ("set", key(), value(), "bogus"),
        lambda: ("del", *[key() for _ in range(random.randrange(1, 5))]), lambda: ("unlink", key()),
        lambda: ("exists", *[key() for _ in range(random.randrange(1, 5))]),
        lambda: ("mget", *[key() for _ in range(random.randrange(1, 12))]),
        lambda: ("mset", *[w for _ in range(random.randrange(1, 8)) for w in (key(), value())]),
        lambda: ("mset", key(), value(), key()),
        lambda: ("incr", key()), lambda: ("decr", key()), lambda: ("incrby", key(), random.randrange(-10**6, 10**6)),
        lambda: ("decrby", key(), random.randrange(-10**6, 10**6)), lambda: ("incrby", key(), "9223372036854775807"),
        lambda: ("decrby", key(), "-9223372036854775808"), lambda: ("incrby", key(), "x"),
        lambda: (random.choice(["incrby", "decrby"]), key(), random.choice(SPELLINGS)),
        lambda: (random.choice(["getrange", "substr"]), key(), *random.choices(SPELLINGS, k=2)),
        lambda: ("setrange", key(), random.choice(SPELLINGS), value()[:300]),
        lambda: ("setbit", key(), *random.choices(SPELLINGS, k=2)), lambda: ("getbit", key(), random.choice(SPELLINGS)),
        lambda: (random.choice(["expireat", "pexpireat"]), key(), random.choice(SPELLINGS)),
        lambda: ("set", key(), value(), random.choice(["ex", "exat"]), "0" + str(far * 10**6)),
        lambda: ("select", random.choice(["00", "-0", "+0"])),
        lambda: ("getset", key(), value()), lambda: ("getdel", key()), lambda: ("setnx", key(), value()),
        lambda: ("setex", key(), far, value()), lambda: ("psetex", key(), far * 1000, value()),
        lambda: ("setex", key(), 0, value()), lambda: ("strlen", key()), lambda: ("type", key()),
        lambda: ("expire", key(), far), lambda: ("pexpire", key(), far * 1000), lambda: ("expire", key(), -1),
            lambda: ("expire", key(), 0),
        lambda: ("expireat", key(), 4000000000), lambda: ("pexpireat", key(), 4000000000000), lambda: ("expireat",
            key(), 1),
        lambda: ("ttl", key()), lambda: ("persist", key()), lambda: ("echo", os.urandom(20)), lambda: ("ping",),
        lambda: ("expire", key(), far, random.choice(["nx", "XX", "Gt", "lt", "bogus"])),
        lambda: ("pexpire", key(), far * 1000, random.choice(["nx", "xx", "gt", "lt"]), random.choice(["xx", "gt"])),
        lambda: ("expireat", key(), random.choice([1, 3999999999, 4000000001]), random.choice(["nx", "gt", "lt"])),
        lambda: (random.choice(["expire", "pexpire", "expireat", "pexpireat"]), key(), random.choice(EXTREMES)),
        lambda: ("set", key(), value(), random.choice(["ex", "px", "exat", "pxat"]), random.choice(EXTREMES)),
        lambda: (random.choice(["setex", "psetex"]), key(), random.choice(EXTREMES), value()),
        lambda: ("getex", key()), lambda: ("getex", key(), "persist"), lambda: ("getex", key(), "PERSIST", 1),
        lambda: ("getex", key(), random.choice(["ex", "px", "exat", "pxat"]), random.choice(EXTREMES)),
        lambda: ("getex", key(), "ex", far), lambda: ("getex", key(), "ex"), lambda: ("getex", key(), "nx"),
        lambda: ("expiretime", key()), lambda: ("pexpiretime", key()),
        lambda: ("append", key(), value()[:300]), lambda: ("append", key(), ""),
        lambda: ("setrange", key(), random.choice([0, 1, 5, 300, -1, "x", "9223372036854775808"]), value()[:300]),
        lambda: ("setrange", key(), random.choice([0, 7, -3, 70000]), ""),
        lambda: ("setbit", key(), random.choice([0, 1, 9, 2000, 20000, "x", -1, 2**32]), random.choice([0, 1, 1, 2])),
        lambda: ("getbit", key(), random.choice([0, 1, 9, 2000, 20000, 2**32 - 1, 2**32, "1.5"])),
        lambda: (random.choice(["getrange", "substr"]), key(), place(), place()),
        lambda: ("msetnx", *[w for _ in range(random.randrange(1, 3)) for w in (key(), value())]),
        lambda: (random.choice(["rename", "renamenx"]), key(), key()), lambda: ("copy", key(), key()),
        lambda: ("copy", key(), key(), caseless("replace"), "DB", 0), lambda: ("copy", key(), key(), "bogus"),
        lambda: ("multi",), lambda: ("exec",), lambda: ("exec",), lambda: ("discard",), lambda: ("unwatch",),
        lambda: ("watch", *[key() for _ in range(random.randrange(1, 4))]), lambda: ("dbsize",),
        lambda: ("bogus", key()),
        lambda: ("msetnx", key()), lambda: ("touch", *[key() for _ in range(random.randrange(1, 5))]),
        lambda: ("ping", "hello"), lambda: ("get",), lambda: ("get", key(), key()), lambda: ("select", 0),
    ])()
    return (caseless(name), *words)


def same(a, b):
    """Errors: that there is one; Redis' words are its own."""
    if isinstance(a, Error) or isinstance(b, Error):
        return isinstance(a, Error) and isinstance(b, Error)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    return a == b


def close_enough(words, a, b):
    """A second may pass between the two."""
    slack = {"ttl": 60, "expiretime": 60, "pexpiretime": 60000}.get(words[0].lower())
    return slack and isinstance(a, int) and isinstance(b, int) and a > 100 and abs(a - b) <= slack


def alike(words, a, b, queued):
    """`queued`: the commands of this transaction, whose answers come with EXEC's."""
    if (words[0].lower() in ("incr", "decr", "incrby", "decrby") or words[0][:1] in "xX") and isinstance(a, Error):
        if "subcommand" in a.text or not isinstance(b, Error):
            return isinstance(b, Error)
        cut = lambda e: re.split(" '|option ", e.text)[0] if e.text.startswith(("NOGROUP", "ERR Unrec")) else e.text
        return cut(a) == cut(b)  # word for word, but for what the client said
    if words[0].lower() == "exec" and isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) == len(queued) and all(map(lambda w, x, y: alike(w, x, y, []), queued, a, b))
    unordered = containers.same(words, a, b)
    if unordered is not None:
        return unordered
    return same(a, b) or close_enough(words, a, b)


def conversation():
    ours, theirs = server.client(), Client(redis)
    different, queued = None, []
    for setting in containers.SETTINGS:
        theirs.ask("config", "set", *setting)
    for _ in range(ROUNDS):
        batch = [command() for _ in range(random.choice([1, 1, 2, 16]))]
        data = b"".join(encode(*c) for c in batch)
        while data:  # in pieces: the parser is left in every place
            n = random.choice([len(data), len(data), 1, 7, random.randrange(1, len(data) + 1)])
            ours.s.sendall(data[:n])
            data = data[n:]
        theirs.s.sendall(b"".join(encode(*c) for c in batch))
        for c in batch:
            a, b = ours.read(), theirs.read()
            if not alike(c, a, b, queued):
                different = different or (c, a, b)
            if a == "QUEUED":
                queued.append(c)
            elif c[0].lower() in ("exec", "discard") or (c[0].lower() == "multi" and a == "OK"):
                queued = []
    ours.close()
    theirs.close()
    return different


def pattern():
    """Of what is in the names, and of what patterns are made of."""
    if random.random() < 0.1:
        return b"*" * random.randrange(1, 30) + random.choice([b"", b"9", b"x"])
    parts = [b"k", b"1", b"2", b"*", b"?", b"[0-9]", b"[^1]", b"[9-0]", b"[1", b"[", b"]", b"\\", b"\\k", b"[\\]1]",
             b"-", b"^", b"\xff", b"\0", b"[^", b"[^]", b"[a-", b"x", b"k[1-3]?"]
    made = b"".join(random.choice(parts) for _ in range(random.randrange(1, 6)))
    return made.replace(b"-\xff", b"-z")  # a range's end above 127 is below zero in Redis, where C's char has a sign


def names():
    ours, theirs = server.client(), Client(redis)
    for k in KEYS:
        for c in (ours, theirs):
            c.ask("set", k, "v")
    ours.ask("set", "k5", "v", "PX", "1")  # what is over is no name
    theirs.ask("del", "k5")
    time.sleep(0.01)
    for _ in range(300):
        p = pattern()
        a, b = ours.ask("keys", p), theirs.ask("keys", p)
        if sorted(a) != sorted(b):
            return p, set(a) ^ set(b)
        found, cursor = [], b"0"
        while True:
            cursor, some = ours.ask("scan", cursor, "count", random.randrange(1, 40), "MATCH", p)
            found += some
            if cursor == b"0":
                break
        if sorted(found) != sorted(b):
            return "scan", p, set(found) ^ set(b)
    ours.close()
    theirs.close()
    return None


if redis:
    different = conversation()
    check(f"{ROUNDS} batches of random commands are answered as Redis answers them", different is None, different)
    different = names()
    check("random patterns find the names that Redis finds", different is None, different)
else:
    check("random commands beside Redis # SKIP redis-tools is not installed", True)

c = server.client()
MOST, LEAST = 2**63 - 1, -2**63
OVERFLOW, NONE = (Error("ERR increment or decrement would overflow"),
                  Error("ERR value is not an integer or out of range"))
for start, words, want in (
        (MOST, ("incr",), OVERFLOW), (LEAST, ("decr",), OVERFLOW), (MOST, ("incrby", 1), OVERFLOW),
        (1, ("incrby", MOST), OVERFLOW), (-2, ("decrby", MOST), OVERFLOW), (-1, ("incrby", LEAST), OVERFLOW),
        (MOST, ("decrby", -1), OVERFLOW), (0, ("decrby", LEAST), Error("ERR decrement would overflow")),
        (0, ("incrby", MOST + 1), NONE), (0, ("decrby", LEAST - 1), NONE), (MOST + 1, ("incr",), NONE),
        (LEAST - 1, ("decr",), NONE), ("01", ("incr",), NONE), ("", ("incr",), NONE), ("1" * 60000, ("incr",), NONE),
        (" 1", ("decr",), NONE), (MOST - 1, ("incr",), MOST), (LEAST + 1, ("decr",), LEAST),
        (-1, ("incrby", MOST), MOST - 1)):
    c.ask("set", "sum", start, "px", 10**9)
    got = c.ask(words[0], "sum", *words[1:])
    kept = c.ask("get", "sum") == str(want if isinstance(want, int) else start).encode() and c.ask("pttl", "sum") > 0
    check(f"a sum: {str(start)[:20]} {' '.join(map(str, words))}", got == want and kept, got)
    c.ask("multi")
    c.ask("set", "sum", start)
    c.ask(words[0], "sum", *words[1:])
    got = c.ask("exec")
    check("in a transaction, too", got == ["OK", want], got)
c.ask("del", "sum")
MIB = 1 << 20
most = os.urandom(MIB)
check("a MiB is a value", c.ask("set", "large", most) == "OK" and c.ask("get", "large") == most
      and c.ask("getrange", "large", MIB - 3, -1) == most[-3:] and c.ask("setrange", "large", MIB - 1, "z") == MIB
      and c.ask("getset", "large", most) == most[:-1] + b"z")
check("a byte more is none", [getattr(c.ask(*w), "text", "")[:4] for w in (
    ("set", "large", most + b"v"), ("append", "large", "v"), ("setrange", "large", MIB, "v"),
    ("setbit", "large", 8 * MIB, 1), ("mset", "p", "1", "q", most + b"v"))] == ["ERR "] * 5)
check("and what was there is", c.ask("get", "large") == most and c.ask("get", "p") is None)
check("MSET of several such", c.ask("mset", "large2", most[::-1], "large3", most) == "OK"
      and c.ask("mget", "large3", "large2") == [most, most[::-1]] and c.ask("del", "large2", "large3") == 2)
check("likewise in a transaction", c.ask("multi") == "OK" and c.ask("set", "large2", most) == "QUEUED"
      and c.ask("append", "large2", "v") == "QUEUED" and c.ask("getdel", "large2") == "QUEUED"
      and (lambda got: got[0] == "OK" and isinstance(got[1], Error) and got[2] == most)(c.ask("exec")))
c.ask("set", "large", b"v" * 65535)


def in_time(ask):
    """Until the store answers within its 5 seconds: large values are read there each time, and this machine may be
    busy. EXEC has the error among its answers, MGET instead of them."""
    while True:
        got = ask()
        if not any(isinstance(a, Error) and a.text.startswith("STOREFAIL")
                   for a in (got if isinstance(got, list) else [got])):
            return got
        time.sleep(1.05)  # it is not started again sooner


got = in_time(lambda: c.ask("mget", *["large"] * 200))
check("an answer of many megabytes", got == [b"v" * 65535] * 200, got if isinstance(got, Error) else len(got))
d = server.client()
said = d.ask("mget", *["large"] * 1100)
check("of more than 64: an error, and the end", isinstance(said, Error) and "64 MiB" in said.text
      and d.f.read(1) == b"", said)
check("a thousand keys at once", c.ask("mset", *[w for i in range(1000) for w in (b"m%d" % i, b"w%d" % i)]) == "OK"
      and c.ask("mget", *[b"m%d" % i for i in range(1000)]) == [b"w%d" % i for i in range(1000)])
check("ECHO and PING of as much as a command may have", all(c.ask(x, b"e" * n) == b"e" * n
      for x in ("echo", "ping") for n in (4097, 16380, 65536, 4194000)))
check("an unknown command", isinstance(c.ask("xxadd", "k", "1", "v"), Error) and isinstance(c.ask("x" * 100), Error)
      and c.ask("ping") == "PONG")
check("a name that goes on is another one", isinstance(c.ask(b"get\0", "p"), Error) and isinstance(c.ask("getx",
    "p"), Error))

# All records.
d = server.client()
count = c.ask("dbsize")
wild = b"*" * 300 + b"b"
d.ask("set", b"a" * 60000, "v")
check("a pattern of many stars and a long name are answered before the client gives up", c.ask("keys", wild) == []
      and len(c.ask("keys", b"a" * 60000)[0]) == 60000)
check("SCAN of one type", c.ask("scan", 0, "TYPE", "stream", "count", 10000) == [b"0", []]
      and len(c.ask("scan", 0, "count", 10**9, "type", "string")[1]) == count + 1)
check("SCAN's mistakes", all(isinstance(c.ask("scan", *x), Error)
      for x in (("x",), ("-1",), ("0", "count"), ("0", "count", "0"), ("0", "count", "-1"), ("0", "what", "1"),
                ("18446744073709551616",))))
check("behind the last there is none", c.ask("scan", 2**64 - 1) == [b"0", []])
d.s.sendall(b"*-10\r\n*-1\r\n*0\r\n" + encode("ping"))
check("arrays of nothing, or less, have no answer", d.read() == "PONG")
check("what stands where a word should is said", all((lambda x: (x.s.sendall(b"*1\r\n" + b), x.read())[1].text)(
      server.client()) == f"ERR Protocol error: expected '$', got '{said}'" for b, said in ((b"x", "x"), (b"\0", "."))))


def beside_redis(ports, raw):
    """What each says to these bytes and a PING behind them: which kind of answer, and why it is no command."""
    said = []
    for p in ports:
        x = Client(p)
        x.s.sendall(raw + encode("ping"))
        got = x.read()
        said.append(got.text if isinstance(got, Error) and "Protocol" in got.text else type(got).__name__)
        x.close()
    return said


lengths = [b"1", b"01", b"+1", b" 1", b"1 ", b"-0", b"-1", b"-01", b"00", b"0", b"", b"+", b"-", b"1x", b"0x1"]
if redis:
    differ = [(raw, said) for raw in [b"*%s\r\n$1\r\nx\r\n" % n for n in lengths if n not in (b"0", b"-1")]
              + [b"*%s\r\n" % n for n in (b"0", b"-1")] + [b"*1\r\n$%s\r\nx\r\n" % n for n in lengths if n != b"0"]
              + [b"*1\r\n$0\r\n\r\n", b"*2\r\n$4\r\necho\r\n$03\r\nabc\r\n", b"*02\r\n$4\r\necho\r\n$3\r\nabc\r\n"]
              for said in [beside_redis((server.port, redis), raw)] if said[0] != said[1]]
    check("which lengths are numbers, as Redis says it", not differ, differ)
else:
    print("# no redis-tools: lengths are not compared")
refused = [beside_redis([server.port], raw)[0] for raw in (b"*01\r\n", b"*1\r\n$04\r\nping\r\n", b"*+1\r\n")]
check("a length has no zeros and no + before it", all("Protocol error" in said for said in refused), refused)
check("FLUSHDB's mistakes", isinstance(c.ask("flushdb", "now"), Error) and c.ask("dbsize") == count + 1)

# Several commands as one step.
d.ask("set", "m", "1")
check("a transaction", [c.ask("multi"), c.ask("incr", "m"), c.ask("get", "m"), c.ask("get"), c.ask("exec")][:3]
      == ["OK", "QUEUED", "QUEUED"] and c.ask("get", "m") == b"1")
c.ask("multi")
c.ask("incr", "m")
check("nobody sees half of it", d.ask("get", "m") == b"1" and c.ask("exec") == [2] and d.ask("get", "m") == b"2")
for how, expected in (("del", None), ("set", None), ("get", [b"3"]), ("expire", None)):
    d.ask("set", "m", "3")
    c.ask("watch", "other", "m")
    d.ask(how, "m", *{"set": ["4"], "expire": ["100"]}.get(how, []))
    c.ask("multi")
    c.ask("get", "m")
    check(f"a key that is watched, and {how}", c.ask("exec") == expected)
life = 30
while True:  # until it is there still when it is watched
    d.ask("set", "m", "3", "px", life)
    c.ask("watch", "m")
    if c.ask("exists", "m"):
        break
    c.ask("unwatch")
    life *= 2
while d.ask("exists", "m"):
    time.sleep(0.01)
c.ask("multi")
check("one whose time is over has changed", c.ask("exec") is None)
c.ask("watch", "m")
d.ask("set", "m", "4")
c.ask("unwatch")
c.ask("multi")
check("an empty one, after UNWATCH", c.ask("exec") == [])
c.ask("watch", "nothing there")
d.ask("multi")
d.ask("set", "m", "5")
d.ask("exec")
c.ask("multi")
check("another key's change is none", c.ask("exec") == [])
c.s.sendall(b"MULTI\r\nget  m\r\nset m 6 ex 100\r\n" + encode("get", "m") + b"exec\r\n")
check("lines among them", [c.read() for _ in range(5)] == ["OK", "QUEUED", "QUEUED", "QUEUED", [b"5", "OK", b"6"]])


def many_megabytes():
    c.ask("multi")
    for _ in range(60):
        c.ask("get", "large")
        c.ask("keys", "m*")
    return c.ask("exec")


answer = in_time(many_megabytes)
check("an answer of many megabytes is one", len(answer) == 120 and all(a == b"v" * 65535 for a in answer[::2])
      and all(len(a) > 1000 for a in answer[1::2]), [a for a in answer if isinstance(a, Error)])
c.ask("multi")
said = [c.ask("set", "m", b"v" * 240000) for _ in range(20)]
check("too much of it is refused", said[:17] == ["QUEUED"] * 17 and isinstance(said[19], Error)
      and isinstance(c.ask("exec"), Error) and c.ask("get", "m") == b"6" and c.ask("ping") == "PONG")
check("too many keys are not watched", isinstance(c.ask("watch", *[b"w%d" % i for i in range(1025)]), Error)
      and c.ask("unwatch") == "OK")
e = server.client()
e.ask("watch", "m")
e.ask("multi")
e.ask("set", "m", "7")
e.close()
check("one that is left is none", d.ask("set", "m", "8") == "OK" and d.ask("get", "m") == b"8")
c.ask("multi")
c.ask("seal")
c.ask("get", "m")
answer = c.ask("exec")
check("SEAL among them", answer[0].startswith(b"epoch ") and answer[1] == b"8")
d.ask("del", b"a" * 60000)
d.close()

# For people: lines of words.
c.s.sendall(b"SET inline hello  \r\nget   inline\n\r\n\nPING\r\nset p 5 ex 100000 \r\nincr\tp\r\n")
check("lines of words", [c.read() for _ in range(5)] == ["OK", b"hello", "PONG", "OK", 6])


def said_to_line(port, line):
    """A value, or that it is no command."""
    x = Client(port)
    x.s.sendall(b"SET quoted before\r\n" + line + b"\r\n" + encode("get", "quoted") + encode("strlen", ""))
    answers = []
    try:
        answers = [x.read() for _ in range(4)]
    except Gone:
        pass
    x.close()
    return None if len(answers) < 4 or any(isinstance(a, Error) for a in answers) else answers


words = [b'"', b"'", b"a", b" ", b"b", b'" "', b"\t", b"\\", b'"x y"', b"'x'", b'""', b"\\n", b"\xff"]
lines = [b'set quoted "hello world"', b"set quoted 'it''s'", b'set "quoted" x', b'"set" quoted "a',
         b'set quoted """a"""',
         b"SET quoted ''", b'set "" x', b'get quoted"', b"set quoted 'a\\'", b"set quoted 'a\\b'"] + [
         b"set quoted " + b"".join(random.choice(words) for _ in range(random.randrange(1, 7))) for _ in range(300)]
ours = [said_to_line(server.port, line) for line in lines]
check("quotes are around whole words", ours[0] and ours[0][2] == b"hello world" and ours[2] and ours[5] and ours[6]
      and not any(ours[i] for i in (1, 3, 4, 7, 8)) and ours[9] and sum(map(bool, ours)) > 40, ours[:10])
if redis:
    differ = [(line, a, b) for line, a in zip(lines, ours) if a for b in [said_to_line(redis, line)] if a != b]
    check("a line that is understood is as in Redis", not differ, differ)
c.ask("del", "", "quoted")

# Short lives.
c.ask("set", "brief", "x", "PX", 60)
was = c.ask("get", "brief")
time.sleep(0.1)
check("what is over is gone", was in (b"x", None) and c.ask("get", "brief") is None and c.ask("exists", "brief") == 0
      and c.ask("ttl", "brief") == -2 and c.ask("set", "brief", "y", "NX") == "OK" and c.ask("ttl", "brief") == -1)

mixed = []
for n in range(4):  # a command of many words, and a transaction, while a time ends
    c.ask("set", "brief", "x", "PX", 15 + 10 * n)
    if n % 2:
        said = c.ask("mget", *["brief"] * 60000)
    else:
        c.s.sendall(encode("multi") + encode("get", "brief") * 20000 + encode("exec"))
        said = [c.read() for _ in range(20002)][-1]
    if len(set(said)) != 1:
        mixed.append((n, said.count(None)))
check("one step has one time", not mixed, mixed)

bad = [b"*x\r\n", b"*1\r\n:1\r\n", b"*1\r\n$-2\r\n", b"*1\r\n$4\r\nPINGxx", b"*99999999\r\n", b"*1\r\n$9999999\r\n",
    b"a" * 5000,
       b"*2\r\n$4194000\r\n" + b"x" * 4194000 + b"\r\n$100000\r\n", b"*-05\r\n", b"PING\0PONG\r\n", b"*1\r\r",
           b"*1\r\n$1\r\r"]
for text in bad:
    d = server.client()
    d.s.sendall(text)
    try:
        answer = d.read()
        ended = d.f.read(1) == b""
    except (Gone, ConnectionResetError):
        answer, ended = None, True
    check(f"{text[:24]!r} is no command, and ends the connection", isinstance(answer, Error) and ended, answer)
    d.close()
d = server.client()
d.s.sendall(b"*0\r\n*-1\r\n" + encode("ping"))
check("empty arrays are passed over", d.read() == "PONG")
d.s.sendall(encode("set", "never", "v")[:-1])
name = b" addr=127.0.0.1:%d " % d.s.getsockname()[1]
d.close()
while name in c.ask("client", "list"):
    time.sleep(0.01)
check("half a command is none", c.ask("get", "never") is None)
d = server.client()
d.s.sendall(encode("quit") + encode("set", "never", "v"))
check("QUIT ends", d.read() == "OK" and d.f.read(1) == b"" and c.ask("get", "never") is None)

# What is ours.
info = c.ask("info").decode()
incarnation = int(info.split("incarnation:")[1].split("\r")[0])
check("INFO says that all is well", "status:ok" in info and incarnation > 1)
check("without RECEIPT ON there are none", isinstance(c.ask("receipt"), Error))
c.ask("receipt", "on")
lines = []
for words in [("set", "r", "v"), ("get", "r"), ("get", "nothing there"), ("incr", "n2"), ("expire", "r", 500),
    ("del", "r")]:
    c.ask(*words)
    lines.append(c.ask("receipt").decode())
pending = lines[-1].split("of ")[1].strip()
epoch = int(c.ask("seal").split()[1])
check("SEAL answers when it is sealed", int(c.ask("certified").split()[1]) >= epoch)
text = ""
for line in lines:
    number = line.split("of ")[1].strip()
    got = c.ask("certificate", number)
    text += line + (got.decode() if isinstance(got, bytes) else "")
public = os.path.join(folder, "a.key.pub")


def verdict(text):
    return subprocess.run(["bin/fairlead", "monitor", "check", "--key", public, "-"], input=text,
        capture_output=True, text=True)


# Of each key of a command, with what the client said.
check("a nonce", c.ask("receipt", "nonce", "00ff10") == "OK" and isinstance(c.ask("receipt", "nonce", "0"), Error)
      and isinstance(c.ask("receipt", "nonce", "0g"), Error) and isinstance(c.ask("receipt", "nonce", "00" * 33), Error)
      and isinstance(c.ask("receipt", "once", "00"), Error))
many = {}
for words in [("mset", "r1", "v", "r2", "w"), ("mget", "r1", "r2", "r3"), ("exists", "r1", "r3"),
              ("rename", "r1", "r4"), ("set", "r5", "x"), ("del", "r2", "r4", "r3"),
              ("mget", *[f"no{i}" for i in range(400)])]:
    got = c.ask(*words)
    many[words[0] + str(len(words))] = c.ask("receipt").decode()
c.ask("multi")
c.ask("incr", "r6")
c.ask("mget", "r6", "r7")
c.ask("exec")
many["exec"] = c.ask("receipt").decode()
count = {k: t.count("receipt ") for k, t in many.items()}
check("receipts of each key", count == {"mset5": 2, "mget4": 3, "exists3": 2, "rename3": 3, "set3": 1, "del4": 3,
                                        "mget401": 400, "exec": 3}, count)
c.ask("ping")
check("until the next command about keys", c.ask("receipt").decode() == many["exec"])
c.ask("mset", "word", "w", "most", 2 ** 63 - 1, "long", "x" * 1048576)  # none of them may be added to
c.ask("rpush", "alist", "1")
c.ask("hset", "ahash", "f", "w", "l", "y" * 65000)
wrong, failing = {}, ""
for key, *words in (
        ("word", "incr", "word"), ("word", "decrby", "word", 5), ("word", "incrbyfloat", "word", "1.5"),
        ("most", "incr", "most"), ("long", "append", "long", "x"), ("alist", "incr", "alist"),
        ("alist", "append", "alist", "x"), ("alist", "setrange", "alist", 3, "x"), ("alist", "get", "alist"),
        ("alist", "strlen", "alist"), ("alist", "hget", "alist", "f"), ("word", "lpush", "word", "x"),
        ("word", "zadd", "word", 1, "x"), ("word", "sadd", "word", "x"), ("ahash", "hincrby", "ahash", "f", 1),
        ("ahash", "hset", "ahash", "more", "z" * 1000), ("alist", "lset", "alist", 7, "x")):
    for before in ([], [("ping",)], [("get", "r5"), ("nosuch",)]):  # in the same piece
        c.s.sendall(b"".join(encode(*w) for w in [*before, words, ("receipt",)]))
        got = [c.read() for _ in range(len(before) + 2)][-2:]
        digest = hashlib.sha256(key.encode()).hexdigest()
        if not isinstance(got[0], Error) or isinstance(got[1], Error) or not re.fullmatch(
                rf"(receipt .{{72}}00{digest}(?!00).*\nof [0-9.]+\n)+", got[1].decode()):
            wrong[words[0], key, len(before)] = got
    failing += got[1].decode() if isinstance(got[1], bytes) else ""
check("an error that follows from what is there has a receipt of that", not wrong, wrong)
c.ask("multi")
for words in (("incr", "word"), ("get", "r5"), ("incr", "most"), ("set", "r5", "y")):
    c.ask(*words)
got = [type(x) for x in c.ask("exec")]
check("so has each in a transaction", got == [Error, bytes, Error, str] and
      c.ask("receipt").count(b"receipt ") == 4, got)
left = {}
for words in (("get",), ("set", "r5"), ("xadd", "r5", "x"), ("set", "r5", "x", "what"), ("mset", "r5", "x", "r6"),
              ("expire", "r5", "soon"), ("get", "k" * 65536)):
    c.ask("set", "r5", "x")
    if not isinstance(c.ask(*words), Error) or not isinstance(c.ask("receipt"), Error):
        left[words[0]] = words
    c.s.sendall(encode("get", "r5") + encode(*words) + encode("receipt"))
    got = [c.read() for _ in range(3)]
    if got[0] != b"x" or [type(x) for x in got[1:]] != [Error] * 2:
        left[words[0], "behind an answer"] = got
check("nor has one that is refused before anything is asked of the records", not left, left)
c.ask("receipt", "nonce", "")
c.ask("get", "r")
plain = c.ask("receipt").decode()
c.ask("seal")


def certified(lines):
    """Each receipt with its certificate."""
    whole = ""
    for a, b in zip(lines[::2], lines[1::2]):
        whole += f"{a}\n{b}\n{c.ask('certificate', b.split()[1]).decode()}"
    return whole


with_nonce = certified([x for t in many.values() for x in t.splitlines()[:20]])
text += certified(plain.splitlines()) + certified(many["mget4"].splitlines())


def with_option(nonce, text):
    return subprocess.run(["bin/fairlead", "monitor", "check", "--nonce", nonce, "--key", public, "-"], input=text,
                          capture_output=True, text=True)


got = with_option("00ff10", with_nonce)
check("all of them are certified, with the nonce", got.returncode == 0 and got.stdout.count("nonce 00ff10\n") ==
      got.stdout.count("certified: ") == with_nonce.count("receipt "), got)
keys_of = [hashlib.sha256(k).hexdigest() for k in (b"r1", b"r2", b"r3")]
three = verdict(certified(many["mget4"].splitlines())).stdout
check("MGET's are about its keys, in their order",
      [line.split("key ")[1][:64] for line in three.splitlines()] == keys_of, three)
check("not with another one, none, or one that is none", [with_option(n, t).returncode for n, t in [
    ("00ff11", with_nonce), ("00ff", with_nonce), ("00ff10", certified(plain.splitlines())), ("", with_nonce),
    ("0", with_nonce), ("00" * 33, with_nonce)]] == [1, 1, 1, 2, 2, 2])
got = verdict(certified(failing.splitlines()))
check("those of errors are certified", got.returncode == 0 and got.stdout.count(": got key ") ==
      failing.count("receipt ") >= 17, got)
good = verdict(text)
check("ten receipts are certified", good.returncode == 0 and good.stdout.count("certified: ") == 10, good)
check("in words", ": wrote key " in good.stdout and ": got key " in good.stdout and ": no value" in good.stdout)
accepted = []
for _ in range(ROUNDS // 10):  # every digit counts
    i = random.randrange(len(text))
    if text[i] not in "0123456789abcdef" or text[:i].rsplit("\n", 1)[-1].startswith("of"):
        continue
    changed = text[:i] + random.choice([x for x in "0123456789abcdef" if x != text[i]]) + text[i + 1:]
    if verdict(changed).returncode == 0:
        accepted.append((text[:i].rsplit("\n", 1)[-1][:12], i))
check("with one digit changed they are not", not accepted, accepted)
client = ["python3", "examples/monitor/check.py", public, "-"]


def by_client(text):
    return subprocess.run(client, input=text, capture_output=True, text=True)


theirs = by_client(text)
check("the client in Python says the same", theirs.returncode == 0 and theirs.stdout == good.stdout, theirs)
differ = []
ends = [i for i in range(len(text)) if text[i] in "\n "]
for n in range(ROUNDS // 25):  # where words begin and end as often as anywhere
    i = random.choice(ends) + random.randrange(2) if n % 2 else random.randrange(len(text))
    changed = random.choice([text[:i], text[i:], text[:i] + random.choice("0123456789abcdef\n ") + text[i + 1:],
                             text + text[i:]])
    if (verdict(changed).returncode == 0) != (by_client(changed).returncode == 0):
        differ.append(changed)
for a, b in (("receipt 46", "receipt 46 "), ("receipt 46", "receipt  46"), ("seal 46", "seal 46\t"),
             ("\npath ", "\npath +"), ("\npath ", "\npath  "), ("\npath ", "\npath -18446744073709551610"),
             ("\npath ", "\npath 0"), ("4c", "4C"), ("path ", "path\t")):
    changed = text.replace(a, b, 1)
    if changed == text or (verdict(changed).returncode == 0) != (by_client(changed).returncode == 0):
        differ.append((a, b))
for line in (" ", " of 1.1", "of", "of ", "\t", "receipt", "seal ", "path ", "SEAL"):
    if (verdict(text + line + "\n").returncode == 0) != (by_client(text + line + "\n").returncode == 0):
        differ.append(line)
check("and of damaged ones", not differ, differ[:1])
check("a receipt alone certifies nothing", verdict(lines[0]).returncode == 1 and verdict("").returncode == 1)
check("what is not known is not", all(isinstance(c.ask("certificate", x), Error) for x in ("99999", "1.77", "x",
    "-1", "1.", "")))

status = server.stop()
check("it stops with status 0", status == 0, (status, server.said()))
audit = subprocess.run(["bin/fairlead", "monitor", "verify", "--slots", "512", os.path.join(folder, "log")],
    capture_output=True, text=True)
check("the model certifies every answer in its log",
    audit.returncode == 0 and "certified up to epoch" in audit.stdout, audit)

server = Server()
c = server.client()
found = [c.ask("mget", "large", "m999", "p", "r"), c.ask("ttl", "p"), c.ask("info")]
check("and all is there when it starts again", found[0] == [b"v" * 65535, b"w999", b"6", None] and found[1] > 0,
      (found[0][1:], found[1]))
# There may have been a run that no anchor knows of: so the gate's process leaps, by random bits.
leap = int(found[2].decode().split("incarnation:")[1].split("\r")[0]) - incarnation
check("as another incarnation", 1 <= leap <= 2 ** 44 if GATE == "process" else leap == 1, leap)
c.ask("watch", "p")
c.ask("multi")
server.client().ask("flushall", "async")
check("FLUSHALL", c.ask("exec") is None and c.ask("dbsize") == 0 and c.ask("keys", "*") == []
      and c.ask("mget", "large", "m999", "p") == [None] * 3 and c.ask("set", "p", "1") == "OK", c.ask("keys", "*"))
server.stop()
server = Server()
c = server.client()
check("and nothing of it comes back", c.ask("keys", "*") == [b"p"] and c.ask("dbsize") == 1)
server.stop()
server = Server("small", "--memory", "1", name="small")
c = server.client()
for i in range(1100):
    c.ask("set", b"k%d" % i, "v")
c.ask("seal")
check("more than --memory has room for is not deleted at once", isinstance(c.ask("flushall"), Error)
      and c.ask("dbsize") == 1100 and c.ask("mget", "k0", "k1099") == [b"v", b"v"])

# RESP3, byte by byte as Redis has it; HELLO's own answer names another server.
def told(port, lines):
    """What comes for these lines of words, up to an echo of ours."""
    resp = Client(port)
    resp.s.sendall(b"".join(encode(*line.split()) for line in lines) + encode("echo", "the end"))
    said = b""
    while not said.endswith(b"the end\r\n"):
        part = resp.s.recv(65536)
        if not part:
            break
        said += part
    resp.close()
    return said


hello = told(server.port, ["hello 3"])
check("HELLO 3 is a map of seven", hello.startswith(b"%7\r\n$6\r\nserver\r\n") and b"proto\r\n:3\r\n" in hello, hello)
hello = told(server.port, ["hello 3", "hello 2", "get no-such-key"])
check("and back", b"*14\r\n" in hello and b":2\r\n" in hello and b"\r\n$-1\r\n$7" in hello, hello)
hello = told(server.port, ["hello", "get no-such-key"])
check("HELLO alone changes nothing", hello.startswith(b"*14\r\n") and b"\r\n$-1\r\n$7" in hello, hello)
refused = ["hello 4", "hello x", "hello 3 NO-SUCH", "hello 3 setname", "get no-such-key"]
wrong = told(server.port, refused)
check("HELLO with what is not known changes nothing", wrong.startswith(b"-NOPROTO ") and wrong.count(b"\n-ERR ") == 3
      and b"\r\n$-1\r\n$7" in wrong, wrong)
multi = told(server.port, ["multi", "hello 3", "exec", "get no-such-key"])
check("HELLO has no place in MULTI", b"\r\n-EXECABORT " in multi and b"\r\n$-1\r\n$7" in multi, multi)
words = ["get no-such-key", "set a3 x", "mget a3 no-such-key a3", "set a3 y nx", "set no-such-key y xx", "set a3 z get",
         "getset b3 w", "getdel b3", "getdel b3", "getex no-such-key", "strlen no-such-key", "client getname",
         "config get save", "config get no-such-thing", "ttl no-such-key", "exists a3", "multi", "get a3",
         "get no-such-key", "mget no-such-key a3", "exec", "get no-such-key", "type a3", "del a3",
         "lmpop 1 no-such-key left", "zmpop 1 no-such-key min", "blmpop 0.01 1 no-such-key left",
         "zadd b3 1 a 2.5 b 3 c", "zmpop 2 no-such-key b3 max count 2", "zrandmember b3 5 withscores", "zrandmember b3",
         "bzmpop 0 1 b3 min", "zrandmember b3", "zrandmember b3 1", "rpush b3 a b a c", "lpos b3 a rank -1 count 0",
         "lpos b3 x", "lpos b3 x count 1", "lmpop 2 no-such-key b3 right count 2", "blmpop 0 1 b3 left count 9",
         "zrandmember b3 -2 withscores", "del b3", "zadd b3 1 a 2.5 b", "zunion 2 b3 no-such-key withscores",
         "zinter 2 b3 b3 weights 2 1 aggregate max withscores", "zdiff 1 b3", "zintercard 2 b3 b3 limit 1", "del b3"]
if redis:
    told(redis, ["del a3 b3 no-such-key"])
    told(server.port, ["del a3 b3 no-such-key"])
    ours, theirs = (told(port, ["hello 3"] + words).split(b"modules\r\n*0\r\n")[1] for port in (server.port, redis))
    check("RESP3: null and maps, as Redis has them", ours.count(b"_\r\n") > 8 and ours == theirs, (ours, theirs))
watcher = Client(server.port)


def watched(*lines):
    watcher.s.sendall(b"".join(encode(*line.split()) for line in lines) + encode("echo", "the end"))
    said = b""
    while not said.endswith(b"the end\r\n"):
        part = watcher.s.recv(65536)
        if not part:
            break
        said += part
    return said


watched("hello 3", "watch w3")
c.ask("set", "w3", "changed")
said = watched("multi", "exec")
check("an EXEC that is not carried out is null", said == b"+OK\r\n_\r\n$7\r\nthe end\r\n", said)
watcher.close()
c.ask("del", "w3")

# DBSIZE counts once, and goes on from there. What nobody asks for goes some time after its time is over, as in Redis.
names, wrong = {b"k%d" % i for i in range(1100)}, None
for i in range(600):
    k, j = (b"k%d" % random.randrange(1200) for _ in range(2))
    kind = random.randrange(7)
    if kind == 0:
        c.ask("del", k, j)
        names -= {k, j}
    elif kind == 1:
        c.ask("mset", k, "x", j, "y")
        names |= {k, j}
    elif kind == 2 and isinstance(c.ask("rename", k, j), str):
        names = names - {k} | {j}
    elif kind == 3 and c.ask("getdel", k):
        names.remove(k)
    elif kind == 4:
        c.ask(*random.choice([("append", k, "z"), ("setbit", k, 9, 1), ("setrange", k, 3, "v")]))
        names.add(k)
    elif kind == 5 and i % 50 == 0:
        c.ask("set", "brief", "x", "px", 1)
        time.sleep(0.01)
        c.ask("get", "brief")
    if c.ask("dbsize") != len(names):
        wrong = wrong or (i, kind, c.ask("dbsize"), len(names))
check("DBSIZE is the number of keys", wrong is None, wrong)
server.stop()
done()
