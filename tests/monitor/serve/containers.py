# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Random commands about hashes, lists, sets, sorted sets and streams, for conversations beside Redis (protocol.py)."""
import os
import random

# Few, so that they meet; the last two have other encodings in Redis.
NAMES = [b"f%d" % i for i in range(12)] + [b"", b"\0\r\n", b"n" * 300]

# What Redis has small ones in, it has them all in: in the order in which they came, as we do.
SETTINGS = [(kind + "-max-listpack-" + what, 10**6) for kind in ("hash", "zset") for what in ("entries", "value")]
# What Redis trims nearly (~), it trims by nodes: so each entry is one.
SETTINGS.append(("stream-node-max-entries", 1))
# SPOP and SRANDMEMBER draw: of all there are, or of one.


def item():
    kind = random.random()
    if kind < 0.4:
        return random.choice(NAMES)
    if kind < 0.7:
        return str(random.choice([0, 1, -1, 7, random.randrange(-1000, 1000), 2**63 - 1, -2**63, 2**63])).encode()
    if kind < 0.8:
        return random.choice([b"1.5", b"-0.25", b"1e3", b"3.0e-2", b" 1", b"01", b"+1", b"x", b"", b"inf", b"nan"])
    return os.urandom(random.choice([3, 63, 64, 65, 200, 255, 256, 300]))


def name():
    return random.choice(NAMES)


def number():
    return random.choice([0, 1, -1, 2, 3, -2, 5, 100, -100, "01", "x", "", "1.5", 2**63 - 1, -2**63, 2**63])


def some(make, most):
    return [w for _ in range(random.randrange(1, most)) for w in make()]


def hashes(key):
    return random.choice([
        lambda: ("hset", key, *some(lambda: (name(), item()), 5)), lambda: ("hset", key, name(), item()),
        lambda: ("hmset", key, *some(lambda: (name(), item()), 5)), lambda: ("hsetnx", key, name(), item()),
        lambda: ("hset", key, name()), lambda: ("hmset", key, name(), item(), name()),
        lambda: ("hget", key, name()), lambda: ("hmget", key, *some(lambda: (name(),), 6)),
        lambda: ("hgetall", key), lambda: ("hgetall", key), lambda: ("hkeys", key), lambda: ("hvals", key),
        lambda: ("hlen", key), lambda: ("hexists", key, name()), lambda: ("hstrlen", key, name()),
        lambda: ("hdel", key, *some(lambda: (name(),), 4)), lambda: ("hdel", key, *NAMES[3:]),
        lambda: ("hincrby", key, name(), number()), lambda: ("hincrbyfloat", key, name(), item()),
        lambda: ("hincrbyfloat", key, name(), random.choice(["0.1", "-3", "1e2", "x"])),
        lambda: ("hscan", key, 0), lambda: ("hscan", key, 0, "match", random.choice(["f*", "f1?", "*", "[^f]*", ""])),
        lambda: ("hscan", key, 0, "COUNT", random.choice([1, 100, 0, "x", -1])), lambda: ("hscan", key, "x"),
        lambda: ("hscan", key, 0, "bogus"), lambda: ("hscan", key, 0, "match"), lambda: ("hrandfield", key, 100),
        lambda: ("hrandfield", key, 100, "WITHVALUES"), lambda: ("hrandfield", key, 0),
        lambda: ("hrandfield", key, "x"),
        lambda: ("hrandfield", key, 2, "bogus"), lambda: ("hget", key), lambda: ("hlen", key, key),
    ])()


def mpop(verb, ends, *keys):
    """Mostly of so many keys as it says."""
    keys = random.sample(keys, random.choice([1, 2]))
    count = random.choice([len(keys)] * 8 + [0, -1, "x", 9, len(keys) + 1])
    options = random.choice([(), (), ("count", 2), ("COUNT", 9), ("count", 0), ("count",), ("count", 1, "count", 1),
                             ("x",)])
    wait = (random.choice(["0.001"] * 6 + ["x", -1]),) if verb[0] == "b" else ()
    return (verb, *wait, count, *keys, random.choice(ends), *options)


def lists(key, other):
    push = random.choice(["lpush", "rpush", "lpush", "rpush", "lpushx", "rpushx"])
    pop = random.choice(["lpop", "rpop"])
    return random.choice([
        lambda: (push, key, *some(lambda: (item(),), 5)), lambda: (push, key, *some(lambda: (name(),), 5)),
        lambda: (push, key), lambda: (pop, key), lambda: (pop, key, random.choice([0, 1, 2, 3, 100, -1, "x"])),
        lambda: ("llen", key), lambda: ("lrange", key, number(), number()), lambda: ("lrange", key, 0, -1),
        lambda: ("lrange", key, 0, -1), lambda: ("lindex", key, number()), lambda: ("lset", key, number(), item()),
        lambda: ("lrem", key, number(), name()), lambda: ("lrem", key, 0, name()),
        lambda: ("ltrim", key, number(), number()), lambda: ("ltrim", key, 0, random.choice([5, -2, 20])),
        lambda: ("linsert", key, random.choice(["before", "AFTER", "bogus"]), name(), item()),
        lambda: ("lmove", key, other, side(), side()), lambda: ("lmove", key, key, side(), side()),
        lambda: ("lmove", key, other, side(), "bogus"), lambda: ("rpoplpush", key, other),
        lambda: ("blmove", key, other, side(), side(), "0.001"), lambda: ("brpoplpush", key, key, "0.001"),
        lambda: mpop("lmpop", ["left", "RIGHT", "x"], key, other), lambda: mpop("lmpop", ["left", "right"], key, other),
        lambda: mpop("blmpop", ["left", "RIGHT"], key, other),
        lambda: ("lpos", key, name(), *random.choice([(), (), ("rank", -1), ("RANK", 2), ("rank", 0), ("rank", "x"),
                                                      ("rank", -2**63)]),
                 *random.choice([(), ("count", 0), ("COUNT", 2), ("count", -1), ("x",)]),
                 *random.choice([(), (), ("maxlen", 3), ("MAXLEN", 0), ("maxlen", -1), ("maxlen",)])),
        lambda: (random.choice(["blpop", "brpop"]), key, other, random.choice(["0.001", "0.001", "x", -1])),
    ])()


def side():
    return random.choice(["left", "RIGHT"])


def sets(key, other):
    return random.choice([
        lambda: ("sadd", key, *some(lambda: (item(),), 5)), lambda: ("sadd", key, *some(lambda: (name(),), 6)),
        lambda: ("sadd", key), lambda: ("srem", key, *some(lambda: (name(),), 4)), lambda: ("sismember", key, name()),
        lambda: ("smismember", key, *some(lambda: (name(),), 6)), lambda: ("smembers", key), lambda: ("scard", key),
        lambda: ("smembers", key), lambda: ("spop", key, random.choice([0, 10**6, -1, "x"])),
        lambda: ("srandmember", key, random.choice([0, 10**6, "x"])), lambda: ("smove", key, other, name()),
        lambda: (random.choice(["sinter", "sunion", "sdiff"]), *random.choices([key, other, key, other, b"none"],
                                                                               k=random.choice([1, 2, 2, 3]))),
        lambda: (random.choice(["sinter", "sunion", "sdiff"]) + "store", other, key,
                 random.choice([key, other])),
        lambda: ("sintercard", random.choice([2, 2, 2, 1, 0, 3, "x"]), key, other,
                 *random.choice([(), (), ("limit", 2), ("LIMIT", 0), ("limit", -1), ("limit",), ("x",)])),
        lambda: ("sunionstore", key, key, other), lambda: ("sdiffstore", key), lambda: ("sinter",),
        lambda: ("sscan", key, 0), lambda: ("sscan", key, 0, "match", random.choice(["f*", "f1?", "*"])),
    ])()


def score():
    kind = random.random()
    if kind < 0.5:
        return str(random.choice([0, 1, 1, 2, 3, -1, 0.5, 1e10, random.randrange(-1000, 1000)]))
    if kind < 0.6:
        return repr(random.uniform(-1, 1) * 10 ** random.randrange(-320, 308))
    return random.choice([
        "inf", "-inf", "+Infinity", "-0", "0.1", "1e17", "-1e16", "4503599627370497", "1e400", "1e-400", "5e-324",
        "1.7976931348623157e308", "4611686018427387904", "-4611686018427387904", "4611686018427388928", "9e18",
        "0x1p-3", " 1", "1 ", "nan", "", "x", "1e", "123456789012345678"])


def end():
    if random.random() < 0.1:
        return random.choice(["-inf", "+inf", "((1", "1\0x", "(", "("])
    return random.choice(["", "(", ""]) + score()


def lex():
    return random.choice([b"-", b"+", b"-", b"+", b"[" + name(), b"(" + name(), b"[" + item(), b"(f", b"", b"f1",
                          b"-x"])


def zsums(key, other):
    """Of two at most: what more come to hangs on their order, which in Redis is that of their sizes."""
    verb = random.choice(["zunion", "ZINTER", "zdiff", "zunionstore", "zinterstore", "zdiffstore", "zintercard"])
    keys = random.choice([(key, other), (key, other), (key, other), (key, key), (key,), (key, b"none")])
    number = random.choice([len(keys)] * 9 + [0, -1, "x", len(keys) + 1, len(keys) - 1])
    weight = lambda: random.choice([1, 2, 0.5, 3, 2, 1e300, random.choice([1, "x", ""])])
    weights = ("weights", *[weight() for _ in random.choice([keys, keys, keys, keys, keys + (key,)])])
    how = ("AGGREGATE", random.choice(["sum", "MIN", "max", "min", "MAX", random.choice(["sum", "x"])]))
    scores = ("withscores",)
    more = random.choice([scores, scores, weights, how, weights + how, how + scores, weights + scores,
                          weights + how + scores, (), ("limit", random.choice([0, 1, 2, -1, "x"])), ("x",)])
    if "store" in verb and random.random() < 0.9:
        more = tuple(w for w in more if w != "withscores")
    return (verb, *((other,) if "store" in verb else ()), number, *keys, *more)


def zsets(key, other):
    """Half of them have one score for all, as BYLEX wants it."""
    plain = key[-1:] in b"02468"
    own = (lambda: "3") if plain and random.random() < 0.98 else score
    options = lambda: random.choices(["nx", "XX", "gt", "LT", "ch", "ch", "INCR"], k=random.choice([0, 0, 1, 1, 2, 3]))
    limit = lambda: random.choice([(), (), ("limit", number(), number()), ("LIMIT", 1, 2), ("limit", 0, -1),
                                   ("limit", 2), ("limit", -1, 3)])
    scores = lambda: random.choice([(), ("withscores",)])
    remove = lambda: random.choice([("zremrangebyrank", key, random.choice([0, 1, -2]), random.choice([0, 1, -5, 3])),
                                    ("zremrangebyscore", key, end(), end()), ("zremrangebylex", key, lex(), lex())])
    return random.choice([
        lambda: ("zadd", key, *some(lambda: (own(), random.choice([name(), item()])), 6)),
        lambda: ("zadd", key, *some(lambda: (own(), name()), 9)),
        lambda: ("zadd", key, *some(lambda: (own(), name()), 9)),
        lambda: ("zadd", key, *options(), *some(lambda: (own(), name()), 3)), lambda: ("zadd", key, own()),
        lambda: ("zadd", key, *options(), own(), name()), lambda: ("zincrby", key, own(), name()),
        lambda: ("zincrby", key, score(), name()), lambda: ("zadd", key, own(), name(), own()),
        lambda: ("zrem", key, *some(lambda: (name(),), 4)), lambda: ("zscore", key, name()),
        lambda: ("zmscore", key, *some(lambda: (name(),), 5)), lambda: ("zcard", key), lambda: ("zrank", key, name()),
        lambda: ("zrevrank", key, name()), lambda: ("zcount", key, end(), end()),
        lambda: ("zlexcount", key, lex(), lex()),
        lambda: ("zrange", key, 0, -1, "withscores"), lambda: ("zrange", key, 0, -1, "WITHSCORES"),
        lambda: ("zrange", key, number(), number(), *scores()), lambda: ("zrange", key, number(), number(), "rev"),
        lambda: ("zrange", key, end(), end(), "byscore", *random.choice([(), ("rev",)]), *limit(), *scores()),
        lambda: ("zrange", key, lex(), lex(), "BYLEX", *random.choice([(), ("REV",)]), *limit(), *scores()),
        lambda: ("zrange", key, number(), number(), *limit(), *random.choice([("byscore", "bylex"), ("x",), ()])),
        lambda: ("zrevrange", key, number(), number(), *random.choice([scores(), ("rev",), limit()])),
        lambda: ("zrangebyscore", key, end(), end(), *scores(), *limit()), lambda: ("zrange", key, 0),
        lambda: ("zrevrangebyscore", key, end(), end(), *limit(), *scores()),
        lambda: ("zrangebylex", key, lex(), lex(), *limit(), *random.choice([scores(), ()])),
        lambda: ("zrevrangebylex", key, lex(), lex(), *limit()), remove,
        lambda: (random.choice(["zpopmin", "zpopmax"]), key,
                 *random.choice([(), (), (1,), (0,), (2,), (-1,), ("x",), (1, 1)])),
        lambda: (random.choice(["bzpopmin", "BZPOPMAX"]), key, other, random.choice(["0.001", "0.001", "x", -1])),
        lambda: mpop("zmpop", ["min", "MAX", "x"], key, other), lambda: mpop("zmpop", ["min", "max"], key, other),
        lambda: mpop("bzmpop", ["min", "MAX"], key, other),
        lambda: ("zrandmember", key, *random.choice([(), (9,), (-1,), (0,), ("x",), (100, "withscores"), (1, "x"),
                                                     (1, "withscores", "x")])),
        lambda: ("zscan", key, 0), lambda: ("zscan", key, 0, "match", random.choice(["f*", "f1?", "*"])),
        lambda: zsums(key, other), lambda: zsums(key, other), lambda: zsums(key, other),
        lambda: ("zrangestore", other, key, number(), number(), *random.choice([(), ("rev",), limit(), scores()])),
        lambda: ("zrangestore", other, key, end(), end(), "BYSCORE", *random.choice([(), ("rev",)]), *limit()),
        lambda: ("zrangestore", other, key, lex(), lex(), "bylex", *random.choice([(), ("rev",)]), *limit()),
        lambda: ("zrangestore", other, key, 0),
    ])()


added = 0


def stream_id(before=9):
    """Few, so that they meet; what the clock chooses there is none of, as it is another one for the two."""
    if random.random() < 0.1:
        return random.choice(["", "-", "+", "*", "x", "1-", "-1", "1-x", "1-1-1", "1-*", "0-0", "0", "007", "3-007",
                              "(", "18446744073709551615-18446744073709551615", "18446744073709551616", "$", ">", "+1",
                              "1-18446744073709551615", "18446744073709551615", "1-18446744073709551616", "0" * 130])
    ms = max(0, random.randrange(added // 4 - before, added // 4 + 2))
    return random.choice(["%d" % ms, "%d-%d" % (ms, random.randrange(4)), "%d-%d" % (ms, random.randrange(4))])


def new_id():
    """Mostly behind those before."""
    global added
    kind = random.random()
    if kind < 0.2:
        return random.choice([stream_id(), "*x", "0-0", "0-*"])
    added += 1
    return random.choice(["%d-%d" % (added // 4, added % 4 + 1), "%d-*" % (added // 4)])


def streams(key, other):
    fields = lambda: some(lambda: (name(), item()), 4)
    about = lambda: random.choice(["~", "=", "~", "="])
    number = lambda: random.choice([0, 1, 2, 3, 5, 9, 2, 3, 5, 9, 100, -1, "x", "01", 2**63 - 1, 2**63])
    limit = lambda: random.choice([(), (), (), ("limit", random.choice([0, 1, 2, 100, -1, "x"])), ("LIMIT",)])
    trim = lambda: random.choice([
        lambda: ("maxlen", about(), number(), *limit()), lambda: ("MAXLEN", number(), *limit()),
        lambda: ("minid", about(), stream_id(), *limit()), lambda: ("minid", stream_id()), lambda: ("maxlen", 5),
        lambda: random.choice([limit, lambda: ("maxlen", "~"), lambda: ("minid", "="), lambda: ("x",),
                               lambda: ("maxlen", 1, "minid", 1)])()])()
    bound = lambda: random.choice(["-", "+", "", "("]) + random.choice([stream_id(), ""]) if random.random() < 0.3 \
        else random.choice(["-", "+", stream_id(), stream_id()])
    count = lambda: random.choice([(), (), ("count", number()), ("COUNT",), ("count", 2, "count", 1), ("x", 1)])
    read = lambda: (*random.choice([(), (), ("count", number()), ("COUNT", 2),
                                    ("block", random.choice([1, 2, "x", -1]))]),
                    *random.choice([("streams",)] * 9 + [("noack",), ("group", "g", "c"), ("block",),
                                                         ("STREAMS", "s")]),
                    *random.choice([(key, stream_id()), (key, 0), (key, "$"), (key, other, 0, stream_id()),
                                    (key, other, "$", 0), (key, key, 1, 2), (key,), ()]))
    return random.choice([
        lambda: ("xadd", key, new_id(), *fields()), lambda: ("xadd", key, new_id(), *fields()),
        lambda: ("xadd", key, new_id(), *fields()), lambda: ("xadd", key, *trim(), new_id(), *fields()),
        lambda: ("xadd", key, new_id(), *fields()), lambda: ("xadd", key, new_id(), *fields()),
        lambda: ("xadd", key, "NOMKSTREAM", *random.choice([(), trim()]), new_id(), *fields()),
        lambda: ("xadd", key, *trim(), "nomkstream", new_id(), *fields()), lambda: ("xadd", key, new_id(), name()),
        lambda: ("xadd", key, *trim(), new_id(), name()), lambda: ("xadd", key, *trim(), *trim()),
        lambda: ("xtrim", key, *trim()), lambda: ("xtrim", key, *trim(), *limit()), lambda: ("xlen", key),
        lambda: ("xdel", key, *some(lambda: (stream_id(),), 5)), lambda: ("xdel", key, stream_id()),
        lambda: ("xrange", key, "-", "+", *count()), lambda: ("xrevrange", key, "+", "-", *count()),
        lambda: ("xrange", key, "-", "+"), lambda: ("xrange", key, bound(), bound(), *count()),
        lambda: ("xrevrange", key, bound(), bound(), *count()), lambda: ("xrange", key, "-"),
        lambda: ("xsetid", key, stream_id(1)),
        lambda: ("xsetid", key, stream_id(2), "entriesadded", random.choice([0, 1, 9, 100, -1, "x", 2**63]),
                 *random.choice([(), ("maxdeletedid", stream_id())])),
        lambda: ("xsetid", key, stream_id(), *random.choice([("x", 1), ("MAXDELETEDID", stream_id()),
                                                             ("maxdeletedid",)])),
        lambda: ("xread", *read()), lambda: ("xread", *read()), lambda: ("xread", "streams", key, 0),
        lambda: ("object", "encoding", key) if random.random() < 0.1 else ("xlen", key, key),
    ])()


GROUPS, READERS = [b"g", b"h", b"", b"gg"], [b"a", b"b", b"c", b"", b"\0"]
# What is claimed has been idle for no time or a long one, so that the two servers' clocks make no difference.
IDLES = [0, 0, 0, 10**6, 10**9]
LEAST_IDLES = [0, 0, 0, 5 * 10**5, 5 * 10**8, -1]


def group():
    return random.choice(GROUPS[:2] * 8 + GROUPS)


def reader():
    return random.choice(READERS[:3] * 8 + READERS)


def groups(key, other):
    ids = lambda: some(lambda: (stream_id(),), 5)
    count = lambda: random.choice([(), (), ("count", random.choice([0, 1, 2, 3, 100, -1, "x"])), ("COUNT", 2)])
    least = lambda: random.choice(LEAST_IDLES * 4 + ["x"])
    bound = lambda: random.choice(["-", "+", "(" + stream_id(), stream_id(), stream_id()])
    last = lambda: random.choice(["$", "0", "0", "-", "+", stream_id(), stream_id()])
    claimed = lambda: [w for _ in range(random.choice([0, 0, 0, 1, 1, 2])) for w in random.choice([
        ("idle", random.choice(IDLES + ["x", -5])), ("TIME", random.choice([1000, 5, "x", 2**62])), ("force",),
        ("retrycount", random.choice([0, 7, 7, "x", -3])), ("FORCE",), ("justid",), ("lastid", stream_id()), ("x",)])]
    read = lambda *what: ("xreadgroup", "group", group(), reader(), *count(),
                          *random.choice([(), (), (), ("noack",), ("BLOCK", random.choice([1, 1, "x", -1]))]),
                          random.choice(["streams"] * 15 + ["STREAMS", "x"]), *what)
    made = lambda: random.choice([(), ("mkstream",), ("MKSTREAM",), ("entriesread", random.choice([0, 2, -1, -2, "x"])),
                                  ("mkstream", "ENTRIESREAD", 3), ("x",), ("entriesread",)])
    return random.choice([
        lambda: ("xgroup", "create", key, group(), last(), *made()),
        lambda: ("xgroup", "CREATE", key, group(), last(), "mkstream"),
        lambda: ("xgroup", "setid", key, group(), last(), *made()), lambda: ("xgroup", "setid", key, group(), 0),
        lambda: ("xgroup", "setid", key, group(), stream_id()),
        lambda: ("xgroup", "destroy", key, group()) if random.random() < 0.3 else ("xinfo", "groups", key),
        lambda: ("xgroup", "CreateConsumer", key, group(), reader()),
        lambda: ("xgroup", "delconsumer", key, group(), reader()),
        lambda: read(key, ">"), lambda: read(key, ">"), lambda: read(key, ">"), lambda: read(key, other, ">", ">"),
        lambda: read(key, key, ">", ">"), lambda: read(key, random.choice([0, stream_id(), stream_id()])),
        lambda: read(key, other, 0, ">"), lambda: read(key, random.choice(["$", "x", ""])), lambda: read(key, other, 0),
        lambda: ("xreadgroup", "count", 1, "streams", key, ">", "x"), lambda: read(key, other, key, ">", 0, ">"),
        lambda: read(key, "18446744073709551615-18446744073709551615"),
        lambda: ("xack", key, group(), *ids()), lambda: ("xack", key, group(), *ids()), lambda: ("xpending", key,
                                                                                                    group()),
        lambda: ("xpending", key, group(), "-", "+", 100), lambda: ("xpending", key, group(), "-", "+", 9, reader()),
        lambda: ("xpending", key, group(), *random.choice([(), ("idle", random.choice(LEAST_IDLES + ["x"]))]), bound(),
                 bound(), random.choice([0, 1, 2, 100, -1, "x"]), *random.choice([(), (), (reader(),), ("x", "y")])),
        lambda: ("xpending", key, group(), "-"), lambda: ("xpending", key, group(), "IDLE", 1, "-", "+"),
        lambda: ("xclaim", key, group(), reader(), least(), *ids(), *claimed()),
        lambda: ("xclaim", key, group(), reader(), 0, *ids(), "idle", random.choice(IDLES)),
        lambda: ("xclaim", key, group(), reader(), least(), *ids(), *claimed(), *claimed()),
        lambda: ("xautoclaim", key, group(), reader(), least(), random.choice(["-", 0, 0, bound()]),
                 *random.choice([(), ("count", random.choice([1, 2, 3, 100, 0, "x", 2**62])), ("justid",), ("x",)]),
                 *random.choice([(), (), ("JUSTID",), ("COUNT", 1), ("count",)])),
        lambda: ("xautoclaim", key, group(), reader(), 0, 0, "count", random.choice([1, 2, 5])),
        lambda: ("xinfo", "groups", key), lambda: ("xinfo", "consumers", key, group()),
        lambda: ("xinfo", "stream", key),
        lambda: ("xinfo", "STREAM", key, "full", *random.choice([(), ("count", random.choice([0, 1, 2, -1, "x"])),
                                                                 ("count",), ("x", 1)])),
        lambda: ("xinfo", "stream", key, "x"), lambda: ("xinfo", "stream", key, "full"),
    ])()


def command(key):
    """`key` makes one."""
    if random.random() < 0.15:
        return groups(key(), key())
    return random.choice([hashes, lambda k: lists(k, key()), lambda k: sets(k, key()), lambda k: zsets(k, key()),
                          lambda k: zsets(k, key()), lambda k: streams(k, key()), lambda k: streams(k, key())])(key())


def pairs(words):
    return [tuple(words[i:i + 2]) for i in range(0, len(words), 2)]


# What is said of a stream's tree is about one of one block; times are no two servers' own.
APART = {b"radix-tree-keys": 10**9, b"radix-tree-nodes": 10**9, b"idle": 60000, b"seen-time": 60000}


def nearly(a, b, name=None):
    """As two servers may answer that are asked one after the other."""
    if isinstance(a, list) and isinstance(b, list):
        if len(a) != len(b):
            return False
        # An entry that is pending: its ID, perhaps whose it is, when, how often.
        if len(a) in (3, 4) and all(isinstance(x[0], bytes) and isinstance(x[-1], int) and isinstance(x[-2], int)
                                    for x in (a, b)):
            return a[:-2] == b[:-2] and a[-1] == b[-1] and abs(a[-2] - b[-2]) <= 60000
        return all(nearly(x, y, a[i - 1] if i % 2 else None) for i, (x, y) in enumerate(zip(a, b)))
    return a == b or (isinstance(name, bytes) and name in APART and isinstance(a, int) and isinstance(b, int)
                      and abs(a - b) <= APART[name])


def same(words, a, b):
    """What has no order in Redis; None: it is to be compared as it is."""
    verb = words[0].lower()
    if verb in ("xpending", "xinfo") and isinstance(a, list) and isinstance(b, list):
        return nearly(a, b)
    if verb == "hscan" and isinstance(a, list) and isinstance(b, list):
        return a[0] == b[0] and sorted(pairs(a[1])) == sorted(pairs(b[1]))
    if verb in ("hrandfield", "zrandmember") and isinstance(a, list) and isinstance(b, list):
        cut = pairs if len(words) == 4 else list
        return sorted(cut(a)) == sorted(cut(b))
    if verb == "sscan" and isinstance(a, list) and isinstance(b, list):
        return a[0] == b[0] and sorted(a[1]) == sorted(b[1])
    if (verb in ("smembers", "spop", "srandmember", "sinter", "sunion", "sdiff") and isinstance(a, list)
            and isinstance(b, list)):
        return sorted(a) == sorted(b)
    return None
