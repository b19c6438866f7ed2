# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Import and export: what goes out is all that was sealed, each record checked; what comes in is all of a file, or
nothing that a server starts from."""
import glob
import os
import random
import re
import shutil
import stat
import subprocess
import time

from harness import GATE, SERVE, Client, Error, Server, check, done, encode, exported, folder, redis_server, running

random.seed(int(os.environ.get("FUZZ_SEED", "1")))
PROGRAMS = os.path.dirname(SERVE)


def path(name):
    return os.path.join(folder, name)


def places(store, name, key=None):
    where = store if "://" in store else path(store)
    return ["--store", where, "--key", path(key or name + ".key"), "--anchor", path(name + ".anchor")]


def program(which, *words, data=None):
    return subprocess.run([os.path.join(PROGRAMS, "fairlead-monitor-" + which), *words], input=data,
                          capture_output=True, timeout=300)


def export(store, name, *more, key=None):
    return program("export", *places(store, name, key), *more)


def bring(store, name, data=None, *more):
    return program("import", *places(store, name), *more, data=data)


def commands(stream):
    """[words] of a RESP stream."""
    at, out = 0, []
    while at < len(stream):
        end = stream.index(b"\r\n", at)
        count, at, words = int(stream[at + 1:end]), end + 2, []
        for _ in range(count):
            end = stream.index(b"\r\n", at)
            n = int(stream[at + 1:end])
            words.append(stream[end + 2:end + 2 + n])
            at = end + 2 + n + 2
        out.append(words)
    return out


def as_records(stream):
    got = {}
    for w in commands(stream)[1:-1]:
        if w[0] != b"SET" or len(w) not in (3, 5) or w[1] in got:
            raise ValueError(w[:2])
        got[w[1]] = (w[2], int(w[4]) if len(w) == 5 else 0)
    return got


# ---- There and back.

records, soon = {}, int(time.time() * 1000) + 3600000
for i in range(1500):
    key = random.choice([b"k%d" % i, os.urandom(random.choice([1, 9, 300])), b"\r\n*%d" % i])
    value = os.urandom(random.choice([0, 1, 30, 199, 200, 201, 5000]))
    records[key] = (value, random.choice([0, 0, 0, soon + i]))
records[b""] = (b"", 0)
records[b"K" * 65535] = (b"V" * 65535, soon)
records[b"large"] = (os.urandom(1 << 20), 0)
server = Server("db", "--slots", "512", "--near", "0", name="a")
c = server.client()
for k, (v, t) in records.items():
    assert c.ask("set", k, v, *(["PXAT", t] if t else [])) == "OK"
for k in random.sample(sorted(records), 200):
    assert c.ask("del", k) == 1
    del records[k]
epoch = int(c.ask("seal").split()[1])
got = export("db", "a")
check("of a server that goes on: all that is sealed", got.returncode == 0 and as_records(got.stdout) == records,
      (got.returncode, got.stderr))
check("said with its epoch and root", b"%d records, sealed with epoch " % len(records) in got.stderr
      and b", root " in got.stderr, got.stderr)
stop = time.monotonic() + 3
wrong, rounds = None, 0
while time.monotonic() < stop and not wrong:  # a counter and its copy are set in one step
    rounds += 1
    for n in range(40):
        c.ask("mset", "left", rounds * 1000 + n, "right", rounds * 1000 + n)
    c.ask("seal")
    p = subprocess.Popen([os.path.join(PROGRAMS, "fairlead-monitor-export"), *places("db", "a"), "--quiet"],
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    for n in range(40, 400):
        c.ask("mset", "left", rounds * 1000 + n, "right", rounds * 1000 + n)
    said, why = p.communicate(timeout=600)
    if p.returncode or as_records(said)[b"left"] != as_records(said)[b"right"]:
        wrong = why or "not of one state"
check("while it is written to: one state", wrong is None and rounds > 0, wrong)
c.ask("del", "left", "right")
check("a stop", server.stop() == 0)
before = export("db", "a").stdout
check("of a server that is stopped: the same", as_records(before) == records)
check("the public key is enough", export("db", "a", key="a.key.pub").stdout == before)
out = export("db", "a", "--output", path("out"))
check("to a file", out.returncode == 0 and out.stdout == b"" and open(path("out"), "rb").read() == before
      and not os.path.exists(path("out.unfinished")))
got = bring("copy", "b", None, path("out"), "--quiet")
# Its own lines: at most that the store's process is root. That process gets no ASAN_OPTIONS, and in its sandbox the
# leak sanitizer says that it cannot work, where it ends before it is ended.
check("back into a new store", got.returncode == 0 and got.stderr.count(b"fairlead-monitor-import: ") <= 1,
      (got.returncode, got.stderr))
again = export("copy", "b")
check("which has the same, byte for byte", again.returncode == 0 and again.stdout == before, again.stderr)
server = Server("copy", name="b")
c = server.client()
wrong = [k for k, (v, t) in records.items() if c.ask("get", k) != v or (c.ask("pttl", k) > 0) != (t > 0)]
check("a server starts from it", server.port is not None and not wrong, wrong[:3])
check("its seals go on", int(c.ask("seal").split()[1]) > 0 and server.stop() == 0)
check("another import into it is none", bring("copy", "b", b"").returncode == 1)
check("nor into one that another anchor knows", bring("new", "b", b"").returncode == 3)
got = bring("nothing", "n", b"")
check("nothing is an import, too", got.returncode == 0 and export("nothing", "n").stdout == exported()
      and Server("nothing", name="n").stop() == 0, got.stderr)
got = bring("many", "many", b"".join(encode("set", "key%d" % i, "x" * 180) for i in range(60000)))
check("more than is kept in memory", got.returncode == 0, got.stderr)
got = export("many", "many")
check("comes out again", got.returncode == 0 and len(as_records(got.stdout)) == 60000, got.stderr)
# What is given twice is as good as any: the numbers of commands show it.
server = Server("long", name="long")
c = server.client()
done_all = [c.ask("rpush", "l", *range(300)), c.ask("hset", "h", *range(400)), c.ask("pexpire", "h", 10**9),
            c.ask("zadd", "z", *[w for i in range(200) for w in (i, i)]), c.ask("set", "s", "v", "PX", 10**9)]
server.stop()
out = export("long", "long")
pieces = [encode(*w) for w in commands(out.stdout)[1:-1]]
n = len(pieces)


def counted(got):
    """At the end, and not on the way."""
    return [int(n) for n in re.findall(rb"(\d+) commands, (?:sealed|root) ", got.stderr)]


check("an export says how many commands it has, and an import how many it had", done_all == [300, 200, 1, 200, "OK"]
      and n == 13 and counted(out) == counted(bring("long1", "long1", out.stdout)) == [n], out.stderr)
check("so one that is given twice shows", counted(bring("long3", "long3", 2 * out.stdout)) == [2 * n])
# What is not whole shows at its end, or at its beginning.
check("an export says what it is, and where it ends", out.stdout == exported(*pieces))
wrong, head = {}, exported()[:exported().index(b"*", 1)]
for name, text, why in [
        *((f"cut off behind {i}", head + b"".join(pieces[:i]), b"end is missing") for i in range(n + 1)),
        *((f"{i} left out", exported(*pieces).replace(pieces[i], b""), b"not whole") for i in range(0, n, 4)),
        ("one twice", exported(*pieces).replace(pieces[0], 2 * pieces[0]), b"not whole"),
        ("no beginning", out.stdout[len(head):], b"beginning is missing"),
        ("cut off, and then whole", head + pieces[0] + out.stdout, b"end is missing"),
        ("an end more", out.stdout + encode("ECHO", "fairlead export end 0"), b"beginning is missing"),
        ("no number", head + encode("ECHO", "fairlead export end "), b"not whole"),
        ("no number of commands", head + encode("ECHO", "fairlead export end 0x"), b"not whole")]:
    shutil.rmtree(path("part"), ignore_errors=True)
    got = bring("part", "part " + name, text)
    started = Server("part", name="part " + name)
    if got.returncode != 1 or why not in got.stderr or started.port is not None:
        wrong[name] = got
check("one that is not whole is no import", not wrong, wrong)
got = bring("long4", "long4", b"".join(pieces) + encode("echo", "fairlead exports"))
check("one of before that had an end is one", got.returncode == 0 and counted(got) == [n + 1], got)
# No time passes for what is read: what a command met when it was written is there, and goes with its time.
moved = (encode("set", "n", "5", "PXAT", "1000") + encode("incr", "n") + encode("set", "from", "v", "PXAT", "1000")
         + encode("rename", "from", "to") + encode("append", "to", "w") + encode("set", "one", "1")
         + encode("copy", "one", "two") + encode("renamenx", "one", "three") + encode("set", "e", "5")
         + encode("pexpireat", "e", "1000") + encode("incr", "e"))
got = bring("moved", "moved", moved)
server = Server("moved", name="moved")
check("what is over is over, RENAME and COPY move", got.returncode == 0 and server.port is not None
      and sorted(server.client().ask("keys", "*")) == [b"three", b"two"], got.stderr)
server.stop()
os.mkfifo(path("pipe"))
reader = subprocess.Popen(["cat", path("pipe")], stdout=open(path("piped"), "wb"))
running.add(reader)
out = export("db", "a", "--output", path("pipe"))
check("into a pipe, which stays one", out.returncode == 0 and reader.wait(timeout=600) == 0
      and open(path("piped"), "rb").read() == before
      and stat.S_ISFIFO(os.stat(path("pipe")).st_mode) and not os.path.exists(path("pipe.unfinished")), out.stderr)
os.symlink(path("out"), path("out.link"))
out = export("db", "a", "--output", path("out.link"))
check("through a link, which stays one", out.returncode == 0 and os.path.islink(path("out.link"))
      and open(path("out"), "rb").read() == before, out.stderr)
logs = path("logs")
os.mkdir(logs)
if os.path.exists("bin/fairlead"):
    got = bring("logged", "l", None, path("out"), "--log", logs)
    server = Server("logged", "--log", logs, name="l")
    server.client().ask("set", "more", "v")
    server.stop()
    p = subprocess.run(["bin/fairlead", "monitor", "verify", "--chain", *sorted(glob.glob(logs + "/*"))],
                       capture_output=True, text=True, timeout=300)
    check("an import's log, and the next run's, are one history", got.returncode == 0 and p.returncode == 0
          and p.stdout.count("certified up to") >= 1, p)

# ---- Redis' own files, and a Redis.

port = redis_server()
if port is None:
    check("Redis' files # SKIP redis-tools is not installed", True)
else:
    r = Client(port)
    r.s.sendall(before)
    r.read()
    wrong = [a for a in (r.read() for _ in records) if a != "OK"]
    r.read()
    check("Redis takes what was exported", not wrong and r.ask("dbsize") == len(records), wrong[:3])
    check("and has it", all(r.ask("get", k) == v for k, (v, _) in records.items())
          and all((r.ask("pttl", k) > 0) == (t > 0) for k, (_, t) in records.items()))
    r.ask("config", "set", "aof-use-rdb-preamble", "no")
    r.ask("config", "set", "aof-timestamp-enabled", "yes")
    r.ask("config", "set", "appendonly", "yes")

    def rewritten():
        for _ in range(600):
            if b"aof_rewrite_in_progress:0" in r.ask("info") and b"aof_rewrite_scheduled:0" in r.ask("info"):
                return
            time.sleep(0.1)

    rewritten()
    r.ask("set", "n", "41")
    r.send("multi")
    r.send("incr", "n")
    r.send("expire", "n", "5000")
    r.send("set", "m", "1", "EX", "100")
    r.send("exec")
    for _ in range(5):
        r.read()
    r.ask("mset", "x", "1", "y", "2")
    r.ask("getdel", "x")
    r.ask("append", "y", "3")
    r.ask("setrange", "s", 3, "abc")
    r.ask("msetnx", "u", "1", "v", "2")
    r.ask("getex", "v", "ex", 5000)
    r.ask("pfadd", "never", "x")
    r.ask("del", "never")
    names = sorted(glob.glob(folder + "/appendonlydir/*.aof"), key=lambda f: (".incr." in f, f))
    r.ask("config", "set", "appendonly", "no")
    stream = b"".join(open(f, "rb").read() for f in names)
    got = bring("aof", "aof", None, *names)
    check("a command that there is none of here ends an import", got.returncode == 1
          and b"not a command to import: 'pfadd'" in got.stderr, got.stderr)
    check("and leaves nothing to start from", Server("aof", name="aof").status == 3)
    shutil.rmtree(path("aof"))
    cut = stream.replace(encode("pfadd", "never", "x"), b"")
    open(path("one.aof"), "wb").write(b"# Redis' own, and a \"\n" + cut)
    got = bring("aof", "aof", None, path("one.aof"))
    check("append-only files, base and increments", got.returncode == 0 and b"#TS:" in cut, got.stderr)
    mine = as_records(export("aof", "aof").stdout)
    theirs = {k: r.ask("get", k) for k in r.ask("keys", "*")}
    check("what Redis has", {k: v for k, (v, _) in mine.items()} == theirs
          and all((mine[k][1] > 0) == (r.ask("pttl", k) > 0) for k in mine))
    check("as an append-only file: redis-check-aof agrees", not shutil.which("redis-check-aof") or
          subprocess.run(["redis-check-aof", path("out")], capture_output=True).returncode == 0)
    r.ask("config", "set", "dbfilename", "dump.rdb")
    r.ask("save")
    got = bring("rdb", "rdb", None, path("dump.rdb"))
    check("an RDB file is none, and it is said what to do", got.returncode == 1
          and b"aof-use-rdb-preamble" in got.stderr, got.stderr)
    url = f"redis://127.0.0.1:{port}"
    r.ask("flushall")
    got = bring(url, "r", None, path("out"))
    check("into a Redis", got.returncode == 0 and export(url, "r").stdout == before, got.stderr)
    server = Server(url, name="r")
    check("a Redis is not exported while a server goes on", export(url, "r").returncode == 1)
    p = subprocess.run(["redis-cli", "-p", str(server.port), "--pipe"], input=encode("set", "piped", "in") * 1000,
                       capture_output=True)
    check("redis-cli --pipe brings it to a server", p.returncode == 0 and b"errors: 0, replies: 1000" in p.stdout
          and server.client().ask("get", "piped") == b"in", p)
    check("a stop", server.stop() == 0)

# ---- What is wrong in a file. Whatever it is, no server starts from what came before it.

good = encode("set", "a", "1") * 3
wrong_files = {
    "torn": (good + encode("set", "b", "2")[:-3], len(good), b"it ends within a command"),
    "torn in a number": (good + b"*3\r\n$3", len(good), b"it ends within a command"),
    "no line end": (good + b"*3\r\n$3\r\nSETxx$1\r\na\r\n$1\r\nb\r\n", len(good), b"expected a line end"),
    "a length of none": (good + b"*3\r\n$-1\r\n", len(good), b"invalid bulk length"),
    "a line torn": (good + b"set a 1", len(good), b"it ends within a command"),
    "a command to read": (good + encode("get", "a"), len(good), b"not a command to import: 'get'"),
    "QUIT": (good + encode("quit"), len(good), b"not a command to import: 'quit'"),
    "a stream": (good + encode("pfadd", "z", "x"), len(good), b"not a command to import: 'pfadd'"),
    "line ends in a name": (good + encode("no\r\nsuch"), len(good), b"not a command to import: 'no..such'"),
    "no number": (encode("set", "a", "x") + encode("incr", "a"), len(encode("set", "a", "x")), b"not an integer"),
    "too few words": (good + encode("set", "a"), len(good), b"wrong number of arguments"),
    "too large": (good + encode("set", "a", "x" * 1048577), len(good), b"a value 1048576"),
    "much too large": (good + b"*3\r\n$3\r\nset\r\n$1\r\na\r\n$9999999\r\n", len(good), b"invalid bulk length"),
    "another database": (good + encode("select", "1"), len(good), b"DB index"),
    "EXEC alone": (good + encode("exec"), len(good), b"MULTI and EXEC"),
    "MULTI twice": (encode("multi") * 2, len(encode("multi")), b"MULTI and EXEC"),
    "MULTI and no more": (good + encode("multi") + good, 2 * len(good) + len(encode("multi")),
                          b"between MULTI and EXEC"),
    "zeros": (good + bytes(100000), len(good), b"too big inline request"),
    "an odd MSET": (good + encode("mset", "a", "b", "c"), len(good), b"wrong number of arguments"),
    "a time that is none": (good + encode("set", "a", "b", "PXAT", "x"), len(good), b"not an integer"),
    "a time out of reach": (good + encode("set", "a", "b", "PXAT", "0"), len(good), b"invalid expire time"),
}
for name, (data, offset, why) in wrong_files.items():
    shutil.rmtree(path("bad"), ignore_errors=True)
    got = bring("bad", "bad-" + name.replace(" ", "-"), data)
    place = b"standard input: byte %d: error: " % offset
    check(f"{name}: said at its byte", got.returncode == 1 and place in got.stderr
          and why in got.stderr, (got.returncode, got.stderr))
many = b"".join(encode("set", "key%d" % i, "x" * 180) for i in range(60000))
check("no server starts from the last of them", Server("bad", name="bad-" + list(wrong_files)[-1].replace(" ", "-"))
      .port is None)
shutil.rmtree(path("bad"), ignore_errors=True)
got = bring("bad", "half", many + b"*1\r\n$4\r\nquit\r\n")
check("wrong at the end of much", got.returncode == 1 and b"byte %d: error" % len(many) in got.stderr
      and b"is of no use" in got.stderr, got.stderr)
check("it is a file with much in it", os.path.getsize(path("bad/data.mdb")) > 4 << 20)
server = Server("bad", name="half")
check("no server starts from it", server.port is None and server.status == 3, server.said())
check("nor with another anchor", Server("bad", name="other").status == 3)
check("nor is it exported", export("bad", "half").returncode == 1)
got = bring("bad", "half", good)
check("nor imported into", got.returncode == 3 and b"begin anew" in got.stderr, got.stderr)
shutil.rmtree(path("bad"))
got = bring("bad", "half", good)
check("begun anew, it is one", got.returncode == 0 and len(as_records(export("bad", "half").stdout)) == 1, got.stderr)

# Ended at any time: either there is no store to start from, or all of it is there.
outcomes = set()
data = b"".join(encode("set", "key%d" % i, "x" * 180) for i in range(40000))
open(path("data.resp"), "wb").write(data)


def until_begun(p, wait):
    """Until there is something in its store, or it has ended."""
    while p.poll() is None:
        if os.path.exists(path("killed/data.mdb")) and os.path.getsize(path("killed/data.mdb")) > 1 << 20:
            raise subprocess.TimeoutExpired(p.args, wait)
        time.sleep(0.001)


for wait in (0.02, 0.1, 0.3, 1, 2.5, None) + 10 * ("begun",):
    if wait == "begun" and "refused" in outcomes:
        break  # it was ended in the middle already
    for leftover in glob.glob(path("killed*")):
        (shutil.rmtree if os.path.isdir(leftover) else os.remove)(leftover)
    p = subprocess.Popen([os.path.join(PROGRAMS, "fairlead-monitor-import"), *places("killed", "killed"),
                          path("data.resp"), "--quiet"], stderr=subprocess.DEVNULL)
    try:
        until_begun(p, wait) if wait == "begun" else p.wait(timeout=wait)
    except subprocess.TimeoutExpired:
        p.kill()
        p.wait()
    server = Server("killed", name="killed")
    if server.port is None:
        outcomes.add("refused")
        continue
    c = server.client()
    have = sum(c.ask("exists", "key%d" % i) for i in range(0, 40000, 997))
    outcomes.add("all" if have == len(range(0, 40000, 997)) else "nothing" if have == 0 else f"{have} of it")
    server.stop()
check("killed at any time: nothing, a refusal, or all", outcomes <= {"all", "nothing", "refused"}
      and {"all", "refused"} <= outcomes, outcomes)
print("#", outcomes)
got = program("import", *places("none", "none"), path("no-such-file"))
check("a file that is not there", got.returncode == 1 and b"No such file" in got.stderr, got.stderr)
got = program("import", *places("none2", "none2"), folder)
check("a folder", got.returncode == 1 and b"it cannot be read" in got.stderr, got.stderr)
for which in ("import", "export"):
    bad = [[], ["--store", path("x")], ["--no-such"], [*places("x", "x"), "--expect-epoch", "x"],
           ["--store", folder, "--key", path("x.key"), "--anchor", path("x.anchor")],
           [*places("x", "x"), "--anchor-command", "true"]]
    check(f"{which}: command lines that make no sense", all(program(which, *b).returncode == 2 for b in bad))

# ---- What is wrong in a store.

server = Server("lies", "--anchor-every", "0", name="lies")
c = server.client()
for i in range(400):
    c.ask("set", f"k{i}", os.urandom(20 if i % 3 else 3000))
c.ask("seal")
server.stop()
whole = export("lies", "lies").stdout
check("an honest one", len(as_records(whole)) == 400)
shutil.copytree(path("lies"), path("old"))
server = Server("lies", name="lies")
server.client().ask("set", "k1", "new")
server.stop()
got = export("old", "lies")
check("one that was rolled back is refused", got.returncode == 3 and b"rolled back" in got.stderr and got.stdout == b"",
      got.stderr)
FILES = ["lies/data.mdb", "lies/journal-0", "lies/journal-1"]
honest = {name: open(path(name), "rb").read() for name in FILES}
whole = export("lies", "lies").stdout
pieces = {b"SET " + k for k in as_records(whole)}
came, wrong = {}, None
for i in range(int(os.environ.get("LIES", "60"))):
    data = {name: bytearray(honest[name]) for name in FILES}
    for _ in range(random.choice([1, 1, 3, 40])):
        name = random.choice([name for name in FILES if data[name]])
        end = len(data[name].rstrip(b"\0"))  # a journal has room behind
        data[name][random.randrange(max(end, 1))] ^= 1 << random.randrange(8)
    for name in FILES:
        open(path(name), "wb").write(data[name])
    got = export("lies", "lies", "-o", path("lied"), "-q")
    there = os.path.exists(path("lied"))
    if got.returncode == 0:
        same = there and open(path("lied"), "rb").read() == whole
        wrong = wrong or (None if same else f"round {i}: something else was exported")
        os.remove(path("lied"))
    elif got.returncode not in (1, 3) or there or os.path.exists(path("lied.unfinished")):
        wrong = wrong or (i, got.returncode, got.stderr)
    came[got.returncode] = came.get(got.returncode, 0) + 1
for name in FILES:
    open(path(name), "wb").write(honest[name])
check("bits flipped in its files: the right records, or none under that name", wrong is None, wrong)
check("some of that is noticed", came.get(3, 0) + came.get(1, 0) > 0, came)
print("#", came)
got = export("lies", "other-anchor", key="lies.key")
check("without its anchor: refused, as the server does", got.returncode == 3, got.stderr)
got = program("export", "--store", path("lies"), "--key", path("lies.key"), "--anchor", "none")
check("with none, said", got.returncode == 0 and got.stdout == whole and b"would not be noticed" in got.stderr,
      got.stderr)
got = export("lies", "lies", key="a.key")
check("another key", got.returncode == 3, got.stderr)
got = export("no-such-store", "lies")
check("no such store: none is made", got.returncode == 1 and not os.path.exists(path("no-such-store")), got.stderr)
full = subprocess.run([os.path.join(PROGRAMS, "fairlead-monitor-export"), *places("lies", "lies")],
                      stdout=open("/dev/full", "wb"), stderr=subprocess.PIPE)
check("output that cannot be written", full.returncode == 1 and b"cannot be written" in full.stderr, full.stderr)


# Where a standard descriptor is closed no file and no socket gets its number: what is printed would go there.
def without(closed, which, *words, **how):
    shell = ["sh", "-c", 'exec "$@" ' + closed, "sh", os.path.join(PROGRAMS, "fairlead-monitor-" + which)]
    return subprocess.Popen([*shell, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, **how)


p = without(">&-", "export", *places("lies", "lies"))
said = p.communicate()[1]
check("no output at all: nor is it written", p.returncode == 1 and b"cannot be written" in said, said)
p = without("<&-", "import", *places("closed", "closed"))
said = p.communicate()[1]
check("no input at all: nothing is brought", p.returncode == 1 and b"cannot be read" in said, said)
p = without("<&- 2>&-", "serve", *places("served", "served"), "--port", "0", "--gate", GATE)
running.add(p)
p.stdout.readline()
held = [os.readlink(f"/proc/{p.pid}/fd/{n}") for n in (0, 2)]
check("a server that is given no input, nor where to complain", held == ["/dev/null"] * 2, held)
for p in list(running):
    p.kill()
done()
