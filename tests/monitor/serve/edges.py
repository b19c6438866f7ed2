# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Edges: command lines, folders, full disks, clients that are slow or say too much, and a store's process that says
anything, or nothing. What is answered is right, or an error, and everybody else is served."""
import os
import random
import shutil
import signal
import socket
import subprocess
import threading
import time

from harness import SERVE, Client, Error, Gone, Server, check, done, encode, exported, folder, running

random.seed(int(os.environ.get("FUZZ_SEED", "1")))
FAKE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fake_store.py")


def path(name):
    return os.path.join(folder, name)


def status(*options):
    p = subprocess.run([SERVE, *options], capture_output=True, text=True, timeout=600)
    return p.returncode


# ---- Command lines and places.

usual = ["--store", path("x"), "--key", path("x.key"), "--anchor", path("x.anchor"), "--port", "0"]
bad = [[], ["--store", path("x")], usual + ["more"], usual + ["--port", "65536"], usual + ["--port", "-1"],
       usual + ["--port", ""], usual + ["--port", " 1"], usual + ["--slots", "511"], usual + ["--slots", "4194305"],
       usual + ["--slots", "65537", "--log", path("x.log")],
       usual + ["--slots", "1e3"], usual + ["--memory", "0"], usual + ["--connections", "0"],
       usual + ["--timeout", "0"],
       usual + ["--commit-every", "x"], usual + ["--checkpoint-every", "-1"],
       usual + ["--expect-epoch", "18446744073709551616"],
       usual + ["--acknowledge", "x"], usual + ["--unsealed-most", "0"], usual + ["--when-unstored", "x"],
       usual + ["--near", "268435457"], usual + ["--no-such"], usual + ["--anchor", ""], usual + ["--key", ""],
       usual + ["--store", ""]]
wrong = [o[6:] for o in bad if status(*o) != 2]
check(f"{len(bad)} command lines that make no sense", not wrong, wrong)
os.mkdir(path("open"))
check("an anchor where the store is", status("--store", path("open"), "--key", path("x.key"), "--anchor",
                                             path("open/anchor")) == 2)
check("a key below the store, by another name", status("--store", path("open"), "--key", path("open/../open/key"),
                                                       "--anchor", path("x.anchor")) == 2)
os.symlink(path("open/anchor"), path("leads.anchor"))
os.symlink(path("open"), path("leads"))
open(path("theirs"), "w").close()
os.rename(path("theirs"), path("open/theirs"))
os.symlink(path("open/theirs"), path("leads.key"))
same = [["x.key", "x.key"], ["x.key", "x.key.pub"], ["x.anchor.new", "x.anchor"], ["x.anchor.lock", "x.anchor"],
        ["leads/../x.key", "x.key"], ["x", "x.pub"]]
wrong = [o for o in same if status("--store", path("x"), "--key", path(o[0]), "--anchor", path(o[1]), "--port",
                                   "0") != 2]
check("a key and an anchor in one file, or beside it in one", not wrong, wrong)
wrong = [o for o in [["leads.key", "x.anchor"], ["x.key", "leads/anchor"], ["leads/key", "x.anchor"]]
         if status("--store", path("open"), "--key", path(o[0]), "--anchor", path(o[1])) != 2]
check("links into the store's folder", not wrong, wrong)
check("a link to no anchor", status("--store", path("x"), "--key", path("x.key"), "--anchor",
                                     path("leads.anchor")) == 1)
os.remove(path("open/theirs"))
os.mkfifo(path("fifo"))
check("a pipe without a writer is no key", status("--store", path("x"), "--key", path("fifo"), "--anchor",
                                                  path("x.anchor")) == 1)
check("nothing of that was made", os.listdir(path("open")) == [] and not os.path.exists(path("x.key")))
wrong = [(o, s) for o, s in ((o, status("--store", o, *usual[2:])) for o in [
    "redis://", "redis://h:0", "redis://h:6379x", "rediss://", "redis://:6379", "unix://"]) if s != 2]
check("addresses that cannot be meant", not wrong, wrong)
wrong = [(o, s) for o, s in ((o, status(*o)) for o in [
    ["--store", "redis+unix:///no/such/socket", *usual[2:]], ["--store", "/proc/nothing", *usual[2:]],
    ["--store", "/dev/null", *usual[2:]], usual + ["--address", "nowhere"], usual + ["--key", folder],
    usual + ["--anchor", folder], usual + ["--anchor", path("fifo")],
    usual + ["--anchor", path("no/such/folder/anchor")],
    usual + ["--store-program", "/bin/true"], usual + ["--store-program", "/no/such"],
    usual + ["--store-user", "no-such-user"], usual + ["--store-user", "root"]]) if s != 1]
check("places that are none", not wrong, wrong)

# Few descriptors: it says so, or serves.
came = {}
for n in (8, 10, 12, 14, 18, 22, 26, 40):
    p = subprocess.Popen(["bash", "-c", f'ulimit -n {n}; exec "$@"', "_", SERVE, "--store", path("few"), "--key",
                          path("few.key"), "--anchor", path("few.anchor"), "--port", "0"], stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, text=True)
    running.add(p)
    line = p.stdout.readline()
    if line:
        came[n] = Client(int(line.split(":")[-1])).ask("ping")
        p.terminate()
    said = p.communicate(timeout=600)[1]
    running.discard(p)
    if not line and p.returncode == 1 and said:
        came[n] = "ulimit" in said
    elif came.get(n) != "PONG":
        came[n] = said
check("few descriptors: nobody is left without an answer", came[8] in (True, False) and came[40] == "PONG"
      and True in came.values() and not set(came.values()) - {True, False, "PONG"}, came)

# An anchor that is a symbolic link: what it leads to is the anchor.
os.mkdir(path("vault"))
for n in range(2):
    server = Server("linked", "--anchor", path("vault/anchor" if n == 0 else "link"), name="linked")
    if n == 0:
        os.symlink(path("vault/anchor"), path("link"))
    else:
        second = Server("linked2", "--anchor", path("vault/anchor"), name="linked")
        check("one lock, whatever it is called", second.port is None and second.status == 1, second.said())
    was = open(path("vault/anchor")).read()
    server.client().ask("set", "k", n)
    server.client().ask("seal")
    check("it stops", server.stop() == 0, server.said())
check("a link to an anchor stays one", os.path.islink(path("link")) and open(path("vault/anchor")).read() != was)

# ---- What clients do.

server = Server("db", "--slots", "512", name="e")
c = server.client()
check("the store's process is kept in", b"store_sandbox:files calls\r\n" in c.ask("info")
      or b"store_sandbox:" in c.ask("info") and print("# this kernel keeps it in less") is None, c.ask("info"))
check("the empty key, and one of 65,535 bytes", c.ask("mset", "", "nothing", b"k" * 65535, "long") == "OK"
      and c.ask("mget", "", b"k" * 65535) == [b"nothing", b"long"])
long = b"k" * 65536
check("one of 65,536 is none", isinstance(c.ask("set", long, "v"), Error) and isinstance(c.ask("incr", long), Error)
      and isinstance(c.ask("mset", "first", "v", long, "v"), Error) and c.ask("get", "first") is None
      and isinstance(c.ask("get", long), Error) and isinstance(c.ask("del", long), Error))
check("MSET with one key twice: the last counts", c.ask("mset", "t", "1", "t", "2") == "OK"
      and c.ask("get", "t") == b"2")
c.ask("set", "n", 2**63 - 1)
check("INCR at the end of numbers", isinstance(c.ask("incr", "n"), Error)
      and c.ask("get", "n") == str(2**63 - 1).encode()
      and c.ask("decrby", "n", 2**63 - 1) == 0 and c.ask("incrby", "n", -2**63) == -2**63
      and isinstance(c.ask("decr", "n"), Error) and isinstance(c.ask("decrby", "n", -2**63), Error))
odd = ["9223372036854775807", "9223372036854775808", "-9223372036854775809", "1e3", "", " 5", "0x10", "5.0",
       "99999999999999999999"]
c.ask("set", "e", "v")
check("EXPIRE at odd times", all(isinstance(c.ask(x, "e", t), Error) for x in ("expire", "pexpire", "expireat",
      "pexpireat") for t in odd if (x, t) != ("pexpireat", odd[0])) and c.ask("ttl", "e") == -1
      and c.ask("expire", "e", 4000000000) == 1 and c.ask("persist", "e") == 1 and c.ask("pexpireat", "e", odd[0]) == 1
      and c.ask("pexpiretime", "e") == 2**63 - 1 and isinstance(c.ask("expire", "e", "-9223372036854775808"), Error)
      and c.ask("expire", "e", "-9223372036854775") == 1 and c.ask("exists", "e") == 0)
d = server.client()
d.s.sendall(encode("set", "half", "open") + encode("get", "half"))
d.s.shutdown(socket.SHUT_WR)
check("who sends no more is answered still", [d.read(), d.read()] == ["OK", b"open"] and d.f.read() == b"")
d = server.client()
for text in (b"*2\r\n*1\r\n$4\r\nPING\r\n", b"*1\r\n$-1\r\n", b"*1000000000000\r\n", b"*-02\r\n", b"$3\r\nGET\r\n",
             b"*1\r\n$00000000000000001\r\nx\r\n", b"*+1\r\n"):
    d = server.client()
    d.s.sendall(text)
    answer = d.read()
    check(f"{text[:20]!r}: an error", isinstance(answer, Error), answer)
    d.close()

# A client that asks for 200 MB and reads none of it, and one whose commands come by the byte.
greedy = server.client()
c.ask("set", "big", b"v" * 65535)
greedy.s.settimeout(3)
sent = 0
try:
    for _ in range(3200):
        greedy.s.sendall(encode("get", "big") * 50)
        sent += 50
except (socket.timeout, TimeoutError, OSError):
    pass
slow = server.client()
slow.s.sendall(b"*2\r\n$3\r\nGE")
check("who does not read is not read from", sent < 3200 * 50)
check("and others are served meanwhile", c.ask("get", "t") == b"2")
slow.s.sendall(b"T\r\n$1\r\nt\r\n")
check("by the byte, too", slow.read() == b"2")
greedy.close()
many = server.client()
threading.Thread(target=lambda: many.s.sendall(encode("incr", "count") * 100000), daemon=True).start()
check("100,000 commands at once", [many.read() for _ in range(100000)][-1] == 100000)
many.close()

# ---- The store's process: stopped, killed.


def children(p):
    """Its processes that have the store; not its gate's."""
    lines = subprocess.run(["ps", "-o", "pid=,args=", "--ppid", str(p)], capture_output=True, text=True).stdout
    return [int(x.split()[0]) for x in lines.splitlines() if "fairlead-monitor-store" in x]


def tries(c, *words, seconds=300):
    """The first answer that is no error, and how many errors came before."""
    errors, end = 0, time.monotonic() + seconds
    while True:
        got = c.ask(*words)
        if not isinstance(got, Error) or got.text.startswith("REFUSED") or time.monotonic() > end:
            return got, errors
        errors += 1
        time.sleep(0.1)


c.ask("seal")
check("a stop, for a store that is cold", server.stop() == 0)
server = Server("db", "--slots", "512", "--near", "0", name="e")
c = server.client()
for pid in children(server.p.pid):
    os.kill(pid, signal.SIGSTOP)
got, errors = tries(c, "get", "big")
check("its process is stopped: another one takes its place", got == b"v" * 65535, (len(got), errors))
for pid in children(server.p.pid):
    os.kill(pid, signal.SIGKILL)
got, errors = tries(c, "get", "half")
check("it is killed: the same", got == b"open", (got, errors))
check("and commits go on", int(c.ask("seal").split()[1]) > 0)
check("it stops", server.stop() == 0, server.said())

# One that says anything: whatever is answered is right or an error; it never takes long; and an honest one is gone on
# with, unless a lie was noticed.
SLOW = ("short", "silent", "drip")
KINDS = ["garbage", "huge", "more", "short", "status", "swapped", "paths", "gone", "silent", "drip"]


def misled(kind):
    where = path(f"fake-{kind}")
    server = Server(f"fake-{kind}", "--slots", "512", "--near", "0", "--store-program", FAKE, name=kind)
    if server.port is None:
        return server.said()
    c = server.client(timeout=100)
    right = {}
    for i in range(1200):
        k, v = b"k%d" % random.randrange(700), b"%d" % i
        if c.ask("set", k, v) != "OK":
            return "an honest one failed: " + server.said()
        right[k] = v
    c.ask("seal")
    open(where + ".bad", "w").close()
    refused = False
    for _ in range(1 if kind in SLOW else 40):
        k = random.choice(list(right))
        got = c.ask("get", k)
        if not isinstance(got, Error) and got != right[k]:
            return (k, got, right[k])
        if isinstance(got, Error) and got.text.startswith("REFUSED"):
            refused = True
        if c.ask("ping") != "PONG":
            return "no PONG"
        if kind not in SLOW:
            time.sleep(0.03)
    os.remove(where + ".bad")
    k = random.choice(list(right))
    got, _ = tries(c, "get", k)
    if not refused and got != right[k] and not (isinstance(got, Error) and got.text.startswith("REFUSED")):
        return ("afterwards", got, right[k], server.said())
    server.stop(signal.SIGKILL)
    return None


results = {}
threads = [threading.Thread(target=lambda k=k: results.update({k: misled(k)})) for k in KINDS]
for some in (threads[:5], threads[5:]):
    for t in some:
        t.start()
    for t in some:
        t.join()
for kind in KINDS:
    check(f"a store's process that is {kind}", results.get(kind, "no result") is None, results.get(kind))
server = Server("fake-greeting", "--store-program", FAKE, name="greeting")
check("one that says something else than it should at its start", server.port is None and server.status == 1)

# A store that fails while there are many keys to change in one step: all of them are changed, or none.


def all_or_none():
    server = Server("fake-sometimes", "--slots", "512", "--near", "0", "--store-program", FAKE, name="sometimes")
    c = server.client(timeout=100)
    keys = [f"h{i}" for i in range(900)]
    now = {k: b"0" for k in keys}
    c.ask("mset", *[x for k in keys for x in (k, "0")])
    c.ask("seal")
    open(path("fake-sometimes.bad"), "w").close()
    came = {"done": 0, "not done": 0}
    for n in range(400):  # chance decides what fails: enough when there were some of both
        if n >= 30 and min(came.values()) > 5:
            break
        some = random.sample(keys, 40)
        if n % 3 == 2:
            got = c.ask("del", *some)
            change = {k: None for k in some}
            if not isinstance(got, Error) and got != sum(now[k] is not None for k in some):
                return ("DEL", got), came
        else:
            change = {k: b"%d" % n * random.choice([1, 200]) for k in some}
            got = c.ask("mset", *[x for k, v in change.items() for x in (k, v)])
        if isinstance(got, Error):
            came["not done"] += 1
            if not got.text.startswith("STOREFAIL"):
                return got, came
            time.sleep(1.05)  # it is not started again sooner
        else:
            came["done"] += 1
            now.update(change)
    os.remove(path("fake-sometimes.bad"))
    tries(c, "get", "h0")
    wrong = [(k, v) for k, v in now.items() if tries(c, "get", k)[0] != v]
    server.stop()
    return wrong[:3], came


wrong, came = all_or_none()
check("MSET and DEL while the store fails: all of it, or nothing", not wrong and min(came.values()) > 5, (wrong, came))

# ---- A clock that is set.
# The server sees the time that a file says, in seconds from now.


def clock():
    source, library = os.path.join(os.path.dirname(FAKE), "clock.c"), path("clock.so")
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", "-Wall", "-o", library, source, "-ldl"], check=True)

    def shift(seconds):
        with open(path("shift.new"), "w") as f:
            f.write(str(seconds))
        os.rename(path("shift.new"), path("shift"))

    def seal_time(c):
        seal = c.ask("certificate", int(c.ask("seal").split()[1])).split()[1]
        return int(seal[64:80], 16)

    environment = dict(os.environ, LD_PRELOAD=library, CLOCK_SHIFT=path("shift"))
    shift(0)
    server = Server("clock", name="clock", environment=environment)
    c = server.client()
    c.ask("set", "soon", "v", "PX", 900)
    began = time.monotonic()
    c.ask("set", "later", "v", "PX", 3000000)
    c.ask("set", "kept", "v")
    first = seal_time(c)
    shift(-3600)
    left, much = c.ask("pttl", "soon"), c.ask("pttl", "later")
    passed = (time.monotonic() - began) * 1000
    check("set back: nothing lives longer for it", left <= 900 and 2999900 - passed < much <= 3000000, (left, much))
    time.sleep(1)
    check("time goes on all the same", c.ask("get", "soon") is None and c.ask("pttl", "later") < 2999200)
    second = seal_time(c)
    check("seals' times do not go back", second >= first + 900, (first, second))
    server.stop()
    server = Server("clock", name="clock", environment=environment)
    c = server.client()
    check("a restart with a clock that is behind is told", "seconds behind the last seal's" in server.said(),
          server.said())
    third = seal_time(c)
    check("and goes on from the seal", second <= third < second + 60000 and 0 < c.ask("pttl", "later") < 2999200)
    shift(10000)
    check("set forward: what is over is over", c.ask("get", "later") is None and c.ask("get", "kept") == b"v")
    shift(0)
    check("and stays so", c.ask("get", "later") is None and c.ask("set", "x", "v", "PX", 500000) == "OK"
          and 0 < c.ask("pttl", "x") <= 500000 and c.ask("set", "y", "v", "PX", 500) == "OK")
    time.sleep(0.6)
    check("what is put then ends in its time", c.ask("get", "y") is None and c.ask("get", "x") == b"v")
    server.stop()


clock()

# ---- A disk that cannot be written, and a full disk.


def read_only_disk():
    disk = path("readonly")
    os.mkdir(disk)
    server = Server("readonly/db", name="ro")
    server.client().ask("set", "k", "v")
    server.stop()
    if os.geteuid() != 0 or subprocess.run(["mount", "--bind", disk, disk], capture_output=True).returncode != 0:
        check("a disk that cannot be written # SKIP not root, or no bind mounts", True)
        return
    try:
        subprocess.run(["mount", "-o", "remount,bind,ro", disk], check=True)
        server = Server("readonly/db", name="ro")
        check("a store that cannot be written is no start, and that is said", server.port is None and server.status == 1
              and "Read-only file system" in server.said(), server.said())
        p = subprocess.run([os.path.join(os.path.dirname(SERVE), "fairlead-monitor-export"), "--store", disk + "/db",
                            "--key", path("ro.key.pub"), "--anchor", path("ro.anchor")], capture_output=True)
        check("it can be exported", p.returncode == 0 and p.stdout == exported(encode("SET", "k", "v")), p)
    finally:
        subprocess.run(["umount", "-l", disk])
    server = Server("readonly/db", name="ro")
    check("when it can be written again, it is as it was", server.port is not None
          and server.client().ask("get", "k") == b"v", server.said())
    server.stop()


read_only_disk()


def full_disk():
    disk = path("disk")
    os.mkdir(disk)
    if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "none", disk],
                                           capture_output=True).returncode != 0:
        check("a full disk # SKIP not root, or no tmpfs", True)
        return
    try:
        server = Server("disk/db", "--commit-every", "1", "--memory", "4", name="full")
        c = server.client()
        right, refused = {}, 0
        for i in range(400):
            v = os.urandom(30000)
            if c.ask("set", f"k{i}", v) == "OK":
                right[f"k{i}"] = v
            else:
                refused += 1
                if refused > 20:
                    break
            time.sleep(0.002)
        info = c.ask("info").decode()
        check("a full disk: commits fail, then changes are refused", refused > 20 and "status:unstored" in info
              and "commit_failures:0" not in info, info)
        wrong = [k for k in right if c.ask("get", k) not in (right[k],)]
        check("what was acknowledged is answered", not wrong, wrong[:3])
        grown = subprocess.run(["mount", "-o", "remount,size=64m", disk], check=False).returncode == 0
        check("with room again, it is written", grown and tries(c, "set", "more", "v")[0] == "OK"
      and not isinstance(c.ask("seal"), Error))
        server.stop()
        server = Server("disk/db", name="full")
        c = server.client()
        wrong = [k for k in right if c.ask("get", k) != right[k]]
        check("and is there after a restart", not wrong and c.ask("get", "more") == b"v", wrong[:3])
        server.stop()
    finally:
        for s in list(server_processes()):
            s.kill()
            s.wait()
        subprocess.run(["umount", "-l", disk])


def server_processes():
    from harness import running
    return running


full_disk()
server = Server("db", name="other")
check("another server's store is refused", server.port is None and server.status == 3, server.said())
done()
