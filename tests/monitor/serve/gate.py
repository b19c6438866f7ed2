# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The gate in a process of its own, beside a server: what it has and may do, receipts, starts from one another's
stores, one of the two killed, and a key that only the gate has read."""
import os
import random
import re
import signal
import subprocess
import time

from harness import SERVE, Server, check, done, folder

PROCESS, INSIDE = ("--gate", "process"), ("--gate", "inside")
CHECK = os.path.join(os.path.dirname(SERVE), "fairlead-monitor-check")


def child(server, name):
    asked = ["ps", "-o", "pid=,args=", "--ppid", str(server.p.pid)]
    lines = subprocess.run(asked, capture_output=True, text=True).stdout
    return next((int(x.split()[0]) for x in lines.splitlines() if name in x), None)


def until(good, seconds=300):
    end = time.monotonic() + seconds
    while not good() and time.monotonic() < end:
        time.sleep(0.05)
    return good()


def gone(pid):
    try:
        with open(f"/proc/{pid}/stat") as f:
            return f.read().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


def checked(text, name="a"):
    """What `check' says of these lines."""
    path = os.path.join(folder, "receipts")
    with open(path, "wb") as f:
        f.write(text)
    p = subprocess.run([CHECK, os.path.join(folder, name + ".key.pub"), path], capture_output=True, text=True)
    return p.returncode, p.stdout


def certified(c, receipts):
    """Receipts, each followed by its certificate."""
    c.ask("seal")
    text = b""
    for r in receipts:
        for one in re.findall(rb"receipt [0-9a-f]+\nof [0-9.]+\n", r):
            text += one + c.ask("certificate", re.search(rb"of ([0-9.]+)", one)[1])
    return text


# ---- Receipts.

server = Server("db", *PROCESS, "--slots", "512", "--near", "0")
c = server.client()
c.ask("receipt", "on")
c.ask("receipt", "nonce", "c0ffee")
given, text = [], b""
for i in range(300):
    if i % 2 == 0:  # certificates are kept for some epochs only
        text += certified(c, given)
        given = []
    for words in (("set", f"k{i}", "v" * (i * 7 % 900)), ("get", f"k{i // 2}"), ("get", f"none{i}"),
                  ("append", f"k{i}", "x"), ("expire", f"k{i}", "1000"), ("incr", "n"),
                  ("del", f"k{i // 3}"), ("getdel", f"k{i // 4}"),
                  ("set", f"t{i}", "1", "px", "1"), ("get", f"t{i - 3}"), ("mset", "a", i, "b", i), ("mget", "a", "b"),
                  ("setrange", f"k{i}", 300, "zz"), ("rename", "a", "c")):
        c.ask(*words)
        receipt = c.ask("receipt")
        if isinstance(receipt, bytes):
            given.append(receipt)
text += certified(c, given)
status, said = checked(text)
count = text.count(b"receipt ")
check("receipts of a small cache, that come and go: all of them check",
      status == 0 and said.count("certified") == count, (status, said[-300:], count))
check("each has its nonce", said.count("nonce c0ffee") == count)
lines = text.split(b"\n")
for what, at in (("a value", 78), ("got for wrote", 36), ("a counter", 31), ("a nonce", 111)):
    one = bytearray.fromhex(lines[0].split()[1].decode())
    one[at] ^= 1
    lie = b"\n".join([b"receipt " + one.hex().encode()] + lines[1:4]) + b"\n"
    check(f"a server that says another one ({what}) has no seal for it", checked(lie)[0] == 1)
first, last = lines[:4], lines[-5:-1]
check("nor is another's certificate one", checked(b"\n".join(first[:2] + last[2:]) + b"\n")[0] == 1)

# ---- What the process has.

gate = child(server, "fairlead-monitor-gate")
fds = sorted(os.readlink(f"/proc/{gate}/fd/{fd}") for fd in os.listdir(f"/proc/{gate}/fd"))
kinds = [re.sub(r"[:[].*", "", x) for x in fds]
check("it has two pipes, the standard error and nothing else",
      kinds.count("pipe") == 2 and len([x for x in fds if not x.startswith("pipe") and x != "/dev/null"]) <= 1, fds)
with open(f"/proc/{gate}/status") as f:
    state = f.read()
check("seccomp is on, and no new privileges", "Seccomp:\t2" in state and "NoNewPrivs:\t1" in state)
with open(f"/proc/{gate}/environ", "rb") as f:
    check("it has nothing of our environment, which may have passwords", f.read() == b"")

# ---- Restarts, from one another's stores.

check("it stops", server.stop() == 0, server.said())
server = Server("db", *INSIDE, "--slots", "512")
c = server.client()
check("a server with its gate inside goes on from there", c.ask("get", "n") == b"300" and c.ask("set", "x", 1) == "OK")
c.ask("set", "x", "2")
server.stop()
server = Server("db", *PROCESS)
c = server.client()
check("and back", c.ask("get", "x") == b"2" and c.ask("get", "b") == b"299")
for i in range(200):
    c.ask("set", f"crash{i}", i)
c.ask("seal")
incarnation = re.search(r"incarnation:(\d+)", c.ask("info", "monitor").decode())[1]
gate = child(server, "fairlead-monitor-gate")
server.stop(signal.SIGKILL)
check("kill -9 of the server: the gate's process ends, too", gate and until(lambda: gone(gate)))
server = Server("db", *PROCESS)
c = server.client()
check("and it starts again, with what was sealed",
      server.port and [c.ask("get", f"crash{i}") for i in (0, 99, 199)] == [b"0", b"99", b"199"])
check("as another incarnation", re.search(r"incarnation:(\d+)", c.ask("info", "monitor").decode())[1] != incarnation)

# ---- What was done since a checkpoint is done again.

FOR_EVER = ("--checkpoint-every", "3600000")
wrong, has, again = [], {}, 0
for n in range(int(os.environ.get("GATE_N", "6"))):
    server.stop()
    server = Server("db", *PROCESS, *FOR_EVER, "--acknowledge", "sealed", "--slots", "512", "--near", "64")
    c = server.client()
    wrong += [k for k, v in has.items() if c.ask("get", k) != v]
    for i in range(100):
        k, v = f"k{random.randrange(60)}", os.urandom(random.choice([3, 250, 5000]))
        words, effect = random.choice([
            (("set", k, v), {k: v}), (("set", k, v), {k: v}), (("del", k), {k: None}),
            (("mset", k, "1", k + "x", "2"), {k: b"1", k + "x": b"2"}), (("set", "t" + k, "z", "px", 1), {}),
            (("get", "t" + k), {}), (("incr", "n" + k), None), (("append", "a" + k, "q"), None),
            (("expire", k, 1000), {}), (("setrange", "s" + k, i, "yy"), None), (("getdel", k), {k: None})])
        c.ask(*words)
        has.update({words[1]: c.ask("get", words[1])} if effect is None else effect)
    gate_killed = n % 3 == 2
    if gate_killed:
        os.kill(child(server, "fairlead-monitor-gate"), signal.SIGKILL)
        server.p.wait(timeout=600)
    server.stop(signal.SIGKILL)
    p = subprocess.run([SERVE.replace("-serve", "-export"), "--store", os.path.join(folder, "db"), "--key",
                        os.path.join(folder, "a.key.pub"), "--anchor", os.path.join(folder, "a.anchor")],
                       capture_output=True)
    wrong += [p.stderr] if p.returncode else [k for k, v in has.items() if v and v not in p.stdout]
    inside = Server("db", *INSIDE)
    again += inside.port is None and "start it once with --gate process" in inside.said()
    if inside.port:
        wrong += [k for k, v in has.items() if inside.client().ask("get", k) != v]
        inside.stop()
    server = Server("db", *PROCESS)
    if not server.port:
        wrong.append(server.said())
        break
    wrong += [k for k, v in has.items() if server.client().ask("get", k) != v]
check("kill -9 of the server, or of the gate: what was acknowledged `sealed' is there, and exported", not wrong, wrong)
check("some of it by the log, which only the gate can check", again > 0, again)
c = server.client()
c.ask("set", "crash199", "199")

# ---- The gate is killed.

gate = child(server, "fairlead-monitor-gate")
os.kill(gate, signal.SIGKILL)
status = server.p.wait(timeout=600)
check("kill -9 of the gate's process: the server stops", status == 1, status)
check("and says why", "the gate's process is gone: the gate's process has ended" in server.said(), server.said())
server = Server("db", *PROCESS)
c = server.client()
check("a start goes on from there", c.ask("get", "crash199") == b"199" and c.ask("set", "y", 1) == "OK")
os.kill(child(server, "fairlead-monitor-gate"), signal.SIGSTOP)
c.ask("set", "z", "1")
check("a gate that does not answer keeps ordinary answers from nobody", c.ask("get", "z") == b"1")
os.kill(child(server, "fairlead-monitor-gate"), signal.SIGCONT)
check("and seals when it does", c.ask("seal").startswith(b"epoch"))
check("it stops", server.stop() == 0)

# ---- A run without it that crashed has a redo log, which the gate knows nothing of.

server = Server("db", *INSIDE, "--checkpoint-every", "3600000")
c = server.client()
c.ask("set", "redo", "1")
until(lambda: re.search(r"unsealed_changes:0", c.ask("info", "monitor").decode()))
server.stop(signal.SIGKILL)
server = Server("db", *PROCESS)
check("after a crash of one without: a help, and no start", server.port is None and server.status == 1 and
      "start it once without" in server.said(), server.said())
server = Server("db", *INSIDE)
check("which is right", server.client().ask("get", "redo") == b"1" and server.stop() == 0)
server = Server("db", *PROCESS)
check("and then it starts", server.client().ask("get", "redo") == b"1" and server.stop() == 0)

# ---- A key that nobody can read again.

key = os.path.join(folder, "a.key")
with open(key, "rb") as f:
    pem = f.read()
os.rename(key, key + ".away")
r, w = os.pipe()
os.write(w, pem)
os.close(w)
command = [SERVE, "--store", os.path.join(folder, "db"), "--key", "/dev/stdin", "--anchor",
           os.path.join(folder, "a.anchor"), "--port", "0", *PROCESS]
p = subprocess.Popen(command, stdin=r, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
os.close(r)
line = p.stdout.readline()
check("the key comes by a pipe, and is read once", line.startswith(b"listening"), line or p.stderr.read())
p.send_signal(signal.SIGTERM)
check("it stops", p.wait(timeout=600) == 0)
os.rename(key + ".away", key)

# ---- What the server is started with is for nobody else: its standard input may be the key, and others may be open.


def opened(pid):
    found = []
    for fd in os.listdir(f"/proc/{pid}/fd"):
        try:
            found.append((int(fd), os.readlink(f"/proc/{pid}/fd/{fd}")))
        except OSError:
            pass
    return sorted(found)


for mode, names in ((PROCESS, ("fairlead-monitor-gate", "fairlead-monitor-store")),
                    (INSIDE, ("fairlead-monitor-store",))):
    with open(key) as stdin, open(key) as other, open("/etc/passwd") as third:
        for path in "/dev/stdin", f"/dev/fd/{other.fileno()}":
            command[command.index("--key") + 1] = path
            p = subprocess.Popen(command[:-2] + list(mode), stdin=stdin, pass_fds=(other.fileno(), third.fileno()),
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                 env=dict(os.environ, TOKEN="of the anchor's command", SSL_CERT_FILE="/some/file"))
            os.lseek(stdin.fileno(), 0, os.SEEK_SET)
            line = p.stdout.readline()
            server.p = p
            have = {name: opened(child(server, name)) for name in names}
            check(f"{mode[1]}, {path}: it starts", line.startswith(b"listening"), line)
            check("nothing of what the server was started with is the gate's, or the store's",
                  not any(to in (key, "/etc/passwd") for name in names for _, to in have[name]), have)
            with open(f"/proc/{child(server, 'fairlead-monitor-store')}/environ") as f:
                its = f.read()
            check("nor its environment, but where authorities are", "TOKEN" not in its and "/some/file" in its, its)
            check("nor has the server the key, if the gate has", mode == INSIDE or
                  not any(to == key for _, to in opened(p.pid)), opened(p.pid))
            p.send_signal(signal.SIGTERM)
            check("it stops", p.wait(timeout=600) == 0, p.stderr.read())

p = subprocess.run([SERVE, "--gate", "somewhere"], capture_output=True, text=True)
check("--gate is one of two", p.returncode == 2 and "--gate is inside or process" in p.stderr, p)
done()
