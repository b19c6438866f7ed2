# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Clients that sign, where it is at an end: every command that changes something without a signature, requests in
pipelines and of any kind beside what others do, an honest server that is killed, other servers, users, and records from
before a client was enrolled. An honest server's gate never stops."""
import hashlib
import os
import random
import re
import signal
import threading
import time

import fairlead_receipts as receipts
from fairlead_receipts import Lie, Refused, Unproved
from fairlead_signed import Client, Conflict
from harness import Error, Gone, Server, check, done, encode, folder
from signing import LIBRARY, key, read, words_of, write

chance = random.Random(int(os.environ.get("FUZZ_SEED", "1")))
ROUNDS = int(os.environ.get("SIGNED_N", "4"))
alice, bob, eve = key("alice"), key("bob"), key("eve")
FILE = write("signers", f"alice {alice.key}\nbob {bob.key}\n")
PLAIN = ("--gate", "process", "--commit-every", "5", "--anchor-every", "10")
OPTIONS = (*PLAIN, "--signers", FILE)
NO = Error("NOPERM only a client's signed request may change this: SIGNED")


def number_of(connection, signer):
    record = connection.ask("get", signer.name)
    return int.from_bytes(record[:8], "big") if record else 0


def lives(name, server):
    """The gate goes on: it makes a seal of all that came before."""
    got = server.client().ask("seal")
    check(name, isinstance(got, bytes) and got.startswith(b"epoch"), (got, server.said()))


# ---- Records from before a client was enrolled.

server = Server("db", *PLAIN)
direct = server.client()
direct.ask("set", alice.name, "x", "px", "200")
direct.ask("set", bob.name, "x" * 39)
direct.ask("mset", "a", "5", "b", "6", "t", "7")
direct.ask("pexpireat", "t", "99999999999999")
server.stop()
server = Server("db", *OPTIONS)
direct = server.client()
proof = receipts.Proof(read("a.key.pub"), LIBRARY)
time.sleep(0.3)
check("a record whose time is over is none", direct.ask("get", alice.name) is None)
for name, signer in (("whose time is over", alice), ("of no size", bob)):
    got = direct.ask(*words_of(proof, signer, 1, [("p", b"k", b"v", 0)]))
    check(f"and a client begins behind one {name}", got == b"done\nOK\n", got)
lives("and the gate goes on", server)

# ---- A line, a transaction that looks at keys, another server, sizes.

n = number_of(direct, alice)
direct.s.sendall(b" ".join(words_of(proof, alice, n + 1, [("i", b"line", b"", 1)])) + b"\r\n")
got = direct.read()
check("on a line it is refused", isinstance(got, Error) or (isinstance(got, bytes) and got.startswith(b"refused")), got)
check("and nothing was done", direct.ask("get", "line") is None)
watcher = server.client()
watcher.ask("watch", "a")
got = direct.ask(*words_of(proof, alice, n + 1, [("i", b"a", b"", 1)]))
check("a request changes what others watch", got == b"done\n6\n", got)
watcher.ask("multi")
watcher.ask("get", "a")
check("and they are told", watcher.ask("exec") is None)
large = [("p", b"l%d" % i, b"v" * 65535, 0) for i in range(12)]
check("twelve large ones", direct.ask(*words_of(proof, alice, n + 2, large)) == b"done\n" + b"OK\n" * 12)
check("are there", [direct.ask("strlen", f"l{i}") for i in range(12)] == [65535] * 12)
words = words_of(proof, alice, n + 3, large) + [b"del", b"one"]
check("thirteen are refused", direct.ask(*words) == b"refused at most 12 changes\n")
direct.ask(*words_of(proof, alice, n + 3, [("d", b"l%d" % i, b"", 0) for i in range(12)]))
other = Server("other", *OPTIONS, name="b")
mine, theirs = receipts.Proof(read("a.key.pub"), LIBRARY), receipts.Proof(read("b.key.pub"), LIBRARY)
words = words_of(mine, alice, 1, [("p", b"k", b"v", 0)])
got = other.client().ask(*words)
check("a request to another server is refused", isinstance(got, bytes) and b"not signed" in got, got)
got = other.client().ask(*words_of(theirs, alice, 1, [("p", b"k", b"v", 0)]))
check("and one to this one is not", got == b"done\nOK\n", got)
other.stop()

# ---- Any requests, in pipelines, beside what anybody else does; each answer and the end as a plain store has them.


def any_changes():
    changes = []
    for k in chance.sample(range(8), chance.randint(1, 8)):
        kind, k = chance.choice("piid"), b"m%d" % k
        if kind == "i":
            changes.append(("i", k, b"", chance.choice([1, -5, 2**63 - 1, -2**63, chance.randint(-100, 100)])))
        elif kind == "d":
            changes.append(("d", k, b"", 0))
        else:
            value = chance.choice([b"1", b"", b"x", b"-7", b"01", b"v" * 300])
            changes.append(("p", k, value, chance.choice([0, 0, 1, 2**63 - 1])))
    return changes


def there(model, k):
    value, until = model.get(k, (None, 0))
    return value if until in (0, 2**63 - 1) else None


def expected(model, changes):
    """What a plain store answers, or None: it is refused, and nothing is done."""
    after, lines = dict(model), []
    for kind, k, value, n in changes:
        if kind == "d":
            after.pop(k, None)
        elif kind == "p":
            after[k] = value, n
        else:
            old = there(model, k)
            if old is not None and not re.fullmatch(rb"0|-?[1-9][0-9]*", old):
                return None
            total = int(old or b"0") + n
            if not -2**63 <= total < 2**63:
                return None
            after[k] = b"%d" % total, model[k][1] if old is not None else 0
        lines.append(after[k][0] if kind == "i" else b"OK")
    model.clear()
    model.update(after)
    return b"done\n" + b"".join(line + b"\n" for line in lines)


def any_requests(rounds, slots, *options):
    global server, direct
    server.stop()
    server = Server("db", *OPTIONS, "--slots", slots, *options)
    direct = server.client()
    model, numbers, wrong, did, refused = {}, {}, None, 0, 0
    for k in range(8):
        direct.ask(*words_of(proof, bob, number_of(direct, bob) + 1, [("d", b"m%d" % k, b"", 0)]))
    for signer in (alice, bob):
        numbers[signer] = number_of(direct, signer)
    for _ in range(rounds):
        sent = []
        for _ in range(chance.choice([1, 2, 10])):
            signer, changes = chance.choice([alice, bob]), any_changes()
            good = dict(model), expected(model, changes)
            words = words_of(proof, signer, numbers[signer] + 1, changes)
            lie = chance.randrange(6)
            if lie == 0:
                words = words_of(proof, signer, max(1, numbers[signer] + chance.choice([-1, 0, 2, 2**62])), changes)
            elif lie == 1:
                words[chance.randrange(1, len(words))] += b"0"
            elif lie == 2:
                words = words[:chance.randrange(1, len(words))]
            if lie <= 2 or good[1] is None:
                model.clear()
                model.update(good[0])
                sent.append((words, None))
            else:
                numbers[signer] += 1
                sent.append((words, good[1]))
            if chance.random() < 0.4:
                sent.append((chance.choice([[b"get", b"m1"], [b"set", b"free", b"9", b"px", b"1"], [b"get", b"free"],
                                            [b"receipt", b"on"], [b"receipt"], [b"set", alice.name, b"x"]]), 0))
        direct.s.sendall(b"".join(encode(*words) for words, _ in sent))
        for words, answer in sent:
            got = direct.read()
            if answer is None:
                refused += 1
                good = isinstance(got, Error) or (isinstance(got, bytes) and got.startswith(b"refused"))
            else:
                did += answer != 0
                good = answer == 0 or got == answer
            if not good:
                wrong = wrong or (words, answer, got)
    check(f"any requests, {slots} {' '.join(options)}: each answer is a plain store's", wrong is None, wrong)
    check("of which some were done, and some refused", did > rounds // 4 and refused > rounds // 4, (did, refused))
    keys = [b"m%d" % k for k in range(8)]
    check("and so is what is there", all(direct.ask("get", k) == there(model, k) for k in keys))
    lives("and the gate goes on", server)


any_requests(40 * ROUNDS, "512")
any_requests(10 * ROUNDS, "140000")
# A hash is there, made before all had to be signed; and what a request says of one.
direct.ask("hset", "h", "f", "1", "only", "2")
direct.ask("rpush", "l", "a", "b", "c")
direct.ask("sadd", "s", "a", "b")
direct.ask("zadd", "z", 1, "a", 1, "b", "inf", "c")
direct.ask("xadd", "x", "1-1", "f", "v")
direct.ask("xgroup", "create", "x", "g", 0)
direct.ask("xreadgroup", "group", "g", "c", "streams", "x", ">")
direct.ask("xadd", "x", "1-2", "f", "v")
direct.ask("hset", "typed", "f", "1")
n = number_of(direct, alice)
check("a request does not add to a hash", b"not an integer" in direct.ask(*words_of(proof, alice, n + 1,
      [("i", b"typed", b"", 1)])) and direct.ask("hget", "typed", "f") == b"1")
check("but puts a string in its place", direct.ask(*words_of(proof, alice, n + 1, [("p", b"typed", b"1", 0)]))
      == b"done\nOK\n" and direct.ask("get", "typed") == b"1")
check("and a client's record is not made a hash", isinstance(direct.ask("hset", alice.name, "f", "v"), Error)
      and direct.ask("copy", "typed", alice.name, "replace") == NO and direct.ask("rename", "h", alice.name) == NO
      and direct.ask("del", "typed") == 1)
any_requests(10 * ROUNDS, "512", "--signed", "all")
check("with all signed, a client's record is nobody's", direct.ask("set", alice.name, "x") == NO)

# ---- All that changes something without a signature, where all has to be signed: as the protocol's table has it.

SCRIPTS = ["if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call(%s) else return 0 end" % call
           for call in ("'del', KEYS[1]", "'pexpire', KEYS[1], ARGV[2]", "'expire', KEYS[1], ARGV[2]",
                        "'set', KEYS[1], ARGV[2]")]
SCRIPTS += ["local n = redis.call('incr', KEYS[1]) if n == 1 then redis.call('expire', KEYS[1], ARGV[1]) end return n"]
HOW = {"set": ["a 1", "a 1 get", "a 1 xx", "a 1 px 1000", "new 1 nx", "a 1 keepttl"], "incr": ["a"],
       "del": ["a", "b a"],
       "expire": ["a 10", "a -1"], "mset": ["a 1 new 2"], "msetnx": ["n1 1 n2 2"], "decr": ["a"], "incrby": ["a 2"],
       "decrby": ["a 2"], "incrbyfloat": ["a 0.5"], "append": ["a x"], "setrange": ["a 1 x"], "setbit": ["a 1 1"],
       "getset": ["a x"], "getdel": ["a"], "getex": ["a px 1000", "t persist"], "setnx": ["new x"], "setex": ["a 10 x"],
       "psetex": ["a 10 x"], "unlink": ["a"], "pexpire": ["a 10"], "expireat": ["a 9999999999", "a 1"],
       "pexpireat": ["a 9999999999999"], "persist": ["t"], "rename": ["a c"], "renamenx": ["a c"],
       "copy": ["a c", "a b replace"], "flushdb": ["", "async"], "flushall": [""],
       "hset": ["h f 2", "new f 1 g 2"], "hmset": ["h f 2"], "hsetnx": ["h g 1", "new f 1"],
       "hdel": ["h f", "h only f"], "hincrby": ["h f 1"], "hincrbyfloat": ["h f 0.5"],
       "lpush": ["l x", "new x"], "rpush": ["l x y"], "lpushx": ["l x"], "rpushx": ["l x"], "lpop": ["l", "l 1", "l 9"],
       "rpop": ["l", "l 9"], "ltrim": ["l 1 1", "l 5 6"], "lset": ["l 0 x"], "lrem": ["l 0 a"],
       "linsert": ["l before a x"], "lmove": ["l l2 left left", "l l left right"], "rpoplpush": ["l l2"],
       "blpop": ["l 0", "none l 0"], "brpop": ["l 0"], "blmove": ["l l2 left left 0"], "brpoplpush": ["l l 0"],
       "sinterstore": ["new s", "s s none"], "sunionstore": ["new s none"], "sdiffstore": ["s s s"],
       "sadd": ["s x", "new x"], "srem": ["s a", "s a b"], "spop": ["s", "s 9"],
       "zadd": ["z 1 x", "new 1 x", "z xx 7 a", "z incr 1 a"], "zincrby": ["z 1 a"], "zrem": ["z a", "z a b"],
       "lmpop": ["1 l left", "2 none l right count 9"], "blmpop": ["0 1 l left", "0 2 none l right"],
       "zmpop": ["1 z min", "2 none z max count 9"], "bzmpop": ["0 1 z min"],
       "zpopmin": ["z", "z 9"], "zpopmax": ["z"], "bzpopmin": ["z 0", "none z 0"], "bzpopmax": ["z 0"],
       "zremrangebyrank": ["z 0 0", "z 0 -1"], "zremrangebyscore": ["z 1 1"], "zremrangebylex": ["z - +"],
       "zunionstore": ["new 2 z s weights 2 3", "z 1 none"], "zinterstore": ["new 1 z aggregate max"],
       "zdiffstore": ["z 2 z s"], "zrangestore": ["new z 0 0", "z z 5 6"],
       "xadd": ["x * f v", "new 1-1 f v", "x maxlen 1 * f v"], "xdel": ["x 1-1", "x 9-9 1-1"],
       "xtrim": ["x maxlen 0", "x minid 5"], "xsetid": ["x 9-9"],
       "xgroup": ["create x h 0", "create new g $ mkstream", "setid x g 0", "destroy x g", "createconsumer x g d",
                  "delconsumer x g c"],
       "xreadgroup": ["group g c streams x >", "group g c noack streams x >", "group g c streams x 0",
                      "group g c streams x x > 0", "group g new block 0 streams x >"],
       "xack": ["x g 1-1"], "xclaim": ["x g d 0 1-1", "x g d 0 1-2 force justid", "x g c 0 lastid 9-9"],
       "xautoclaim": ["x g d 0 0", "x g c 0 - count 1 justid"],
       "smove": ["s new a", "s s2 a"], "signed": ["a b c d e"],
       "eval": [(text, "1", "a", "5", "60") for text in SCRIPTS],
       "evalsha": [(hashlib.sha1(text.encode()).hexdigest(), "1", "a", "5", "60") for text in SCRIPTS]}
with open("monitor/serve/clean/table.fl") as f:
    rows = re.findall(r'if name == "(\w+)" { return row\(([^)]*)\)', f.read())
changing = {name for name, row in rows if "WRITE" in row.split(",")[4]}
known = len(rows) > 60 and changing == set(HOW)
check("the table is read, and each command has words here", known, changing ^ set(HOW))


def state():
    keys = sorted(direct.ask("keys", "*"))
    ways = ("get",), ("hgetall",), ("smembers",), ("zrange", 0, -1, "withscores"), ("xrange", "-", "+"), \
        ("xpending", "g"), ("pexpiretime",)
    groups = lambda k: direct.ask("xinfo", "groups", k)
    return [(k, groups(k), *(direct.ask(way[0], k, *way[1:]) for way in ways), direct.ask("lrange", k, 0, -1))
            for k in keys]


direct.ask(*words_of(proof, alice, number_of(direct, alice) + 1,
                     [("p", b"a", b"5", 0), ("p", b"b", b"6", 0), ("p", b"t", b"7", 99999999999999)]))
before = state()
for text in SCRIPTS:
    direct.ask("script", "load", text)


def is_no(got):
    return (isinstance(got, Error) and got.text.startswith(NO.text)
            or isinstance(got, bytes) and got.startswith(b"refused"))


for name in sorted(changing):
    for words in HOW[name]:
        said = words if isinstance(words, str) else words[0]
        words = [name, *(words.split() if isinstance(words, str) else words)]
        got = [direct.ask(*words)]
        for first in (None, ("get", "a")):
            direct.ask("multi")
            if first:
                direct.ask(*first)
            direct.ask(*words)
            got += [direct.ask("exec")[-1]]
        check(f"nothing is changed: {name} {said}", all(map(is_no, got)) and state() == before, got)
check("nor in another database, nor by a script", all(isinstance(direct.ask(*w), Error) for w in (
    ("move", "a", "1"), ("select", "1"),
    ("eval", "return redis.call('move', 'a', '1')", "0"), ("restore", "z", "0", "x"),
    ("swapdb", "0", "1"))))
check("nor then", state() == before)
lives("and the gate goes on", server)
server.stop()

# ---- Who is enrolled no more.

only_bob = write("only_bob", f"bob {bob.key}\n")
server = Server("db", *PLAIN, "--signers", only_bob)
direct = server.client()
n = number_of(direct, alice)
old = words_of(proof, alice, n + 1, [("i", b"gone", b"", 1)])
check("a client that is taken out is refused", direct.ask(*old).startswith(b"refused"))
check("and an honest server keeps its record", direct.ask("set", alice.name, "x") == NO)
server.stop()
server = Server("db", *OPTIONS)
direct = server.client()
check("one that comes again goes on where it was", direct.ask(*old) == b"done\n1\n")
check("and its last request is not done again", direct.ask(*old).startswith(b"refused"))
server.stop()

# ---- Users: which keys are in a request says the client, so it is for those that may have all.

users = write("users", "user all on >pw ~* +@all\nuser some on >pw ~m* +@all\nuser reads on >pw ~* +@read\n")
os.chmod(users, 0o600)
server = Server("db", *OPTIONS, "--users", users)
if server.port is None:
    check("users", False, server.said())
for name in ("all", "some", "reads"):
    c = server.client()
    c.ask("auth", name, "pw")
    got = c.ask(*words_of(proof, bob, 1, [("p", b"m1", b"1", 0)]))
    may, may_not = isinstance(got, bytes) and b"next one" in got, isinstance(got, Error) and "NOPERM" in got.text
    check(f"a user: {name}", may if name == "all" else may_not, got)
server.stop()

# ---- A server that is killed while clients count: what was said to be done is, once; what was not is asked for again.


def anchor():
    return read("a.anchor")


counted, unexpected = {alice: 0, bob: 0}, []


def count(signer, until):
    """Each `incr' that comes through, and the ones whose end nobody saw."""
    c = None
    try:
        c = Client("127.0.0.1", until["port"], read("a.key.pub"), anchor, LIBRARY, patience=30, signer=signer)
        c.number, c.pending = until.get(signer, (None, None))
        while not until["over"]:
            if c.pending:
                if not c.settle():
                    c.again()
            else:
                c.signed("incr", "c" + signer.key[:4])
            counted[signer] += 1
    except (Lie, Conflict) as why:
        unexpected.append(why)
    except (OSError, Unproved, Refused, ValueError, Gone):
        pass
    if c:
        until[signer] = c.number, c.pending


server, until = None, {"over": False}
for turn in range(ROUNDS + 1):
    server = Server("db", *OPTIONS, *(("--signed", "all") if turn % 2 else ()))
    check("it starts", server.port is not None, server.said())
    until["port"], until["over"] = server.port, False
    threads = [threading.Thread(target=count, args=(signer, until)) for signer in (alice, bob)]
    for t in threads:
        t.start()
    time.sleep(0.2 + chance.random() / 2)
    if turn == ROUNDS:
        until["over"] = True
        for t in threads:
            t.join()
    server.stop(signal.SIGTERM if turn == ROUNDS else signal.SIGKILL)
    for t in threads:
        t.join()
server = Server("db", *OPTIONS)
direct = server.client()
for signer in (alice, bob):
    pending, got = until[signer][1], int(direct.ask("get", "c" + signer.key[:4]) or 0)
    check("counted once each", not pending and got == counted[signer] > 0, (got, counted[signer], pending))
check("and nobody was lied to", not unexpected, unexpected)
server.stop()

# ---- A key for which anybody can sign is none.

for weak in ("00" * 32, "01" + "00" * 31, "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85"):
    server = Server("db", *PLAIN, "--signers", write("weak", f"eve {weak}\n"))
    refused = server.port is None and server.status == 1 and "anybody" in server.said()
    check(f"no start: {weak[:4]}", refused, server.said())
done()
