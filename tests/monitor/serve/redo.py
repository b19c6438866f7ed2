# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Changes between two checkpoints: after kill -9 they are there again, and a store that has not all of them, or others,
is refused. The store is fake_store.py, an honest one, whose records can be looked at, and changed."""
import os
import pickle
import random
import signal
import subprocess
import time

from harness import GATE, SERVE, Error, Server, check, done, encode, folder

random.seed(int(os.environ.get("FUZZ_SEED", "1")))
ROUNDS = int(os.environ.get("REDO_N", "3"))
FAKE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fake_store.py")
KEYS = [f"key{i}" for i in range(40)]
STATE = os.path.join(folder, "db-honest.records")
sealed = ["--store-program", FAKE, "--acknowledge", "sealed", "--commit-every", "1", "--checkpoint-every",
          "3600000"]


def value():
    return os.urandom(random.choice([0, 1, 20, 250, 252, 300, 5000]))


def change():
    """A command that may change something."""
    k, j, n = random.choice(KEYS), random.choice(KEYS), random.randrange(100)
    return random.choice([
        lambda: ("set", k, value()), lambda: ("set", k, value()), lambda: ("set", k, str(n)),
        lambda: ("set", k, value(), "px", random.choice([1, 5, 100000])), lambda: ("set", k, value(), "keepttl"),
        lambda: ("del", k, j), lambda: ("mset", k, value(), j, str(n)), lambda: ("msetnx", k, "x", j, "y"),
        lambda: ("incrby", k, n), lambda: ("decr", k), lambda: ("append", k, value()),
        lambda: ("setrange", k, n, "abc"), lambda: ("setbit", k, n, n % 2),
        lambda: ("getset", k, value()), lambda: ("getdel", k),
        lambda: ("getex", k, "px", random.choice([1, 200000])), lambda: ("getex", k, "persist"),
        lambda: ("expire", k, 1000), lambda: ("pexpire", k, random.choice([1, 3, -1])), lambda: ("persist", k),
        lambda: ("rename", k, j), lambda: ("copy", k, j, "replace"), lambda: ("setnx", k, value()),
        lambda: ("unlink", k), lambda: ("flushall",) if n < 5 else ("incr", k)])()


def state(c):
    c.send("mget", *KEYS)
    got = c.read()
    if isinstance(got, Error):
        return got
    return {k: (v, c.ask("pexpiretime", k)) for k, v in zip(KEYS, got) if v is not None}


def stays(got):
    """No error (a server's store may just be starting again), no key that went while we asked, none that is about to
    go: within the minute that a start of a server may take on a machine that does much else."""
    return not isinstance(got, Error) and all(
        not isinstance(t, Error) and (t == -1 or t - time.time() * 1000 > 60000) for _, t in got.values())


def settled(c, seconds=300):
    """What is there when nothing is about to go; what was there last if it never is."""
    end = time.time() + seconds
    while not stays(got := state(c)) and time.time() < end:
        time.sleep(0.005)
    return got


def records():
    with open(STATE, "rb") as f:
        return pickle.load(f)


def write(all_of_it):
    with open(STATE, "wb") as f:
        pickle.dump(all_of_it, f)


wrong, done_again = None, 0
for n in range(ROUNDS):
    server = Server("db-honest", *sealed)
    if server.port is None:
        wrong = wrong or server.said()
        break
    c = server.client()
    for _ in range(150):
        if random.randrange(20):
            c.ask(*change())
            continue
        c.ask("multi")
        for _ in range(3):
            c.ask(*change())
        c.ask("exec")
    if n % 3 == 1:
        c.ask("flushall")
    before = settled(c)
    server.stop(signal.SIGKILL)
    done_again += b"sr" in records()
    server = Server("db-honest", *sealed)
    after = state(server.client()) if server.port else server.said()
    if after != before:
        wrong = wrong or (server.said(), [k for k in KEYS if not isinstance(after, dict)
                                          or before.get(k) != after.get(k)])
    server.stop(random.choice([signal.SIGKILL, signal.SIGTERM]))
check(f"{ROUNDS} times, all commands: what was acknowledged is there", wrong is None, wrong)
# With the gate in a process of its own a seal after a value's time was over is a checkpoint.
check("there was something to do again", done_again == ROUNDS or (GATE == "process" and done_again > 0), done_again)

# A store whose process ends now and then: what failed may have been done in part, and so it is sealed.
FLAKY, bad = STATE.replace("honest", "sometimes"), os.path.join(folder, "db-sometimes.bad")
wrong, failures = None, 0
for n in range(ROUNDS):
    server = Server("db-sometimes", *sealed, name="s")
    if server.port is None:
        wrong = wrong or server.said()
        break
    c = server.client()
    open(bad, "w").close()
    failed = 0
    for i in range(20000):  # it fails at random: perhaps not within the first hundred
        failed += isinstance(c.ask(*change()), Error)
        if i >= 100 and failed:
            break
    failures += failed > 0
    os.unlink(bad)
    for _ in range(600):
        got = c.ask("seal") if n % 2 else c.ask("set", "last", str(n))
        if not isinstance(got, Error):
            break
        time.sleep(0.1)
    before = settled(c)
    server.stop(signal.SIGKILL)
    server = Server("db-sometimes", *sealed, name="s")
    after = state(server.client()) if server.port else server.said()
    if after != before:
        wrong = wrong or (server.said(), [k for k in KEYS if not isinstance(after, dict)
                                          or before.get(k) != after.get(k)])
    server.stop(signal.SIGKILL)
check(f"{ROUNDS} times over a store that fails: what was acknowledged is there", wrong is None, wrong)
check("and it failed", failures == ROUNDS, failures)

server = Server("db-honest", *sealed)
c = server.client()
check("a start is a checkpoint", b"sr" not in records())
c.ask("mset", "a", "1", "large", b"x" * 60000)
c.ask("append", "large", b"y" * 5000)
for i in range(9):
    c.ask("set", "a", str(i))
early = records()
c.ask("set", "b", b"z" * 300)
c.ask("mset", *[x for i in range(6) for x in (f"wide{i}", os.urandom(50000))])
before = {k: c.ask("get", k) for k in ("a", "b", "large", "wide5")}
server.stop(signal.SIGKILL)
good = records()
pieces = sorted(k for k in good if k[:2] == b"sr" and len(k) == 10)
check("pieces in a row, several for what is large", len(pieces) > 12
      and [int.from_bytes(k[2:], "big") for k in pieces] == list(range(len(pieces))), pieces)
got = subprocess.run([os.path.join(os.path.dirname(SERVE), "fairlead-monitor-export"), "--store",
                      os.path.join(folder, "db-honest"), "--key", os.path.join(folder, "a.key"), "--anchor",
                      os.path.join(folder, "a.anchor"), "--store-program", FAKE], capture_output=True)
check("an export has them", got.returncode == 0 and encode("SET", "b", b"z" * 300) in got.stdout, got.stderr)
check("and changes nothing", records() == good)


def attempt(all_of_it):
    """0: it is as it was. 3: refused. Or what is wrong."""
    write(all_of_it)
    server = Server("db-honest", *sealed)
    if server.port is None:
        refused = "REFUSED" in server.said() or (GATE == "process" and "does not begin" in server.said())
        return 3 if refused and server.status in (1, 3) and GATE == "process" else server.status if refused else \
            server.said()
    c = server.client()
    same = {k: c.ask("get", k) for k in before} == before
    server.stop(signal.SIGKILL)
    return 0 if same else "another state"


anchor = open(os.path.join(folder, "a.anchor"), "rb").read()


def attempts(lies):
    """Each from the same anchor; those that are not refused."""
    came = {}
    for name, lie in lies:
        open(os.path.join(folder, "a.anchor"), "wb").write(anchor)
        bad = dict(good)
        lie(bad)
        came[name] = attempt(bad)
    return {name: what for name, what in came.items() if what != 3}


def flip(at, key):
    def lie(bad):
        v = bytearray(bad[key])
        v[at(len(v))] ^= 1 << random.randrange(8)
        bad[key] = bytes(v)
    return lie


def swap(bad):
    bad[pieces[0]], bad[pieces[1]] = bad[pieces[1]], bad[pieces[0]]


def join(bad):
    bad[pieces[0]] += bad[pieces[1]]
    bad[pieces[1]] = b""


lies = [
    ("no head", lambda bad: bad.pop(b"sr")), ("no first piece", lambda bad: bad.pop(pieces[0])),
    ("no last piece", lambda bad: bad.pop(pieces[-1])), ("two exchanged", swap), ("cut elsewhere", join),
    ("a piece cut", lambda bad: bad.update({pieces[3]: bad[pieces[3]][:-1]})),
    ("a piece longer", lambda bad: bad.update({pieces[3]: bad[pieces[3]] + b"\0"})),
    ("an earlier head", lambda bad: bad.update({b"sr": early[b"sr"]})),
    ("an earlier seal", lambda bad: bad.update({b"s": early[b"s"]})),
    ("an earlier state", lambda bad: (bad.clear(), bad.update(early))),
    ("a head that is long", lambda bad: bad.update({b"sr": bad[b"sr"] + b"\0"})),
    ("the tree's root as head", lambda bad: bad.update({b"sr": bad[b"n\0\0"]})),
    ("the head as root", lambda bad: bad.update({b"n\0\0": bad[b"sr"]}))]
lies += [(f"the head, flipped {i}", flip(lambda n, i=i: i, b"sr")) for i in (0, 20, 47, 50, 87)]
lies += [(f"piece {i}, flipped", flip(random.randrange, k)) for i, k in enumerate(pieces[:12:4])]
wrong = attempts(lies)
check(f"{len(lies)} other logs: each is refused", not wrong, wrong)
open(os.path.join(folder, "a.anchor"), "wb").write(anchor)
check("one more piece than there are is nobody's", attempt({**good, b"sr" + bytes(6) + b"\xff\xff": b"x"}) == 0)
open(os.path.join(folder, "a.anchor"), "wb").write(anchor)
check("the right one is taken", attempt(good) == 0)

# A checkpoint, and what was before it is gone from the store.
server = Server("db-honest", *sealed)
c = server.client()
c.ask("set", "a", "last")
check("a log again", b"sr" in records())
c.ask("seal")
check("SEAL is a checkpoint: no log is left", not [k for k in records() if k[:2] == b"sr"])
c.ask("set", "a", "more")
check("it stops with a checkpoint, too", server.stop() == 0 and b"sr" not in records())
server = Server("db-honest", *sealed)
check("and has all", server.client().ask("get", "a") == b"more")
server.stop()

# More than a log may have (FL_REDO_MOST, 16 MiB): checkpoints come earlier. While one is prepared the log goes on
# to twice as much, and then has what one seal may have. What an audit's log has needs none.
server = Server("db-honest", *sealed)
c = server.client()
sizes = []
while len(sizes) < 2 or sizes[-2] < sizes[-1]:
    c.s.sendall(b"".join(encode("set", f"huge{j}", os.urandom(60000)) for j in range(60)))
    for _ in range(60):
        c.read()
    sizes.append(sum(len(v) for k, v in records().items() if k[:2] == b"sr"))
check("it does not grow without end", 12 << 20 < max(sizes) <= 3 * 16 << 20, sizes)
server.stop(signal.SIGKILL)
server = Server("db-honest", *sealed)
check("all of it is there", server.port is not None
      and len(server.client().ask("get", "huge59")) == 60000, server.said())
server.stop()
os.mkdir(os.path.join(folder, "logs"))
server = Server("db-honest", *sealed, "--log", os.path.join(folder, "logs"))
server.client().ask("set", "a", "logged")
server.stop(signal.SIGKILL)
check("with --log each seal is a checkpoint", b"sr" not in records())
server = Server("db-honest", *sealed)
check("and nothing is lost", not isinstance(server.client().ask("get", "a"), Error)
      and server.client().ask("get", "a") == b"logged")
server.stop()
done()
