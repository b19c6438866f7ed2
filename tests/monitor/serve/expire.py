# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What goes by itself, and what is counted and read bit by bit while others are served."""
import glob
import os
import random
import signal
import subprocess
import threading

from harness import PATIENCE, Error, Server, check, done, encode, folder, redis_server, until

random.seed(int(os.environ.get("FUZZ_SEED", "1")))
ROUNDS = int(os.environ.get("FUZZ_N", "3"))


def ask_all(c, commands, at_once=500):
    """The answers to all of them."""
    answers = []
    for i in range(0, len(commands), at_once):
        part = commands[i:i + at_once]
        c.s.sendall(b"".join(encode(*words) for words in part))
        answers += [c.read() for _ in part]
    return answers


def info(c, name):
    return next(line.split(":", 1)[1] for line in c.ask("info").decode().split("\r\n") if line.startswith(name + ":"))


def comes_to(c, n):
    """Whether DBSIZE is n in the end."""
    return until(lambda: c.ask("dbsize") == n)


# ---- It goes by itself: in each kind of store, also where a log or a gate of its own looks on ----

def goes(name, where, *options, key="a"):
    server = Server(where, *options, name=key)
    c = server.client()
    stay, brief = [b"stays%d" % i for i in range(300)], [b"goes%d" % i for i in range(900)]
    ask_all(c, [("set", k, b"x" * random.choice([1, 30, 400])) for k in stay]
            + [("set", k, b"y" * random.choice([1, 30, 400]), "px", random.randrange(1, 400)) for k in brief])
    c.ask("set", "later", "z", "ex", 1000)
    tries = 0
    while True:  # it has to be there when it is watched, however slow the machine is
        c.ask("set", "watched", "z", "px", 200 << tries)
        tries += 1
        c.ask("watch", "watched", stay[0])
        if c.ask("pttl", "watched") > 0:
            break
        c.ask("unwatch")
    c.ask("multi")
    c.ask("set", "by exec", "1")
    d = server.client()
    gone = comes_to(d, 301)
    check(f"{name}: what nobody asks for goes when its time is over", gone, d.ask("dbsize"))
    check(f"{name}: and nothing else", sorted(d.ask("keys", "*")) == sorted(stay + [b"later"]))
    expired = int(info(d, "expired_keys"))
    check(f"{name}: INFO says how many", 901 <= expired < 901 + tries, (expired, tries))
    check(f"{name}: who watches one is told", c.ask("exec") is None and d.ask("exists", "by exec") == 0)
    # A time that was long, and is short now; and one that is taken back.
    d.ask("set", "later", "z", "px", 20)
    d.ask("pexpire", stay[1], 20)
    d.ask("set", stay[2], "z", "px", 50)
    kept = d.ask("persist", stay[2])  # on a slow machine it may have gone before
    check(f"{name}: as it is set last",
          comes_to(d, 298 + kept) and d.ask("get", stay[2]) == (b"z" if kept else None), (kept, d.ask("dbsize")))
    return server, d, stay


server, d, stay = goes("a folder", "db")
there = d.ask("dbsize")
d.ask("seal")  # what is in no seal may be lost
server.stop(signal.SIGKILL)
server = Server("db")
d = server.client()
check("after kill -9 nothing else is gone", d.ask("exists", *stay) == len(d.ask("keys", "*")) == there
      and d.ask("dbsize") == there, (there, d.ask("dbsize")))
server.stop()

logs = os.path.join(folder, "logs")
os.mkdir(logs)
server, d, _ = goes("with a log", "logged", "--log", logs, "--slots", "1024", key="b")
d.ask("seal")
server.stop()
said = subprocess.run(["bin/fairlead", "monitor", "verify", "--slots", "1024", *glob.glob(logs + "/*")],
                      capture_output=True, text=True, timeout=PATIENCE)
check("the model certifies the log", said.returncode == 0, (said.stdout + said.stderr)[-500:])
for name, where, options in (("with a gate", "gated", ("--gate", "process")),
                             ("sealed first", "sealed", ("--acknowledge", "sealed"))):
    server, d, _ = goes(name, where, *options, key=name.split()[-1])
    d.ask("seal")
    check(f"{name}: all is well", server.stop() == 0, server.said())
redis = redis_server()
if redis:
    server, d, _ = goes("over a Redis", f"redis://127.0.0.1:{redis}", key="r")
    server.stop()
else:
    print("# no redis-tools: the store is no Redis")

# ---- DBSIZE after a start: counted while others ask and change ----

MANY = 20000
names = {b"n%d" % i for i in range(MANY)}
server = Server("counted", "--slots", "4096", name="c")
ask_all(server.client(), [("set", k, "v") for k in names])
server.stop()
wrong, answered, rounds = None, 0, 0
while rounds < ROUNDS or (answered <= 20 * rounds and rounds < 30):  # who asks meanwhile may be slow
    rounds += 1
    server = Server("counted", "--slots", "4096", name="c")
    c, d = server.client(), server.client()
    c.send("dbsize")
    got = []
    reader = threading.Thread(target=lambda c=c, got=got: got.append(c.read()))
    reader.start()
    before, changed = len(names), 0
    while reader.is_alive():
        k, j = (b"n%d" % random.randrange(2 * MANY) for _ in range(2))
        if random.random() < 0.5:
            d.ask("set", k, "w")
            names.add(k)
        else:
            d.ask("del", k, j)
            names -= {k, j}
        changed += 1
    reader.join()
    answered += changed
    if d.ask("dbsize") != len(names) or abs(got[0] - before) > 2 * changed:
        wrong = wrong or (got, before, changed, d.ask("dbsize"), len(names))
    c.ask("multi")
    c.ask("dbsize")
    if c.ask("exec") != [len(names)]:
        wrong = wrong or "in a transaction"
    server.stop()
check("DBSIZE is the number of keys, whatever was changed while it counted", wrong is None, wrong)
check("and others were served meanwhile", answered > 20 * rounds, (answered, rounds))
server = Server("counted", "--slots", "4096", name="c")
c = server.client()
c.s.sendall(encode("multi") + encode("dbsize") + encode("set", "one", "more") + encode("dbsize") + encode("exec"))
said = [c.read() for _ in range(5)][-1]
check("in a transaction it is counted at once", said == [len(names), "OK", len(names) + 1], said)
server.stop()
server = Server("counted", "--slots", "4096", name="c")
c, d = server.client(), server.client()
c.s.sendall(encode("echo", "before") + encode("get", "one") + encode("dbsize") + encode("dbsize") + encode("echo", "b"))
for _ in range(50):
    d.ask("echo", "others")
said = [c.read() for _ in range(5)]
check("in a pipeline all is answered, in its order", said == [b"before", b"more"] + [len(names) + 1] * 2 + [b"b"], said)
server.stop()
server = Server("counted", "--slots", "4096", name="c")
c = server.client()
c.s.sendall(encode("dbsize"))
c.s.close()
check("who has gone meanwhile is not missed", server.client().ask("dbsize") == len(names) + 1)

# ---- Who sends without end ----
commands = b"".join(encode("get", b"n%d" % random.randrange(MANY)) for _ in range(120000))
d, between, rounds, wrong = server.client(), 0, 0, 0
while between < 8 and rounds < 10:  # who asks meanwhile may be slow
    rounds += 1
    flood, got = server.client(), []
    sender = threading.Thread(target=flood.s.sendall, args=(commands,))
    reader = threading.Thread(target=lambda flood=flood, got=got: got.extend(flood.read() for _ in range(120000)))
    sender.start()
    reader.start()
    while reader.is_alive():
        d.ask("ping")
        between += 1
    sender.join()
    wrong += len(got) != 120000 or any(isinstance(x, Error) for x in got)
check("all is answered", not wrong)
check("and others have their turns between", between >= 8, between)
large = os.urandom(65000)
check("a large value comes in pieces", d.ask("set", "large", large) == "OK" and d.ask("get", "large") == large
      and d.ask("mset", *[x for i in range(15) for x in (b"l%d" % i, large)]) == "OK"
      and d.ask("mget", *[b"l%d" % i for i in range(15)]) == [large] * 15)
check("the server ends as it should", server.stop() == 0, server.said())
done()
