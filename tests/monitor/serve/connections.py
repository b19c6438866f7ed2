# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What clients ask of a server beside its records: connections, INFO's sections, cursors; and sums of floats, beside
Redis."""
import os
import random
import re
import signal
import subprocess

from harness import SERVE, Client, Error, Server, check, done, encode, folder, redis_server

random.seed(int(os.environ.get("FUZZ_SEED", "1")))
server = Server("db")
c, d = server.client(), server.client()

# ---- Connections

one, two = c.ask("client", "id"), d.ask("client", "id")
check("each connection has a number, and keeps it", one != two and one > 0 and c.ask("client", "id") == one)
check("none has a name at first", c.ask("client", "getname") is None)
check("one is given", c.ask("client", "setname", "a:b@c(1)") == "OK" and c.ask("client", "getname") == b"a:b@c(1)"
      and d.ask("client", "getname") is None)
bad = [isinstance(c.ask("client", "setname", name), Error) for name in ("a b", "a\nb", "\x7f", "x" * 256)]
check("names are words", all(bad) and c.ask("client", "getname") == b"a:b@c(1)", bad)
long = b"n" * 255
check("of 255 bytes, too", d.ask("client", "setname", long) == "OK" and d.ask("client", "getname") == long)
check("and may be taken back", d.ask("client", "setname", "") == "OK" and d.ask("client", "getname") is None)


def lines(text):
    return [dict(w.split("=", 1) for w in line.split(" ")) for line in text.decode().splitlines()]


listed = {int(x["id"]): x for x in lines(c.ask("client", "list"))}
check("CLIENT LIST has both", set(listed) == {one, two} and listed[one]["name"] == "a:b@c(1)"
      and listed[two]["name"] == "" and listed[one]["db"] == "0", listed)
check("and where they come from", listed[one]["addr"] == "127.0.0.1:%d" % c.s.getsockname()[1]
      and listed[one]["laddr"] == "127.0.0.1:%d" % server.port, listed)
check("CLIENT INFO has this one", int(lines(d.ask("client", "info"))[0]["id"]) == two)
many = [server.client() for _ in range(200)]
for i, x in enumerate(many):
    x.ask("client", "setname", b"%03d" % i + b"y" * 250)
listed = lines(c.ask("client", "list", "TYPE", "normal"))
check("a long list is one answer", len(listed) == 202 and len({x["name"] for x in listed}) == 202, len(listed))
c.ask("multi")
c.ask("client", "list")
c.ask("client", "id")
listed, number = c.ask("exec")
check("in a transaction, too", len(lines(listed)) == 202 and number == one)
for x in many:
    x.close()
bystander = server.client()  # what it is answered comes after the ends of those
while len(lines(bystander.ask("client", "list"))) > 3:
    pass
check("those that are gone are not in it", sum(x["name"] != "" for x in lines(c.ask("client", "list"))) == 1)
check("what clients say of themselves is heard", c.ask("client", "setinfo", "LIB-NAME", "x") == "OK"
      and c.ask("client", "no-evict", "on") == "OK" and c.ask("client", "no-touch", "on") == "OK")
refused = [c.ask(*words) for words in (("client", "kill", "id", "3"), ("client", "list", "id", "3"),
           ("client", "id", "x"), ("client", "tracking", "on"), ("client", "setname"), ("client", "\r\n"))]
check("what is not known is an error that says so", all(isinstance(r, Error) and "CLIENT" in r.text for r in refused),
      refused)
# Clients read each of these as a number (redis-py, and job queues by it).
NUMBERS = ("id", "fd", "age", "idle", "db", "sub", "psub", "ssub", "multi", "qbuf", "qbuf-free", "argv-mem",
           "multi-mem", "rbs", "rbp", "obl", "oll", "omem", "tot-mem", "redir", "resp")
listener = server.client()
listener.ask("subscribe", "c")
listener.ask("psubscribe", "p")
d.ask("multi")
d.ask("client", "getname")
listed = {int(x["id"]): x for x in lines(c.ask("client", "list"))}
heard = [x for x in listed.values() if x["sub"] == "1"]
check("CLIENT LIST has Redis' numbers", all(set(NUMBERS) <= set(x) for x in listed.values())
      and all(int(x[n]) >= -1 for x in listed.values() for n in NUMBERS), listed)
check("who listens to what, and what waits for EXEC", [(x["psub"], x["flags"]) for x in heard] == [("1", "P")]
      and listed[two]["multi"] == "1" and listed[two]["flags"] == "x" and listed[one]["multi"] == "-1"
      and int(listed[one]["qbuf"]) > 0, listed)
d.ask("discard")
listener.close()
three = server.client()
three.send("hello", "3", "setname", "third")
hello = three.f.readline() + b"".join(three.f.readline() for _ in range(25))
check("HELLO has the number", b"\r\nid\r\n:%d\r\n" % max(int(x["id"]) for x in lines(c.ask("client", "list"))) in hello
      and b"name=third" in c.ask("client", "list"), hello)
check("and refuses a name that is none", isinstance(c.ask("hello", "2", "setname", "a b"), Error))

# ---- RESET

said = [three.ask(*words)
        for words in (("receipt", "on"), ("watch", "k"), ("multi",), ("set", "k", "v"), ("reset",))]
check("RESET ends a transaction at once", said == [b"on\n", "OK", "OK", "QUEUED", "RESET"]
      and isinstance(three.ask("exec"), Error), said)
check("nothing of it was done; answers are as at first", three.ask("get", "k") is None)
check("and the name and receipts are gone", three.ask("client", "getname") is None
      and isinstance(three.ask("receipt"), Error))

# ---- What there is not

check("no passwords", "without any password" in c.ask("auth", "x").text
      and "without any password" in c.ask("auth", "default", "x").text)
check("no cluster", all(c.ask(*w).text == "ERR This instance has cluster support disabled"
                        for w in (("cluster", "info"), ("readonly",), ("readwrite",))))
check("no copies", c.ask("role") == [b"master", 0, []] and c.ask("wait", "1", "5") == 0
      and isinstance(c.ask("wait", "x", "5"), Error))
unknown = [c.ask(w, "a", "b") for w in ("geoadd", "ssubscribe", "lcs", "pfadd")]
check("other commands are unknown, by name", all("unknown command '" in x.text for x in unknown), unknown)

# In a transaction, too, before EXEC does the others without them.
parts = [("client", "kill", "x"), ("client", "setname"), ("client", "unblock"),
         ("object", "idle", "k"), ("pubsub", "shards"),
         ("pubsub", "numpat", "x"), ("script", "debug"), ("script", "load"), ("command", "what"), ("config", "rewrite"),
         ("config", "get")]
came = []
for words in parts:
    c.ask("multi")
    came.append((c.ask("set", "not-done", "v"), c.ask(*words), c.ask("exec"), c.ask("get", "not-done")))
check("nor is a transaction done that has one of several commands which there is not",
      all(x[0] == "QUEUED" and words[0].upper() in x[1].text and x[2].text.startswith("EXECABORT") and x[3] is None
          for words, x in zip(parts, came)), came)

# ---- INFO, CONFIG GET

sections = [line[2:] for line in c.ask("info").decode().split("\r\n") if line.startswith("# ")]
check("INFO has sections", "Server" in sections and "Monitor" in sections, sections)
pieces = [c.ask("info", random.choice((s.lower(), s.upper()))).decode() for s in sections]
check("each by itself", all(p.startswith(f"# {s}\r\n") and p.count("# ") == 1 for s, p in zip(sections, pieces)),
      pieces)
check("all of them", all(c.ask("info", *how).decode().count("# ") == len(sections)
                         for how in (("all",), ("everything",), ("default",), ("server", "clients"))))
check("one that is none is empty", c.ask("info", "commandstats") == b"")


def settings(*patterns):
    got = c.ask("config", "get", *patterns)
    return dict(zip(got[::2], got[1::2]))


check("CONFIG GET: patterns", settings("SAVE") == {b"save": b""} and settings("*")[b"maxmemory-policy"] == b"noeviction"
      and set(settings("max*", "app*")) == {b"maxmemory", b"maxmemory-policy", b"appendonly"}
      and settings("nothing") == {})

# ---- Cursors

for i in range(300):
    c.ask("set", f"scanned{i}", "v")
cursor, names, cursors = b"0", [], []
while True:
    cursor, some = c.ask("scan", cursor, "count", "7")
    names += some
    cursors.append(int(cursor))
    cursor = b"%d" % int(float(cursor))  # as JavaScript has numbers
    if cursor == b"0":
        break
check("SCAN's cursors are whole as floating-point numbers, and nothing is left out", len(names) == len(set(names))
      and len([n for n in names if n.startswith(b"scanned")]) == 300 and all(int(float(x)) == x for x in cursors))
beyond = [c.ask("scan", str(x), "count", "1000") for x in (2**53, 2**63, 2**64 - 1)]
check("behind the last one is nothing", all(x == [b"0", []] for x in beyond), beyond)
check("a cursor of no number", isinstance(c.ask("scan", str(2**64)), Error))

# ---- Sums of floats; what Redis would have a value in

FLOATS = [b"0", b"-0", b"1", b"10.50", b"5.0e3", b"2.0e2", b"-5e-1", b"0.1", b"0.2", b"1e17", b"-1e-17", b"1e400",
          b"0x10", b"3.", b".5", b"123456789012345678901234567890", b"1e-4950", b"1.7e4932", b"9223372036854775807",
          b"1e-18", b"0.30000000000000000004", b"1.1", b"2.675"]
NONE = [b"", b" 1", b"1 ", b"abc", b"inf", b"-inf", b"nan", b"1e", b"1e5000", b"1e-5000", b"--1", b"1\0", b"\0", b"1,5"]
redis = redis_server()
if redis:
    r = Client(redis)
    wrong = None
    for a in FLOATS + NONE + [None]:
        for b in FLOATS + NONE:
            for x in (c, r):
                x.ask("del", "f")
                if a is not None:
                    x.ask("set", "f", a, "ex", "1000")
            ours, theirs = c.ask("incrbyfloat", "f", b), r.ask("incrbyfloat", "f", b)
            if (ours != theirs or c.ask("get", "f") != r.ask("get", "f")
                    or (c.ask("ttl", "f") > 0) != (r.ask("ttl", "f") > 0)):
                wrong = wrong or (a, b, ours, theirs)
    check("INCRBYFLOAT as Redis has it", wrong is None, wrong)
    wrong = None
    for _ in range(500):
        a, b = ((b"%.*f" % (random.randrange(18), random.uniform(-1, 1) * 10 ** random.randrange(18))) for _ in "ab")
        for x in (c, r):
            x.ask("set", "f", a)
        ours, theirs = c.ask("incrbyfloat", "f", b), r.ask("incrbyfloat", "f", b)
        wrong = wrong or (ours != theirs and (a, b, ours, theirs)) or None
    check("at random, too", wrong is None, wrong)
    wrong = None
    for v in FLOATS + NONE + [b"-9223372036854775808", b"9223372036854775808", b"007", b"-07", b"x" * 44, b"x" * 45,
                              b"1" * 21, b"-", b"+1"]:
        for x in (c, r):
            x.ask("set", "o", v)
        ours, theirs = c.ask("object", "encoding", "o"), r.ask("object", "encoding", "o")
        wrong = wrong or (ours != theirs and (v, ours, theirs)) or None
    check("OBJECT ENCODING, too", wrong is None and c.ask("object", "encoding", "nothing there") is None
          and c.ask("object", "refcount", "o") == 1, wrong)
    check("OBJECT FREQ, too, where nothing is counted", all(c.ask("object", "freq", k) == r.ask("object", "freq", k)
          for k in ("o", "none")), c.ask("object", "freq", "o"))
    # CLIENT REPLY: what is answered, in one piece, up to an end that is.
    COMMANDS = [("client", "reply", "on"), ("client", "reply", "off"), ("client", "reply", "skip"),
                ("client", "Reply", "x"), ("set", "rk", "v"), ("get", "rk"), ("get", "large"), ("incr", "large"),
                ("echo", "y" * 20000), ("multi",), ("exec",), ("reset",), ("incr", "n"), ("client", "reply", "skip")]
    wrong = None
    for x in (c, r):
        x.ask("mset", "large", "z" * 1000000, "n", "0")
    for _ in range(60):
        said, multi = [], False
        for words in random.choices(COMMANDS, k=20):
            if words[0] in ("multi", "exec", "reset"):
                multi = words[0] == "multi"
            if not (multi and words[0] == "client"):
                said.append(words)
        said += [("reset",), ("client", "reply", "on"), ("echo", "the end")]
        both = []
        for x in (c, r):
            x.s.sendall(b"".join(encode(*words) for words in said))
            got = b""
            while not got.endswith(b"$7\r\nthe end\r\n"):
                got += x.f.read1(1 << 20)
            both.append(re.sub(rb"-ERR [^\r]*", b"-ERR", got))
        wrong = wrong or (both[0] != both[1] and ([words[:3] for words in said if words[0] != "echo"],
                                               [re.sub(rb"[yz]{99,}", b"..", b) for b in both])) or None
    check("CLIENT REPLY, too", wrong is None, wrong)
    c.ask("client", "reply", "on")
    said = [c.ask(*words) for words in (("multi",), ("client", "reply", "off"), ("exec",))]
    check("which has no place in MULTI", isinstance(said[1], Error) and "EXECABORT" in said[2].text, said)
else:
    check("beside Redis # SKIP redis-tools is not installed", True)
check("it stops", server.stop() == 0, server.said())

# ---- A store that says nothing keeps a command waiting once, not for each of its keys: its process is killed, and not
# started again for as long as that took.

starts = os.path.join(folder, "starts")
program = os.path.join(folder, "counted")
with open(program, "w") as f:
    f.write(f'#!/bin/sh\necho >>"{starts}"\n'
            f'exec "{os.path.join(os.path.dirname(os.path.abspath(__file__)), "fake_store.py")}" "$@"\n')
os.chmod(program, 0o755)
server = Server("fake-silent", "--slots", "512", "--near", "0", "--store-program", program, name="silent")
c = server.client()
c.ask("mset", *[w for i in range(1500) for w in (f"k{i}", "v")])
c.ask("seal")
before = os.path.getsize(starts)
open(os.path.join(folder, "fake-silent.bad"), "w").close()
got = c.ask("mget", *[f"k{i}" for i in range(1500)])
check("MGET from a store that says nothing: one error", isinstance(got, Error) and got.text.startswith("STOREFAIL"),
      got)
mine = [c.ask("get", f"k{i}") for i in range(1500)]
check("each by itself: values that are cached, and errors", any(isinstance(x, Error) for x in mine)
      and all(x == b"v" or isinstance(x, Error) and x.text.startswith("STOREFAIL") for x in mine))
again = os.path.getsize(starts) - before
check("it was not started for each of them", again < 20, again)
os.remove(os.path.join(folder, "fake-silent.bad"))
while isinstance(c.ask("get", "k1"), Error) or isinstance(c.ask("get", "k777"), Error):
    pass
check("one that answers again is gone on with", c.ask("get", "k1") == b"v" and c.ask("ping") == "PONG")
server.stop(signal.SIGKILL)

# A sum is there after a crash, and in an import, as it was answered.
server = Server("strict", "--acknowledge", "sealed", "--checkpoint-every", "3600000", name="strict")
c = server.client()
said = [c.ask("incrbyfloat", "sum", "0.1") for _ in range(20)][-1]
c.ask("set", "timed", "1", "ex", "1000")
c.ask("incrbyfloat", "timed", "1.5")
server.stop(signal.SIGKILL)
server = Server("strict", name="strict")
c = server.client()
check("what was answered is there after a crash", c.ask("get", "sum") == said and c.ask("get", "timed") == b"2.5"
      and c.ask("ttl", "timed") > 0)
server.stop()


def import_file(name, text):
    program = os.path.join(os.path.dirname(SERVE), "fairlead-monitor-import")
    places = [w for how, end in (("store", ""), ("key", ".key"), ("anchor", ".anchor"))
              for w in ("--" + how, os.path.join(folder, name + end))]
    return subprocess.run([program, *places, "-"], input=text, capture_output=True)


p = import_file("new", encode("incrbyfloat", "sum", "0.1") * 20 + encode("set", "s", "w"))
check("an import has sums", p.returncode == 0, p)
p = import_file("bad", encode("set", "s", "w") + encode("incrbyfloat", "s", "1"))
check("and says which is none", p.returncode == 1 and b"byte 27: error: value is not a valid float" in p.stderr, p)
server = Server("new", name="new")
check("they are what a server makes of them", server.client().ask("get", "sum") == said)
server.stop()
done()
