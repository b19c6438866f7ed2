# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the server does not do: understand other protocols by half, listen where it was not told to, lose what is older
than it says, acknowledge what the store does not take, or put an error among values."""
import os
import resource
import signal
import socket
import subprocess
import threading
import time

from harness import Client, Error, Gone, Server, check, done, encode, folder

FAKE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fake_store.py")
PATIENCE = 600


def path(name):
    return os.path.join(folder, name)


def until(true, patience=PATIENCE):
    """Waits for a condition; only what never comes takes long."""
    end = time.monotonic() + patience
    while not (came := true()):
        if time.monotonic() > end:
            return came
        time.sleep(0.005)
    return came


def info(c):
    return dict(line.split(":", 1) for line in c.ask("info").decode().split("\r\n") if ":" in line)


# ---- Other protocols. Each of these would go on with commands of ours, if it were gone on with.

server = Server("db", name="mine")
c = server.client()
OURS = b"SET stolen yes\r\n" + encode("SET", "stolen", "yes")
protocols = {
    "a browser's POST": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n",
    "a browser's POST in small letters": b"post / http/1.1\r\n",
    "PUT without a Host": b"PUT /x HTTP/1.0\r\n\r\n",
    "GET": b"GET / HTTP/1.1\r\nUser-Agent: x\r\n\r\n",
    "GET of HTTP/0.9, and a header": b"GET /\r\nHost: x\r\n\r\n",
    "OPTIONS": b"OPTIONS * HTTP/1.1\r\n\r\n",
    "an array of POST": encode("POST", "/", "HTTP/1.1"),
    "an array of Host:": encode("Host:", "x"),
    "mail": b"EHLO x\r\nMAIL FROM:<a@b>\r\nDATA\r\n",
    "FTP": b"USER anonymous\r\nPASS x\r\n",
    "memcached": b"set key 0 0 3\r\nSET\r\n",
    "SIP": b"INVITE sip:a@b SIP/2.0\r\n",
    "TLS": b"\x16\x03\x01\x00\x40\x01\x00\r\n",
    "SSH": b"SSH-2.0-x\r\n",
    "a command with too few words": b"SET stolen\r\n",
}
for name, first in protocols.items():
    s = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    s.sendall(first + OURS)
    said = b""
    try:
        while piece := s.recv(65536):
            said += piece
    except ConnectionResetError:  # it was closed with some of this unread
        pass
    s.close()
    check(f"{name}: the connection ends, and nothing was done", c.ask("get", "stolen") is None, said)
s = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
s.sendall(b"SET a b\r\nGET a\r\nINCR a\r\nGET a\r\nQUIT\r\n")
check("lines that are commands are answered, errors too", s.makefile("rb").read().startswith(
    b"+OK\r\n$1\r\nb\r\n-ERR value is not an integer or out of range\r\n$1\r\nb\r\n+OK\r\n"))
d = server.client()
check("and an array that is no command ends nothing", isinstance(d.ask("NOSUCH"), Error) and d.ask("ping") == "PONG")


def listeners(port):
    with open("/proc/net/tcp") as a, open("/proc/net/tcp6") as b:
        rows = [line.split() for line in a.readlines()[1:] + b.readlines()[1:]]
    return [r[1].split(":")[0] for r in rows if r[3] == "0A" and int(r[1].split(":")[1], 16) == port]


check("without --address it listens for this machine alone", listeners(server.port) == ["0100007F"],
      listeners(server.port))

# ---- Keys that are too long are an error, and not keys that are not there.

long = b"k" * 65536
wrong = [w for w in [("get", long), ("set", long, "v"), ("del", long), ("unlink", "a", long), ("exists", "a", long),
                     ("mget", "a", long), ("mset", long, "v"), ("touch", long), ("incr", long), ("append", long, "v"),
                     ("strlen", long), ("type", long), ("getdel", long), ("getset", long, "v"), ("getex", long),
                     ("expire", long, "5"), ("ttl", long), ("persist", long), ("rename", long, "b"),
                     ("rename", "a", long), ("copy", "a", long), ("getrange", long, "0", "1"), ("getbit", long, "1"),
                     ("setrange", long, "0", "v"), ("setbit", long, "1", "1"), ("watch", long), ("setnx", long, "v"),
                     ("msetnx", "new", "v", long, "v"), ("incrbyfloat", long, "1"), ("object", "encoding", long)]
         if not isinstance(c.ask(*w), Error)]
check("a key of 65,536 bytes is an error for each command", not wrong, [w[0] for w in wrong])
check("and nothing was changed", c.ask("mget", "a", "b", "new") == [b"b", None, None] and c.ask("dbsize") == 1)
check("a stop", server.stop() == 0, server.said())

# ---- A lie: one error for the whole answer, however much of it was right.

for name, question in {
        "MGET": lambda keys: [("mget", "hot", *keys)],
        "EXISTS": lambda keys: [("exists", "hot", *keys)],
        "DEL": lambda keys: [("del", "hot", *keys)],
        "EXEC": lambda keys: [("multi",), ("get", "hot"), ("mget", "hot", *keys), ("get", "hot"), ("exec",)],
        "EXEC of large values": lambda keys: [("multi",), *[("get", "large")] * 20, *[("get", k) for k in keys],
                                              ("exec",)],
        "MGET of much that is right": lambda keys: [("mget", *["hot"] * 3000, *keys)],
        "KEYS": lambda keys: [("keys", "*")],
        "SCAN": lambda keys: [("scan", "0", "count", "10000")],
}.items():
    where = "fake-" + name.replace(" ", "") + "-flipped"
    server = Server(where, "--slots", "512", "--near", "0", "--store-program", FAKE, name=name.replace(" ", ""))
    c = server.client()
    keys = [f"k{i}" for i in range(900)]
    c.ask("mset", *[x for k in keys for x in (k, k * 20)])
    c.ask("mset", "hot", "h" * 30, "large", "L" * 60000)
    c.ask("seal")
    for k in keys:
        c.ask("get", k)
    c.ask("mget", "hot", "large")
    open(path(where + ".bad"), "w").close()
    c.send("ping")  # answered before, in the same piece
    asked = question(keys[:300])
    c.s.sendall(b"".join(encode(*words) for words in asked) + encode("ping"))
    got = [c.read() for _ in range(len(asked) + 2)]
    check(f"{name} that meets a lie is one error", got[0] == "PONG" and isinstance(got[-2], Error)
          and got[-2].text.startswith("REFUSED") and got[-1] == "PONG", [str(g)[:99] for g in got[-3:]])
    server.stop(signal.SIGKILL)

# ---- What a crash may lose: changes of so many milliseconds by the server's clock, and not more, however large.

MOST = 150


def commit_process(server):
    """The store's process that commits."""
    said = subprocess.run(["ps", "-o", "pid=", "--ppid", str(server.p.pid)], capture_output=True, text=True).stdout
    for pid in map(int, said.split()):
        with open(f"/proc/{pid}/cmdline", "rb") as f:
            words = f.read()
            if b"fairlead-monitor-store" in words and b"--look" not in words:
                return pid
    return None


def write_on(server, n, size, acknowledged, enough):
    """As fast as it goes; what was acknowledged, with the server's time of it."""
    try:
        c = server.client()
        for i in range(10**9):
            if enough.is_set():
                return
            c.s.sendall(encode("multi") + encode("set", f"{n}.{i}", b"%d." % i + b"x" * size) + encode("time")
                        + encode("exec"))
            got = [c.read() for _ in range(4)][3]
            acknowledged.append((f"{n}.{i}", int(got[1][0]) * 1000 + int(got[1][1]) // 1000))
    except (Gone, OSError):
        pass


for size, options in [(60000, []), (100, []), (60000, ["--log", path("logs")])]:
    name = f"loss{size}{len(options)}"
    if options:
        os.mkdir(path("logs"))
    server = Server(name, "--unsealed-most", str(MOST), *options, name=name)
    acknowledged, enough = [[] for _ in range(4)], threading.Event()
    threads = [threading.Thread(target=write_on, args=(server, n, size, acknowledged[n], enough)) for n in range(4)]
    for t in threads:
        t.start()
    until(lambda: sum(map(len, acknowledged)) > (2500 if size > 1000 else 4000), 120)  # 150 MB: three times a redo log
    server.stop(signal.SIGKILL)
    enough.set()
    for t in threads:
        t.join()
    server = Server(name, name=name)
    c = server.client()
    told = [(when, key) for one in acknowledged for key, when in one]
    lost = sorted(when for when, key in told if c.ask("exists", key) == 0)
    span = lost[-1] - lost[0] if lost else 0
    check(f"killed under SETs of {size} bytes {options[:1]}: what is lost was acknowledged within {MOST} ms",
          told and span <= MOST, (len(lost), len(told), span))
    check("and it is the youngest", not lost or max(w for w, _ in told) - lost[0] <= MOST or not told,
          (len(lost), max(w for w, _ in told) - lost[0] if lost else 0))
    server.stop()

# The store's process is held: changes wait, others are answered, and INFO says for how long.
server = Server("held", "--unsealed-most", "50", name="held")
c, other = server.client(), server.client()
c.ask("set", "a", "1")
c.ask("seal")
pid = commit_process(server)
os.kill(pid, signal.SIGSTOP)
written = []


def go_on():
    mine = server.client()
    try:
        while len(written) < 10**6:
            written.append(mine.ask("incr", "n"))
    except (Gone, OSError):
        pass


t = threading.Thread(target=go_on, daemon=True)
t.start()
check("while the store takes nothing, changes wait", until(lambda: info(other)["waiting_to_change"] == "1"),
      info(other))
stalled = len(written)
age = int(info(other)["oldest_unsealed_ms"])
check("INFO says how old the oldest unsealed change is, and it grows",
      age > 50 and until(lambda: int(info(other)["oldest_unsealed_ms"]) > age + 20), age)
check("nothing was acknowledged meanwhile, and others are answered", len(written) == stalled
      and other.ask("get", "a") == b"1" and other.ask("mget", "a", "b") == [b"1", None], (stalled, len(written)))
other.s.sendall(encode("get", "a") + encode("set", "b", "2"))
check("what was asked before a change is answered before it", other.read() == b"1")
os.kill(pid, signal.SIGCONT)
check("then they go on", other.read() == "OK" and until(lambda: len(written) > stalled + 100), len(written))
last = len(written)
server.stop(signal.SIGKILL)
t.join()
check("and in their order", written == list(range(1, len(written) + 1)))

# ---- A store that does not take what it is given.


def limit_files(server, most):
    """No file of the store, nor of one that is started in its place, grows beyond so many bytes."""
    for pid in (server.p.pid, commit_process(server)):
        if pid:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


server = Server("full", "--commit-every", "1", name="full")
c = server.client()
limit_files(server, 3 << 20)
right, refused = {}, None
for i in range(10000):  # 300 MB: more than the memory for what waits
    v = os.urandom(30000)
    got = c.ask("set", f"k{i}", v)
    if got != "OK":
        refused = got
        break
    right[f"k{i}"] = v
check("a full disk: changes are refused, as Redis refuses them", isinstance(refused, Error)
      and refused.text.startswith("MISCONF"), (len(right), refused))
check("and INFO says so", info(c)["status"] == "unstored" and int(info(c)["commit_failures"]) > 0, info(c))
refusals = [c.ask(*w) for w in [("set", "k0", "v"), ("mset", "k0", "v", "k1", "v"), ("del", "k0"), ("incr", "new"),
                                ("append", "k0", "v"), ("rename", "k0", "k1"), ("expire", "k0", "1"), ("flushall",),
                                ("getdel", "k0"), ("setbit", "k0", "1", "1"), ("copy", "k0", "k1", "replace")]]
c.ask("multi")
c.ask("set", "k0", "v")
refusals.append(c.ask("exec"))
check("each that would change something", all(isinstance(r, Error) and r.text.startswith("MISCONF") for r in refusals),
      refusals)
c.ask("multi")
c.ask("get", "k0")
check("what changes nothing is answered, in a transaction too", c.ask("exec") == [right["k0"]]
      and all(c.ask("get", k) == v for k, v in right.items()))
limit_files(server, resource.RLIM_INFINITY)
check("with room again changes are taken", until(lambda: c.ask("set", "more", "v") == "OK"), info(c))
check("and all is well", isinstance(c.ask("seal"), bytes) and info(c)["status"] == "ok", info(c))
server.stop(signal.SIGKILL)
server = Server("full", name="full")
c = server.client()
wrong = [k for k, v in right.items() if c.ask("get", k) != v]
check("what was acknowledged is there after a kill", not wrong and c.ask("get", "more") == b"v", wrong[:5])
server.stop()
server = Server("taken", "--commit-every", "1", "--when-unstored", "accept", name="taken")
c = server.client()
limit_files(server, 2 << 20)
blob, n = os.urandom(30000), 0
while info(c)["status"] != "unstored" and n < 10000:
    check("SET") if c.ask("set", f"k{n}", blob) != "OK" else None
    n += 1
check("with --when-unstored accept changes are taken all the same", info(c)["status"] == "unstored"
      and c.ask("set", "k", "v") == "OK" and c.ask("get", "k") == b"v", info(c))
server.stop(signal.SIGKILL)

# ---- Memory for what waits: what a later change has replaced does not count, and who would have too much waits.

server = Server("memory", "--memory", "8", name="memory")
c = server.client()


def transaction(*commands):
    c.s.sendall(b"".join(encode(*words) for words in [("multi",), *commands, ("exec",)]))
    return [c.read() for _ in range(len(commands) + 2)][-1]


c.ask("rpush", "list", *[b"x" * 60000] * 15)
said = transaction(*[("rpush", "list", i) for i in range(60)])
check("a transaction that changes one large list again and again", said == list(range(16, 76)), said)
said = transaction(*[w for i in range(20) for w in (("setrange", "s", 900000, i), ("del", "s"))])
check("or puts and deletes one value", len(said) == 40 and not any(isinstance(x, Error) for x in said), said)
said = transaction(*[("setrange", "s", 20000 * i, i) for i in range(1, 50)])
check("or makes it longer each time", not any(isinstance(x, Error) for x in said), said)
c.s.sendall(b"".join(encode("setrange", f"k{i}", 900000, i) for i in range(60)))
said = [c.read() for _ in range(60)]
check("who changes more than there is memory for waits", not any(isinstance(x, Error) for x in said), said)
said = transaction(*[("setrange", f"k{i}", 900000, i) for i in range(60)])
check("of a transaction, what goes beyond it is an error that says so", not isinstance(said[0], Error)
      and said[-1] == Error("OOM more waits for the store than --memory allows; try again"), said[-1])
check("and then there is room again", c.ask("set", "k", "v") == "OK")
server.stop()
done()
