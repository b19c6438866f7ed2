# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Anchors that a command keeps: in a file of ours, that fails, hangs, is slow and forgets to say that it is done; and
in a TPM. Old states of the store are refused, acknowledged ones are not lost, and commits go on while an anchor does
not."""
import os
import re
import select
import shutil
import signal
import subprocess
import threading
import time

from harness import SERVE, Client, Error, Gone, check, done, folder, running, until

HERE = os.path.dirname(os.path.abspath(__file__))
HOOK = os.path.join(HERE, "anchor_hook.sh")
TPM = os.path.join(HERE, "../../../monitor/anchor/fairlead-monitor-anchor-tpm")


def path(name):
    return os.path.join(folder, name)


def copy(a, b):
    shutil.rmtree(path(b), ignore_errors=True)
    shutil.copytree(path(a), path(b))


def flag(vault, name, on=True, text=""):
    if on:
        with open(path(f"{vault}/{name}"), "w") as f:
            f.write(text)
    elif os.path.exists(path(f"{vault}/{name}")):
        os.remove(path(f"{vault}/{name}"))


def writes(vault):
    return os.path.getsize(path(f"{vault}/writes")) if os.path.exists(path(f"{vault}/writes")) else 0


class Server:
    def __init__(self, store, command, *options, key=None, environment=None, open_=()):
        key = key or store
        self.log = open(path("stderr"), "w+b")
        self.p = subprocess.Popen([SERVE, "--store", path(store), "--key", path(key + ".key"), "--anchor-command",
                                   command, "--port", "0", *options], stdout=subprocess.PIPE, stderr=self.log,
                                  env=environment, pass_fds=open_)
        running.add(self.p)
        line = self.p.stdout.readline()
        self.port = int(line.split(b":")[-1]) if line else None
        if not line:
            self.status = self.p.wait()
            running.discard(self.p)

    def said(self):
        self.log.seek(0)
        return self.log.read().decode(errors="replace")

    def client(self, **how):
        return Client(self.port, **how)

    def info(self):
        c = self.client()
        said = c.ask("info").decode()
        c.close()
        return dict(x.split(":", 1) for x in said.split("\r\n") if ":" in x)

    def stop(self, number=signal.SIGTERM):
        self.p.send_signal(number)
        status = self.p.wait(timeout=600)
        running.discard(self.p)
        return status


def nothing_comes(server, c, *done):
    """By now the server has gone through these conditions, of INFO, and would have sent what it sends then: an answer
    that comes later is sent for another reason. (It is one thread, and INFO is answered behind what came before.)"""
    return all(until(lambda d=d: d(server.info())) for d in done) and not select.select([c.s], [], [], 0)[0]


def vault(name):
    os.mkdir(path(name))
    return f"{HOOK} '{path(name)}'"


# ---- As a file does: what is old is refused.

hook = vault("v")
server = Server("db", hook)
c = server.client()
c.ask("set", "balance", "100")
c.ask("seal")
copy("db", "first")
c.ask("set", "balance", "1")
c.ask("seal")
check("a stop", server.stop() == 0, server.said())
text = open(path("v/anchor")).read()
form = r"fairlead anchor 1\nincarnation \d+\nepoch \d+\nseal [0-9a-f]{64}\n\Z"
check("the command keeps what a file would", re.match(form, text), text)
copy("db", "second")
copy("first", "db")
server = Server("db", hook)
check("an old disk image is refused", server.port is None and server.status == 3 and "rolled back" in server.said(),
      server.said())
copy("second", "db")
server = Server("db", hook)
check("the right one is not", server.port is not None and server.client().ask("get", "balance") == b"1", server.said())
second = Server("db", hook)
check("a second server with the same key does not start", second.port is None and second.status == 1, second.said())
server.stop()

# ---- What it is given: the operator's environment, and nothing that is the server's.

has = path("has")
secret = os.open(path("db.key"), os.O_RDONLY)
server = Server("db", f"{{ ls -l /proc/$$/fd; env; }} >'{has}'; {hook}", open_=[secret], environment={
    **os.environ, "FAIRLEAD_PASSWORD": "sesame", "FAIRLEAD_STORE_PASSWORD": "sesame", "FAIRLEAD_MINE": "mine"})
os.close(secret)
server.stop()
with open(has) as f:
    text = f.read()
check("it has three descriptors, and another one to write this",
      len(re.findall(r"^l.* -> ", text, re.M)) <= 4 and "db.key" not in text and "socket:" not in text, text)
check("and no password", "sesame" not in text and "PASSWORD" not in text, text)
check("but the operator's environment", "FAIRLEAD_MINE=mine\n" in text and "PATH=" in text, text)
# Which has use for neither password, and takes neither out of its environment.
said = subprocess.run([os.path.join(os.path.dirname(SERVE), "fairlead-monitor-export"), "--store", path("db"), "--key",
                       path("db.key"), "--anchor-command", f"env >>'{has}'; {hook}"], capture_output=True, env={
                           **os.environ, "FAIRLEAD_PASSWORD": "sesame", "FAIRLEAD_STORE_PASSWORD": "sesame",
                           "FAIRLEAD_NEW_PASSWORD": "sesame", "FAIRLEAD_NOTE": "PASSWORD=none"})
with open(has) as f:
    text = f.read()
check("of an export, too", said.returncode == 0 and "FAIRLEAD_NOTE=PASSWORD=none\n" in text and "sesame" not in text,
      (said, text))

# ---- What it leaves running: nobody waits for that, if it lets go of the output.

server = Server("db", f"sleep 600 >/dev/null 2>&1 & echo $! >>'{path('left')}'; {hook}")
server.client().ask("set", "left", "1")
check("a command that leaves something behind", server.stop() == 0, server.said())
with open(path("left")) as f:
    left = [int(line) for line in f]
check("which is not ours to end", left and all(os.path.exists(f"/proc/{pid}") for pid in left), left)
for pid in left:
    os.kill(pid, signal.SIGKILL)

# ---- What the command says may be anything.

for name, command, status in [("that fails", "false", 1), ("that is not there", "/no/such/command", 1),
                              ("that says something", "echo hello;:", 1), ("that says much", "cat /dev/zero;:", 1),
                              ("that keeps none, where there is a seal", "true", 3)]:
    server = Server("db", command)
    check(f"a command {name}", server.port is None and server.status == status, server.said())
server = Server("fresh", "[ read =")
check("one that can read and not write does not serve", server.port is None and server.status == 1, server.said())
check("an anchor of each kind is one too many", subprocess.run(
    [SERVE, "--store", path("x"), "--key", path("x.key"), "--anchor", "none", "--anchor-command", "true"],
    capture_output=True).returncode == 2)

# ---- Commits do not wait for it.

hook = vault("slow")
server = Server("slowly", hook, "--commit-every", "1", "--anchor-every", "0")
c = server.client()
flag("slow", "slow", text="0.5")
began, before, epoch = time.monotonic(), writes("slow"), int(server.info()["epoch_sealed"])
sealed = written = 0  # if each seal waited there would be as many of the one as of the other, however long one looks
while time.monotonic() - began < 3 or (sealed <= 3 * (written + 1) and time.monotonic() - began < 120):
    for _ in range(20):
        c.ask("set", "k", str(time.monotonic()))
        time.sleep(0.002)
    written = writes("slow") - before
    sealed = int(server.info()["epoch_sealed"]) - epoch
check("a slow anchor keeps no commit waiting", sealed > 3 * (written + 1), (sealed, written))
flag("slow", "slow", False)
flag("slow", "fail")
until(lambda: int(server.info()["anchor_failures"]) > 0)
anchored = int(server.info()["epoch_anchored"])


def seals_more():
    c.ask("set", "k", time.monotonic())
    return int(server.info()["epoch_sealed"]) > anchored + 5


until(seals_more)
info = server.info()
check("nor does one that fails", int(info["epoch_sealed"]) > anchored + 5 and int(info["epoch_anchored"]) == anchored
      and info["status"] == "ok", info)
flag("slow", "fail", False)
check("it is tried again", until(lambda: (lambda i: i["epoch_sealed"] == i["epoch_anchored"])(server.info())),
      server.info())
flag("slow", "deaf")
c.ask("set", "k", "deaf")
check("one that was written, and said to have failed, is tried again too", "epoch" in c.ask("seal").decode()
      and int(server.info()["anchor_failures"]) > 0)
check("a stop", server.stop() == 0, server.said())

# ---- Acknowledged when the anchor knows: what is said is never lost, whatever crashes when.

hook = vault("s")
strict = ["--acknowledge", "sealed", "--commit-every", "1"]
server = Server("strict", hook, *strict)
c = server.client()
check("an answer", c.ask("set", "a", "1") == "OK")
copy("strict", "older")
check("another", c.ask("set", "a", "2") == "OK")
copy("strict", "anchored")  # all that was acknowledged is in it
flag("s", "hang")
epoch = int(server.info()["epoch_sealed"])
c.send("set", "a", "3")
check("the store has the next seal", until(lambda: int(server.info()["epoch_sealed"]) > epoch))
copy("strict", "sealed")
check("while the anchor does not know it, it is not acknowledged",
      nothing_comes(server, c, lambda i: int(i["epoch_sealed"]) > epoch >= int(i["epoch_anchored"])))
other, answers = server.client(), int(server.info()["answers"])
other.send("get", "a")
check("nor is it told to others", nothing_comes(server, other, lambda i: int(i["answers"]) > answers))
server.stop(signal.SIGKILL)
vault_was = open(path("s/anchor")).read()
flag("s", "hang", False)
until(lambda: open(path("s/anchor")).read() != vault_was)  # what was under way when it was killed ends in its own time
late = open(path("s/anchor")).read()
check("the one that hung writes it after all", late != vault_was)


def begin(image, anchor):
    copy(image, "strict")
    with open(path("s/anchor"), "w") as f:
        f.write(anchor)
    server = Server("strict", hook, *strict)
    if server.port is None:
        return server.status
    value = server.client().ask("get", "a")
    server.stop()
    return value


check("before the anchor: the state that it knows goes on", begin("anchored", vault_was) == b"2")
check("and so does the one after it", begin("sealed", vault_was) == b"3")
check("but none before it", begin("older", vault_was) == 3)
check("after the anchor: only the later one", begin("sealed", late) == b"3" and begin("anchored", late) == 3)
begin("anchored", vault_was)
after = open(path("s/anchor")).read()
check("once one of two was gone on from, the other is void", begin("sealed", after) == 3)

# One step is one step, whatever has to wait and however large it is; and all that is said rests on something: errors,
# and that EXEC did nothing.
hook = vault("steps")
server = Server("steps", hook, *strict)
c = server.client()
big = {n: b"%d" % n * 20000 for n in range(1, 6)}
c.ask("mset", "a", big[1], "b", big[1], "c", big[1], "d", big[1], "word", "w", "full", b"f" * (1 << 20))
asked = [("mset", "a", big[2], "b", big[2]), ("exec",), ("mget", "a", "b"), ("mset", "a", big[3], "b", big[3]),
         ("getset", "a", big[4]), ("set", "a", big[5]), ("getdel", "b"), ("set", "b", big[5]),
         ("set", "c", big[4], "get"), ("set", "c", big[5]), ("getex", "d", "ex", "1000"), ("set", "d", big[5]),
         ("incr", "word"), ("append", "full", "x")]
clients = [server.client() for _ in asked]
clients[1].ask("watch", "a")
clients[1].ask("multi")
flag("steps", "hang")
answers = int(server.info()["answers"])
for x, words in zip(clients, asked):
    x.send(*words)
    until(lambda: int(server.info()["answers"]) > answers)  # the first one is done
# All of it is in the store, and would be sent if nobody waited for the anchor.
until(lambda: server.info()["unsealed_changes"] == "0")
early = [words[0] for x, words in zip(clients, asked) if select.select([x.s], [], [], 0)[0]]
check("while the anchor hangs nothing is answered: values, errors, an EXEC that did nothing", not early, early)
flag("steps", "hang", False)
said = [x.read() for x in clients]
check("EXEC: a watched key had changed", said[1] is None, said[1])
check("MGET is one step", said[2][0] == said[2][1], [x[:1] for x in said[2]])
for i, key, behind in [(4, "a", (big[4], -1)), (6, "b", (None, -2)), (8, "c", (big[4], -1)), (10, "d", (big[5], 1000))]:
    last = c.ask("get", key), c.ask("ttl", key)
    if last[1] > 900:
        last = last[0], 1000
    # If it came behind the other one's SET, it had that value.
    check(f"{asked[i][0]} is one step", last == (behind if said[i] == big[5] else (big[5], -1)), (said[i][:1], last))
check("INCR of a word, APPEND beyond the end", isinstance(said[12], Error) and isinstance(said[13], Error), said[12:])
check("a stop", server.stop() == 0, server.said())

for anchor_every in ([], ["--anchor-every", "300"]):
    name = "rate" + "".join(anchor_every)
    hook = vault(name)
    server = Server(name + "-db", hook, *strict, *anchor_every)
    answered, began = [0] * 4, time.monotonic()

    def ask(n):
        c = server.client()
        while time.monotonic() < began + 3 or answered[n] < 2:
            if c.ask("incr", f"n{n}") != answered[n] + 1:
                return
            answered[n] += 1

    threads = [threading.Thread(target=ask, args=(n,)) for n in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    n = writes(name)
    took = time.monotonic() - began
    check(f"acknowledged by the anchor {anchor_every}: so often and no more",
          min(answered) > 1 and (not anchor_every or n <= took / 0.3 + 3), (answered, n, took))
    server.stop(signal.SIGKILL)
    server = Server(name + "-db", hook)
    c = server.client()
    have = [int(c.ask("get", f"n{n}") or 0) for n in range(4)]
    check("after a kill, all of it is there", all(h >= a for h, a in zip(have, answered)), (have, answered))
    server.stop()

# ---- Two servers, on two machines, with one anchor: the first has no say any more.

hook = vault("two")
first = Server("one-db", hook, *strict)
c = first.client()
c.ask("set", "k", "1")
copy("one-db", "two-db")
shutil.copy(path("one-db.key"), path("two-db.key"))
second = Server("two-db", hook, *strict)
check("the second goes on from where the first was", second.port is not None
      and second.client().ask("get", "k") == b"1", second.said())
epoch, failures = (int(first.info()[k]) for k in ("epoch_sealed", "anchor_failures"))
c.send("set", "k", "2")
check("the first acknowledges nothing any more", nothing_comes(first, c, lambda i: int(i["epoch_sealed"]) > epoch,
                                                               lambda i: int(i["anchor_failures"]) > failures + 2))
check("the second does", second.client().ask("set", "k", "3") == "OK")
first.stop(signal.SIGKILL)
check("and stops well", second.stop() == 0)

# ---- A disk for the anchor that is full, and one that cannot be written any more.

os.mkdir(path("disk"))
if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", path("disk")],
                                       capture_output=True).returncode != 0:
    check("an anchor on a full disk # SKIP not root, or no tmpfs", True)
else:
    try:
        p = subprocess.Popen([SERVE, "--store", path("ondisk"), "--key", path("ondisk.key"), "--anchor",
                              path("disk/anchor"), "--port", "0", *strict], stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL)
        running.add(p)
        port = int(p.stdout.readline().split(b":")[-1])
        c = Client(port)
        c.ask("set", "k", "1")
        for how in ("full", "read-only"):
            was = open(path("disk/anchor")).read()
            if how == "full":
                subprocess.run(["dd", "if=/dev/zero", "of=" + path("disk/more"), "bs=4k"], capture_output=True)
            else:
                subprocess.run(["mount", "-o", "remount,ro", path("disk")])
            c.send("set", "k", how)
            if how == "full":  # one that is as long goes where the old one is
                got = c.read()
                check("an anchor's disk that is full has room for the next one", got == "OK"
                      and open(path("disk/anchor")).read() != was, got)
            else:
                while int(re.search(rb"anchor_failures:(\d+)", Client(port).ask("info"))[1]) < 3:
                    time.sleep(0.02)
                check("an anchor's disk that is read-only: not acknowledged", not select.select([c.s], [], [], 0)[0]
                      and open(path("disk/anchor")).read() == was)
            if how == "full":
                os.remove(path("disk/more"))
            else:
                subprocess.run(["mount", "-o", "remount,rw", path("disk")])
            d = Client(port)
            check("when it can be written again, it is", until(lambda: d.ask("get", "k") == how.encode()))
            c = Client(port)
        p.terminate()
        check("and it stops well", p.wait(timeout=600) == 0)
        running.discard(p)
    finally:
        p.kill()
        p.wait()
        subprocess.run(["umount", "-l", path("disk")])

# ---- A TPM.


def tpm():
    if not shutil.which("swtpm") or not shutil.which("tpm2_nvwrite"):
        check("an anchor in a TPM # SKIP swtpm and tpm2-tools are not installed", True)
        return
    os.mkdir(path("tpm"))
    socket = path("tpm/socket")

    def power_on():
        p = subprocess.Popen(["swtpm", "socket", "--tpm2", "--tpmstate", "dir=" + path("tpm"), "--server",
                              f"type=unixio,path={socket}", "--ctrl", f"type=unixio,path={socket}.ctrl", "--flags",
                              "not-need-init,startup-clear"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        running.add(p)
        until(lambda: os.path.exists(socket))
        return p

    device = power_on()
    environment = dict(os.environ, TPM2TOOLS_TCTI=f"swtpm:path={socket}")
    place = [TPM, "0x1500016", path("tpm.password")]
    hook = " ".join(f"'{x}'" for x in place)
    server = Server("tpmdb", hook, environment=environment)
    check("an index that was not set up is no anchor", server.port is None and server.status == 1
          and "set up" in server.said(), server.said())
    p = subprocess.run([*place, "setup"], env=environment, capture_output=True)
    check("set up", p.returncode == 0, p)
    check("its password is nobody else's", os.stat(path("tpm.password")).st_mode & 0o77 == 0)
    server = Server("tpmdb", hook, environment=environment)
    c = server.client()
    check("it serves", c.ask("set", "balance", "100") == "OK" and b"epoch" in c.ask("seal"), server.said())
    copy("tpmdb", "tpmdb1")
    c.ask("set", "balance", "1")
    c.ask("seal")
    server.stop(signal.SIGKILL)
    device.kill()
    device.wait()
    running.discard(device)
    os.remove(socket)
    power_on()  # what is in it survives that
    copy("tpmdb", "tpmdb2")
    copy("tpmdb1", "tpmdb")
    server = Server("tpmdb", hook, environment=environment)
    check("an old disk image is refused", server.port is None and server.status == 3 and "rolled back" in server.said(),
          server.said())
    copy("tpmdb2", "tpmdb")
    server = Server("tpmdb", hook, *strict, environment=environment)
    check("the right one is not", server.port is not None and server.client().ask("get", "balance") == b"1",
          server.said())
    check("each answer in the TPM", server.client().ask("set", "balance", "2") == "OK")
    check("a stop", server.stop() == 0, server.said())
    p = subprocess.run([*place, "write"], input=b"fairlead anchor 1\nincarnation 1\nepoch 1\nseal 0\n", env=environment,
                       capture_output=True)
    check("what does not say what it replaces is not written", p.returncode == 1 and b"somebody else" in p.stderr, p)
    with open(path("tpm.password"), "r+") as f:
        f.write("x")
    server = Server("tpmdb", hook, environment=environment)
    check("without the password there is no anchor", server.port is None and server.status == 1, server.said())


tpm()
for p in list(running):
    p.kill()
done()
