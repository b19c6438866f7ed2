# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Crashes, lost writes, old and foreign states of the store: the server goes on with what is right, or refuses."""
import os
import random
import shutil
import signal
import subprocess
import threading
import time

from harness import Error, Gone, Server, check, done, encode, folder

random.seed(int(os.environ.get("FUZZ_SEED", "1")))
ROUNDS = int(os.environ.get("CRASH_N", "10"))
PAGE = 4096


def path(name):
    return os.path.join(folder, name)


def copy(a, b):
    shutil.rmtree(path(b), ignore_errors=True)
    shutil.copytree(path(a), path(b))


def sealed(server):
    """Waits until all that was answered is in the store, and sealed."""
    c = server.client()
    while b"unsealed_changes:0\r" not in c.ask("info"):
        time.sleep(0.01)
    c.close()


def stop_all(processes):
    """Until each of their threads has stopped: not in the middle of a system call."""
    for p in processes:
        os.kill(p, signal.SIGSTOP)
    for p in processes:
        for thread in os.listdir(f"/proc/{p}/task"):
            while open(f"/proc/{p}/task/{thread}/stat").read().rsplit(")", 1)[1].split()[0] != "T":
                time.sleep(0.001)


def family(server):
    """The server's process and those of its store."""
    children = subprocess.run(["pgrep", "-P", str(server.p.pid)], capture_output=True, text=True, check=True).stdout
    return [server.p.pid, *map(int, children.split())]


# ---- kill -9 while clients write. Each key counts up; what was acknowledged last, what was sent last.

KEYS = 24
acknowledged, sent = [0] * KEYS, [0] * KEYS


def writer(server, mine):
    try:
        c = server.client()
        while True:
            k = random.choice(mine)
            sent[k] += 1
            if c.ask("set", f"count{k}", str(sent[k]).encode() + b"." * random.choice([0, 10, 300])) != "OK":
                return
            acknowledged[k] = sent[k]
    except (Gone, OSError, ValueError):
        pass


def crash(options):
    """One round; what is wrong afterwards."""
    server = Server("crash", *options, name="crash")
    if server.port is None:
        return server.said()
    c = server.client()
    for k in range(KEYS):
        v = c.ask("get", f"count{k}")
        if isinstance(v, Error):
            return v
        n = int(v.rstrip(b".")) if v else 0
        if n > sent[k] or ("sealed" in options and n < acknowledged[k]):
            return f"key {k}: {n}, acknowledged {acknowledged[k]}, sent {sent[k]}"
        acknowledged[k] = n  # what came back is what counts now
        sent[k] = max(sent[k], n)
    c.close()
    threads = [threading.Thread(target=writer, args=(server, range(i, KEYS, 4))) for i in range(4)]
    for t in threads:
        t.start()
    time.sleep(random.random() * 0.25)
    if random.random() < 0.3:  # the store's processes alone: they are started again
        subprocess.run(["pkill", "-KILL", "-P", str(server.p.pid)], check=False)
        time.sleep(random.random() * 0.2)
    server.stop(signal.SIGKILL)
    for t in threads:
        t.join(timeout=600)
    return None


for options in (["--acknowledge", "sealed", "--commit-every", "1"], []):
    wrong = None
    for _ in range(ROUNDS):
        wrong = wrong or crash(options)
    what = "nothing acknowledged is lost" if options else "what comes back was there"
    check(f"{ROUNDS} times kill -9, {options[1] if options else 'at-once'}: {what}", wrong is None, wrong)
check("clients were answered in between", sum(acknowledged) > 0)

# ---- Old states.

lag = ["--anchor-every", "3600000", "--slots", "512"]
server = Server("old")
c = server.client()
c.ask("set", "balance", "100")
c.ask("seal")
copy("old", "image1")
c.ask("set", "balance", "1")
c.ask("seal")
server.stop()
copy("old", "image2")
copy("image1", "old")
server = Server("old")
check("an old image of the disk is refused",
    server.port is None and server.status == 3 and "rolled back" in server.said(),
      server.said())
shutil.rmtree(path("old"))
server = Server("old")
check("so is an empty one", server.port is None and server.status == 3, server.said())
copy("image2", "old")
server = Server("old")
check("the right one is not", server.port is not None and server.client().ask("get", "balance") == b"1", server.said())
second = Server("old")
check("a second server with the same anchor does not start", second.port is None and second.status == 1, second.said())
server.stop()
copy("old", "image3")
os.rename(path("a.anchor"), path("a.anchor.lost"))
server = Server("old")
check("without its anchor a store is refused", server.port is None and server.status == 3, server.said())
server = Server("old", "--expect-epoch", "999")
check("and if the epoch is not the expected one", server.port is None and server.status == 3, server.said())
server = Server("old", "--expect-epoch", "3")
check("gone on from, if one says which epoch", server.port is not None, server.said())
server.stop()
copy("image3", "old")
server = Server("old")
check("and then what was before is old", server.port is None and server.status == 3, server.said())

# A state that was taken back, with the anchor behind, and that went on otherwise, cannot come back.
server = Server("fork", *lag, name="f")
c = server.client()
c.ask("set", "x", "1")
sealed(server)
processes = family(server)
stop_all(processes)
copy("fork", "short")
for p in processes:
    os.kill(p, signal.SIGCONT)
for i in range(20):
    c.ask("set", "x", str(i))
    time.sleep(0.02)
sealed(server)
server.stop(signal.SIGKILL)
copy("fork", "long")
copy("short", "fork")
server = Server("fork", *lag, name="f")
check("one that is as old as the anchor is gone on from", server.port is not None, server.said())
server.client().ask("set", "x", "other")
server.stop(signal.SIGKILL)
copy("long", "fork")
server = Server("fork", *lag, name="f")
check("and then the one that went on otherwise is refused", server.port is None and server.status == 3, server.said())

# ---- Other keys, other stores, damaged anchors.

server = Server("mine", name="mine")
server.client().ask("set", "k", "v")
server.stop()
server = Server("theirs", name="theirs")
server.client().ask("set", "k", "w")
server.stop()
copy("theirs", "mine-was")
os.rename(path("mine"), path("mine-right"))
copy("theirs", "mine")
server = Server("mine", name="mine")
check("a store that somebody else sealed is refused", server.port is None and server.status == 3, server.said())
shutil.rmtree(path("mine"))
os.rename(path("mine-right"), path("mine"))
# Two stores under one key: what one of their servers sealed is no later state of the other store. The same in time: a
# state that was gone on from knowingly, and what had come after it.
for name in ("left", "right"):
    server = Server(name, "--anchor", path(name + ".anchor"), name="both")
    c = server.client()
    for i in range(1 if name == "left" else 9):
        c.ask("set", "whose", name + str(i))
        c.ask("seal")
    server.stop()
copy("left", "left-right-now")
copy("right", "left")
server = Server("left", "--anchor", path("left.anchor"), name="both")
check("another store under the same key is refused", server.port is None and server.status == 3, server.said())
copy("left-right-now", "left")
server = Server("left", "--anchor", path("left.anchor"), name="both")
check("our own is not", server.port is not None and server.client().ask("get", "whose") == b"left0", server.said())
for i in range(9):
    server.client().ask("seal")
server.stop()
copy("left", "left-lost")
copy("left-right-now", "left")
os.rename(path("left.anchor"), path("left.anchor.aside"))
server = Server("left", "--anchor", path("left.anchor"), "--expect-epoch", "1", name="both")
check("an old state, knowingly", server.port is not None and server.client().ask("get", "whose") == b"left0",
      server.said())
server.stop(signal.SIGKILL)
copy("left-lost", "left")
server = Server("left", "--anchor", path("left.anchor"), name="both")
check("and then what had come after it is void", server.port is None and server.status == 3, server.said())

good = open(path("mine.anchor"), "rb").read()
accepted = []
for bad in [b"", good[:-1], good + b"\n", good.replace(b"epoch ", b"epoch 0"), good.replace(b"anchor 1",
    b"anchor 2"), b"x" * 500,
            good.replace(b"seal ", b"seal  "), good.upper()]:
    open(path("mine.anchor"), "wb").write(bad)
    server = Server("mine", name="mine")
    if server.port is not None or server.status != 1:
        accepted.append((bad, server.said()))
check("a damaged anchor is none", not accepted, accepted)
open(path("mine.anchor"), "wb").write(good)
os.rename(path("mine.key"), path("mine.key.away"))
server = Server("mine", name="mine")
check("a key that is gone is not made anew",
    server.port is None and server.status == 1 and not os.path.exists(path("mine.key")),
      server.said())
os.rename(path("mine.key.away"), path("mine.key"))
server = Server("mine", name="mine")
check("with all in place it starts", server.port is not None and server.client().ask("get", "k") == b"v", server.said())
check("and stops", server.stop() == 0)

# ---- Writes that were lost or reordered by the disk: each page of the files, LMDB's and the journal's, as it was at
# one of three times, or damaged. (That no crash of an honest disk loses what was committed: tests/monitor/journal.t.)

FILES = ["data.mdb", "journal-0", "journal-1"]


def state(server):
    c = server.client()
    c.s.sendall(b"".join(encode("get", f"p{i}") for i in range(300)))
    return [c.read() for _ in range(300)]


server = Server("pages", *lag, name="p")
c = server.client()
for i in range(300):
    c.ask("set", f"p{i}", os.urandom(20 if i % 7 else 2000))
sealed(server)
first = state(server)
c.ask("set", "p0", "settled")  # another commit, so that the file's two heads are both ours
sealed(server)
first[0] = b"settled"
server.stop(signal.SIGKILL)
anchor = open(path("p.anchor"), "rb").read()
first_data = open(path("pages/data.mdb"), "rb").read()


def restore(data):
    """The files, and what the anchor knew when they were written."""
    for name in FILES:
        open(path("pages/" + name), "wb").write(data[name])
    open(path("p.anchor"), "wb").write(anchor)


def files():
    return {name: open(path("pages/" + name), "rb").read() for name in FILES}


def frozen(server):
    """The files between two system calls of whoever writes them."""
    processes = family(server)
    stop_all(processes)
    got = files()
    for p in processes:
        os.kill(p, signal.SIGCONT)
    return got


# What the next run makes of it, in one incarnation that the anchor knows.
server = Server("pages", *lag, name="p")
anchor = open(path("p.anchor"), "rb").read()
time.sleep(0.1)
one = frozen(server)
c = server.client()
for i in range(0, 300, 3):
    c.ask("set", f"p{i}", os.urandom(30 if i % 5 else 2500))
    if i == 150:
        c.ask("seal")  # the first commit is LMDB's
c.ask("seal")
second = state(server)
three = frozen(server)  # in the journal, mostly
two = three
for i in range(600):  # and in LMDB, which gets it when a turn of the journal is over
    if all(two[name] != three[name] for name in FILES):  # and the next turn has begun
        break
    c.ask("set", "more", str(i))
    c.ask("seal")
    time.sleep(0.1)
    two = frozen(server)
server.stop(signal.SIGKILL)
check("what is in the journal comes to LMDB", two["data.mdb"] != three["data.mdb"])


def between(got):
    """What is answered is of one state that was sealed, on the way from the first to the second: of the writes in their
    order, so many."""
    return any(all(isinstance(g, Error) or g == (second[i] if i % 3 == 0 and i // 3 < n else first[i])
                   for i, g in enumerate(got)) for n in range(101))


def attempt(data):
    """What became of it: a state that was sealed, a refusal, or what is wrong."""
    restore(data)
    server = Server("pages", *lag, name="p")
    if server.port is None:
        return "refused" if server.status in (1, 3) else server.said()
    got = state(server)
    said = server.client().ask("info").decode()
    server.stop(signal.SIGKILL)
    errors = sum(isinstance(g, Error) for g in got)
    if between(got) and ("status:refused" in said or "status:ok" in said):
        return "refused" if errors else "right"
    return repr([(i, g) for i, (g, a, b) in enumerate(zip(got, first, second)) if g != a])


check("the files at the first seal", attempt(one) == "right" and between(first) and between(second))
check("the files at the last", attempt(two) == "right" and attempt(three) == "right")
check("a journal of another time than the data is none", attempt({**three, "data.mdb": first_data}) == "refused")
seen, wrong = {"right": 0, "refused": 0}, None
for i in range(2 * ROUNDS):
    a, b = random.sample([one, two, three], 2)
    data = {}
    differs = [(name, at) for name in FILES for at in range(0, max(len(a[name]), len(b[name])), PAGE)
               if a[name][at:at + PAGE] != b[name][at:at + PAGE]]
    for name in FILES:
        data[name] = bytearray(a[name].ljust(len(b[name]), b"\0"))
    for name, at in random.sample(differs, random.choice([1, 1, 2, len(differs) // 2, max(1, len(differs) - 1)])):
        data[name][at:at + PAGE] = b[name][at:at + PAGE].ljust(PAGE, b"\0")
    if i % 3 == 0:
        for _ in range(random.choice([1, 5, 100])):
            name, at = random.choice(differs)  # where there is something
            data[name][min(at + random.randrange(PAGE), len(data[name]) - 1)] ^= 1 << random.randrange(8)
    if i % 7 == 0:
        name, at = random.choice(differs)
        del data[name][at + random.randrange(PAGE):]
    came = attempt({name: bytes(d) for name, d in data.items()})
    if came in seen:
        seen[came] += 1
    else:
        wrong = wrong or came
check(f"{2 * ROUNDS} stores made of two: right, or refused", wrong is None, wrong)
print("#", seen)
done()
