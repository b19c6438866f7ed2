# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A transaction, or a command, that takes long: others have their turns meanwhile, and it is one step all the same."""
import os
import random
import signal
import subprocess
import threading
import time

from harness import Error, Gone, Server, check, done, encode, until

random.seed(int(os.environ.get("FUZZ_SEED", "1")))
ROUNDS = int(os.environ.get("FUZZ_N", "2"))
N = 1500  # elements of a list
WIDE = 1500  # members of a set


class Step:
    """What a client asks for, of which the last answer takes long: `said`, when it is there."""

    def __init__(self, c, *commands):
        self.c, self.said, self.gone = c, None, False
        c.s.sendall(b"".join(encode(*words) for words in commands[:-1]))
        for _ in commands[:-1]:
            c.read()
        self.reader = threading.Thread(target=self.read)
        self.reader.start()
        c.send(*commands[-1])

    def read(self):
        try:
            self.said = self.c.read()
        except (Gone, OSError):
            self.gone = True

    def is_on(self):
        return self.reader.is_alive()

    def end(self):
        self.reader.join()
        return self.said


def transaction(*commands):
    return [("multi",), *commands, ("exec",)]


def fill(c):
    c.ask("del", "from", "to", "a", "b", "mine", "wide")
    c.ask("rpush", "from", *range(N))
    for k in ("s1", "s2"):
        c.ask("sadd", k, *range(WIDE))
    c.ask("set", "mine", "0")


def slow(n):
    """Commands that take more than ten milliseconds each, and come to nothing."""
    return [("sinterstore", "wide", "s1", "s2")] * n


server = Server("db")
c, d = server.client(), server.client()
fill(c)

# ---- Others have their turns ----
between, runs = 0, 0
while between < 4 and runs < 10:  # a fast machine is soon done
    step, between, runs = Step(c, *transaction(*slow(30))), 0, runs + 1
    while step.is_on():
        between += d.ask("set", "other", between) == "OK" and d.ask("get", "other") == b"%d" % between
    step.end()
check("a long transaction is carried out", step.said == [WIDE] * 30, step.said)
check("others read and write meanwhile", between >= 4, between)
large = b"x" * 65000
for i in range(0, 300, 10):
    d.ask("mset", *[x for j in range(10) for x in (b"large%d" % (i + j), large)])
keys = [b"large%d" % (i % 300) for i in range(900)]
for name, words, want in (("MGET", ("mget", *keys), [large] * 900),
                          ("DEL", ("del", *[b"none%d" % i for i in range(40000)]), 0),
                          ("MSETNX", ("msetnx", *[x for i in range(30000) for x in (b"large%d" % i, b"")]), 0)):
    between = runs = 0
    # It may be over before another one has asked; while a seal waits it lets nobody in.
    while between < 8 and runs < 10:
        runs += 1
        step = Step(c, words)
        while step.is_on():
            d.ask("set", "other", between) if between % 2 else d.ask("get", "other")
            between += 1
        said = step.end()
        if isinstance(said, Error):
            break
    check(f"a long {name} lets others in", said == want and between >= 8, (between, said if name != "MGET" else 0))
many = ("exists", *[b"large%d" % (2 + i % 200) for i in range(60000)])
check("EXISTS of as many large values as a command can name", c.ask(*many) == 60000)

# ---- It is one step ----
QUESTIONS = [("llen", "from"), ("llen", "to"), ("exists", "a", "b"), ("exists", "b", "a"), ("scan", 0, "count", 9999),
             ("keys", "?"), ("mget", "a", "b"), ("get", "mine"), ("dbsize",)]


def is_half(words, said, size):
    """Whether this is what is only there in the midst of it."""
    if words[0] == "llen":
        return said not in (0, N)
    if words[0] == "exists":
        return said not in (0, 2)
    if words[0] == "scan":
        return (b"a" in said[1]) != (b"b" in said[1])
    if words[0] == "keys":
        return (b"a" in said) != (b"b" in said)
    if words[0] == "mget":
        return (said[0] is None) != (said[1] is None)
    if words[0] == "dbsize":
        return said not in (size, size + 2)
    return False


wrong, asked, moved = [], 0, 0
for r in range(ROUNDS):
    fill(c)
    d.ask("sinterstore", "wide", "s1", "s2")
    d.ask("rpush", "to", 1), d.ask("lpop", "to")
    size = d.ask("dbsize")
    moves = [("lmove", "from", "to", "left", "right")] * N
    step = Step(c, *transaction(("set", "a", "1"), ("get", "mine"), *slow(6), *moves, *slow(6), ("get", "mine"),
                                ("set", "b", "1")))

    def watch(seed):
        e, mine = server.client(), random.Random(seed)
        while step.is_on():
            words = mine.choice(QUESTIONS)
            if mine.random() < 0.3:
                said = Step(e, *transaction(("ping",), words)).end()[1]
            else:
                said = e.ask(*words)
            if is_half(words, said, size):
                wrong.append((words, said))
            if mine.random() < 0.3:
                e.ask("incr", "mine")
            watch.asked += 1
        e.close()

    watch.asked = 0
    watchers = [threading.Thread(target=watch, args=(10 * r + i,)) for i in range(3)]
    for w in watchers:
        w.start()
    said = step.end()
    for w in watchers:
        w.join()
    asked += watch.asked
    if said[1] != said[-2] or said[1] is None:
        wrong.append(("it read two values", said[1], said[-2]))
    if [d.ask("llen", k) for k in ("from", "to")] != [0, N] or d.ask("exists", "a", "b") != 2:
        wrong.append(("it is not done", d.ask("llen", "from"), d.ask("llen", "to")))
check("nobody sees a half of it, and it sees no half of another", not wrong and asked > ROUNDS, (wrong[:5], asked))

# Who waits for a list has its turn when the transaction is done, and finds what is left then.
fill(c)
waiter, other = server.client(), server.client()
waiter.send("blpop", "queue", 0)
step = Step(c, *transaction(("rpush", "queue", "1"), *slow(12), ("lpop", "queue"), ("rpush", "queue", "2")))
d.ask("rpush", "elsewhere", "1")  # it waits, since somebody waits for a list
said = step.end()
check("what waits for a list gets nothing of the middle", waiter.read() == [b"queue", b"2"] and said[-2] == b"1", said)
e = server.client()
e.ask("watch", "mine")
step = Step(c, *transaction(*slow(4), ("incr", "mine"), *slow(4)))
other.ask("get", "other")
step.end()
check("WATCH knows of it", Step(e, *transaction(("set", "seen", "1"))).end() is None)

# ---- All of it or nothing, also where there is no room for receipts, or for answers ----
RECEIPTS = 65536  # of an epoch
c.ask("seal")
server.stop()
server = Server("db", "--commit-every", "60000")
c, d, one = server.client(), server.client(), server.client()
c.ask("receipt", "on"), d.ask("receipt", "on")


def leave_room(n):
    """For so many receipts."""
    one.ask("seal")
    for at in range(0, RECEIPTS - n, 20000):
        d.ask("mget", *["none"] * min(20000, RECEIPTS - n - at))


wrong = []
for n, words in ((3, ("msetnx", "n1", 1, "n2", 2)), (2, ("renamenx", "a", "n1")), (2, ("rename", "a", "n1"))):
    one.ask("set", "a", 1), one.ask("del", "n1", "n2")
    leave_room(n)
    said = c.ask(*words)
    if not isinstance(said, Error) or one.ask("exists", "a", "n1", "n2") != 1:
        wrong.append((words, said))
check("who has no room for receipts changes nothing", not wrong, wrong)
many = [b"many%d" % i for i in range(20000)]
wrong = []
for r in range(2):
    leave_room(22000)
    c.send("mset", *[x for k in many for x in (k, b"%d" % r)])
    d.s.sendall(encode("mget", *["none"] * 500) * 8)
    for _ in range(8):
        d.read()
    said, there = c.read(), sum(x == b"%d" % r for x in one.ask("mget", *many))
    if there != (20000 if said == "OK" else 0):
        wrong.append((said, there))
check("others' receipts take no room from a step that has begun", not wrong, wrong)
one.ask("seal")
large = b"x" * (1 << 20)
one.ask("set", "large", large)
said = [one.ask("getset", "large", large + b"x"), one.ask("set", "large", large + b"x", "get"), one.ask("ping")]
check("a value that is too large is an error, however large the old one", isinstance(said[0], Error)
      and isinstance(said[1], Error) and said[2] == "PONG", said)
e = server.client()
said = Step(e, *transaction(("set", "a", "all"), *[("get", "large")] * 65, ("set", "b", "all"))).end()
check("a transaction whose answers are too many is done, all the same", isinstance(said, Error)
      and one.ask("mget", "a", "b") == [b"all", b"all"], said)
for x in (c, d, one, e):
    x.close()
server.stop()
server = Server("db")
c, d, other = server.client(), server.client(), server.client()

# ---- What else is to happen meanwhile ----
steps = [Step(server.client(), *(transaction(("incr", "own%d" % i), *slow(3)) * 4)) for i in range(3)]
check("seals come between steps without end", all(isinstance(d.ask("seal"), (str, bytes)) for _ in range(3)))
for s in steps:
    s.end()
    s.c.close()
# Nor do long commands without end, each of keys of its own, keep who waits until there are none. They change nothing,
# so no seal comes between. Each has the next one there already, and so there is always one that lets others in.
OWN, busy, answered = 200, [server.client() for _ in range(6)], threading.Event()


def on_and_on(x, i, did):
    """Until it is answered, or so many are."""
    command = encode("exists", *[b"own %d of %d" % (j % 300, i) for j in range(30000)])
    x.s.sendall(2 * command)
    while x.read() == 0 and did[i] < OWN and not answered.is_set():
        did[i] += 1
        x.s.sendall(command)
    x.close()


did = [0] * len(busy)
threads = [threading.Thread(target=on_and_on, args=(x, i, did)) for i, x in enumerate(busy)]
d.ask("dbsize")  # counts all of them, the first time
for t in threads:
    t.start()
until(lambda: min(did) > 0)
there = d.ask("dbsize")
answered.set()
for t in threads:
    t.join()
check("DBSIZE has its turn between long commands without end", there > 4 and max(did) < OWN, (there, did))
gone = server.client()
fill(d)
gone.s.sendall(b"".join(encode(*w) for w in transaction(("set", "a", "1"), *slow(8), ("set", "b", "1"))))
while d.ask("get", "other") and d.ask("exists", "a", "b") == 0:
    pass
gone.close()
check("who has gone meanwhile has done all of it", d.ask("exists", "a", "b") == 2)


def half_way(server, c, number):
    """Ends the server in the midst of a transaction. What it says."""
    d = server.client()
    fill(d)
    d.ask("seal")
    step = Step(c, *transaction(("set", "a", "1"), ("lmove", "from", "to", "left", "right"), *slow(30),
                                ("set", "b", "1")))
    for _ in range(random.randrange(1, 12)):
        d.ask("incr", "other one")
    server.stop(number)
    step.end()
    return step


wrong, in_the_midst = None, 0
for i in range(2 * ROUNDS):
    number = (signal.SIGKILL, signal.SIGTERM)[i % 2]
    step = half_way(server, server.client(), number)
    in_the_midst += step.said is None
    server = Server("db", "--commit-every", "2")
    d = server.client()
    found = (d.ask("exists", "a"), d.ask("exists", "b"), d.ask("llen", "to"))
    if found not in ((0, 0, 0), (1, 1, 1)) or (step.said is not None and number == signal.SIGTERM and found[0] == 0):
        wrong = wrong or (number, found)
check("an end in its midst leaves all of it or nothing", wrong is None, wrong)
check("and it was ended in its midst", in_the_midst > 0)
check("the server ends as it should", server.stop() == 0, server.said())

# ---- Who is in the midst of a command, and lets others in while what it was answered before is sent ----
FOUND = "for i = 1, 100000 do if redis.call('%s', KEYS[1]) ~= %s then return i end end return 'the same'"
server = Server("held", "--acknowledge", "sealed", "--script-busy", "600000", name="b")
c, d = server.client(), server.client()
c.ask("set", "k", "0")
store = subprocess.run(["ps", "-o", "pid=,args=", "--ppid", str(server.p.pid)], capture_output=True, text=True).stdout
store = [int(line.split()[0]) for line in store.splitlines() if "fairlead-monitor-store" in line]
for name, held, script in (
        ("nor after CLIENT REPLY SKIP", [("client", "reply", "skip"), ("set", "k", "other")], FOUND % ("get", "'0'")),
        ("nor by BLPOP", [("blpop", "q", "0")], "redis.call('rpush', KEYS[1], 'x') " + FOUND % ("llen", "1"))):
    for pid in store:
        os.kill(pid, signal.SIGSTOP)
    c.s.sendall(b"".join(encode(*w) for w in [("set", "a", "1"), *held]))
    time.sleep(1)  # its answer waits for a seal
    step = Step(d, ("eval", script, "1", held[-1][1]))
    time.sleep(0.5)
    for pid in store:
        os.kill(pid, signal.SIGCONT)
    check("nothing is changed in the midst of a script, " + name, step.end() == b"the same", step.said)
    said = c.read(), c.ask("get", "k") if len(held) > 1 else c.read()
    check("and then it is", said in (("OK", b"other"), ("OK", [b"q", b"x"])), said)
server.stop()
done()
