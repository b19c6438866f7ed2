# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Messages: who hears what, in which order. Programs of several clients are answered as Redis answers them."""
import os
import random
import re
import signal
import socket
import time

from harness import Client, Error, Gone, Server, check, done, encode, folder, redis_server, tls_server, until

random.seed(int(os.environ.get("FUZZ_SEED", "1")))
STEPS = int(os.environ.get("FUZZ_N", "400"))
server = Server("db", "--slots", "512", "--timeout", "3000000")
redis = redis_server()
CHANNELS = [b"a", b"b", b"news.art", b"news.it", b"", b"x" * 300]
PATTERNS = [b"*", b"news.*", b"?", b"[ab]", b"a", b"n*.i?", b"\\*", b"x*x"]
PING, PONGS = encode("ping"), (b"+PONG\r\n", b"*2\r\n$4\r\npong\r\n$0\r\n\r\n")


def hear(c):
    """All that it is told until it has an answer to a PING."""
    c.s.sendall(PING)
    said = b""
    while not any(p in said for p in PONGS):  # something may come behind it at once
        part = c.s.recv(65536)
        if not part:
            return said + b"GONE"
        said += part
    return said


def command():
    some = lambda of: random.sample(of, random.choice([1, 1, 1, 2, 3]))
    publish = lambda: ("publish", random.choice(CHANNELS),
                       b"m%d" % random.randrange(100) * random.choice([1, 1, 9, 9000]))
    return random.choice([
        lambda: [("subscribe", *some(CHANNELS))], lambda: [("psubscribe", *some(PATTERNS))],
        lambda: [("unsubscribe", *some(CHANNELS))], lambda: [("punsubscribe", *some(PATTERNS))],
        lambda: [("unsubscribe",)], lambda: [("punsubscribe",)], lambda: [publish()], lambda: [publish()],
        lambda: [publish()], lambda: [publish(), publish(), ("ping", "z"), publish()],
        lambda: [("multi",), publish(), ("ping", "x"), publish(), ("exec",)], lambda: [("ping", "y")],
        lambda: [("get", "a")], lambda: [("pubsub", "numsub", *some(CHANNELS))], lambda: [("pubsub", "numpat")],
        lambda: [("pubsub", "channels")], lambda: [("pubsub", "channels", random.choice(PATTERNS))],
        lambda: [("multi",), ("pubsub", "numsub", "a"), ("pubsub", "numpat"), ("discard",)],
        lambda: [("hello", random.choice([2, 3]))], lambda: [("reset",)], lambda: [("pubsub", "numsub")],
        lambda: [("subscribe",), ("publish", "a"), ("pubsub",), ("unsubscribe", "a", "b")]])()


def program():
    ports = server.port, redis
    clients = [[Client(p) for p in ports] for _ in range(6)]
    told = 0
    for step in range(STEPS):
        i = random.randrange(len(clients))
        if random.random() < 0.05:
            for n, c in enumerate(clients[i]):
                c.close()
                clients[i][n] = Client(ports[n])
                hear(clients[i][n])
            time.sleep(0.01)  # until both know that it went
            continue
        commands = command()
        said = [[], []]
        for n, c in enumerate(clients[i]):
            c.s.sendall(b"".join(encode(*w) for w in commands))
            said[n].append(hear(c) + hear(c))  # what it tells itself comes behind what it has asked at once
        for j, pair in enumerate(clients):
            for n, c in enumerate(pair):
                if j != i:
                    said[n].append(hear(c))
        if commands[0][0] == "hello":  # numbers and versions
            said = [s[1:] + [s[0][:1]] for s in said]
        # Of several patterns; of what one tells itself, which Redis has before the answer before 7.2.
        patterns = any(x.count(b"pmessage") > 1 for x in said[1]) or b"message" in said[1][0]
        if len(commands[0]) == 1 or commands[0][0] == "pubsub" or patterns:  # in no order
            said = [sorted(line for x in s for line in x.split(b"\r\n")) for s in said]
        said[1] = [re.sub(rb"'pubsub\|\w+'", b"'pubsub'", x) for x in said[1]]
        if said[0] != said[1]:
            return step, i, commands, said
        told += sum(b"message" in x for x in said[0])
    for c in [c for pair in clients for c in pair]:
        c.close()
    return None if told > STEPS / 8 else told


if redis:
    different = program()
    check(f"{STEPS} steps of several clients are answered as in Redis", different is None, different)
else:
    check("programs of several clients # SKIP redis-tools is not installed", True)
c, d, e = (server.client() for _ in range(3))


def listens(channel, of=None):
    x = of or server.client()
    x.ask("subscribe", channel)
    return x


def figure(name):
    return int(c.ask("info").split(name.encode() + b":")[1].split(b"\r")[0])


# ---- Large ones, many, and those who do not take them.

listens("big", d)
message = os.urandom(900000)
check("a large message", c.ask("publish", "big", message) == 1 and d.read() == [b"message", b"big", message])
many = [listens("many") for _ in range(300)]
check("three hundred are told", c.ask("publish", "many", "x") == 300
      and all(x.read() == [b"message", b"many", b"x"] for x in many))
for x in many[:150]:
    x.close()
check("who goes is told nothing", until(lambda: c.ask("pubsub", "numsub", "many") == [b"many", 150])
      and c.ask("publish", "many", "y") == 150 and all(x.read() == [b"message", b"many", b"y"] for x in many[150:]))
for x in many[150:]:
    x.close()
slow = socket.socket()
slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
slow.connect(("127.0.0.1", server.port))
slow.sendall(encode("subscribe", "fast"))
slow.recv(100)
sent = 0
while c.ask("pubsub", "numsub", "fast") == [b"fast", 1] and sent < 200:
    c.ask("publish", "fast", message)
    sent += 1
check("who does not take them is let go, and others are served", 8 < sent < 200 and figure("pubsub_let_go") == 1
      and c.ask("ping") == "PONG", sent)
slow.close()
half = listens("both")
half.s.shutdown(socket.SHUT_WR)
check("who has no more to say is let go", half.f.read() == b"")

# ---- In one connection with other things.

e.send("hello", 3)
while e.f.readline() != b"*0\r\n":  # its last line: no modules
    pass
e.s.sendall(encode("subscribe", "mine"))
check("RESP3 tells by itself", [e.f.readline() for _ in range(6)] == [
    b">3\r\n", b"$9\r\n", b"subscribe\r\n", b"$4\r\n", b"mine\r\n", b":1\r\n"])
check("and answers meanwhile", e.ask("set", "k", "v") == "OK" and e.ask("get", "k") == b"v")
c.ask("multi")
c.ask("set", "k", "w")
c.ask("publish", "mine", "changed")
check("of a transaction its clients are told when it is done", c.ask("exec") == ["OK", 1]
      and e.f.readline() == b">3\r\n" and [e.f.readline() for _ in range(6)][-1] == b"changed\r\n"
      and e.ask("get", "k") == b"w")
check("in a transaction nobody begins to listen", [c.ask("multi"), c.ask("subscribe", "a"), c.ask("exec")][1:] == [
    Error("ERR subscribe inside MULTI is not allowed"),
    Error("EXECABORT Transaction discarded because of previous errors.")])
e.send("blpop", "todo", 0)
c.ask("publish", "mine", "later")
c.ask("rpush", "todo", "x")
check("what it is told waits while it waits for a list", e.read() == [b"todo", b"x"]
      and [e.f.readline() for _ in range(7)][-1] == b"later\r\n")
before = figure("pubsub_clients")
e.ask("reset")
check("INFO counts who listens", before - figure("pubsub_clients") == 1)
check("what is told is of no time", d.ask("unsubscribe") == [b"unsubscribe", b"big", 0] and d.ask("get", "k") == b"w")

# ---- Bounds.

check("a channel's name is of 512 bytes at most", d.ask("subscribe", "x" * 513).text.startswith("ERR that is to listen")
      and d.ask("ping") == "PONG" and c.ask("publish", "x" * 70000, "m") == 0)
d.send("subscribe", *range(1025))
for n in range(1024):
    d.read()
check("and nobody listens to more than 1,024", isinstance(d.read(), Error) and d.ask("ping") == [b"pong", b""])
d.ask("reset")
check("all of it is left by RESET", c.ask("pubsub", "numsub", 0) == [b"0", 0] and d.ask("get", "k") == b"w")
hold = [server.client() for _ in range(2)]
taken = 0
for x in hold:
    x.send("psubscribe", *[b"%d" % n + b"*a" * 250 for n in range(1024)])
    for n in range(1024):
        got = x.read()
        if isinstance(got, Error):
            break
        taken += 1
check("nor are there patterns without end", 400 < taken < 1000, taken)
began = time.monotonic()
check("which a message is compared with in time", c.ask("publish", "1" + "a" * 511, "m") >= 0
      and time.monotonic() - began < 60)
for x in hold:
    x.close()
check("they go with their clients", until(lambda: c.ask("pubsub", "numpat") == 0))

# ---- Who may; one of several; a store that lies; TLS; the end.

with open(os.path.join(folder, "users"), "w") as f:
    f.write("user default on nopass ~* +@all\nuser u on >pw ~app:* +@pubsub +@connection\nuser v on >pw ~* +@read\n")
os.chmod(os.path.join(folder, "users"), 0o600)
limited = Server("db2", "--timeout", "2000", "--users", os.path.join(folder, "users"), name="b")
u = limited.client()
u.ask("auth", "u", "pw")
denied = [u.ask(*words) for words in (("publish", "other", "m"), ("psubscribe", "app:*"), ("pubsub", "channels"),
                                      ("subscribe", "app:a", "other"), ("get", "app:a"))]
check("a user hears what it may", all(isinstance(x, Error) and x.text.startswith("NOPERM") for x in denied)
      and u.ask("subscribe", "app:a") == [b"subscribe", b"app:a", 1], denied)
v = limited.client()
v.ask("auth", "v", "pw")
check("or nothing", v.ask("subscribe", "a").text.startswith("NOPERM"))
v.close()
v = limited.client()  # who asks nothing for so long goes
v.ask("auth", "v", "pw")
check("who listens to nothing is not waited for", v.f.read() == b"")
w = limited.client()
check("and is told, though it asked nothing for longer", w.ask("publish", "app:a", "m") == 1
      and u.read() == [b"message", b"app:a", b"m"])
with open(os.path.join(folder, "users"), "w") as f:
    f.write("user default on nopass ~* +@all\n")
limited.p.send_signal(signal.SIGHUP)
until(lambda: b"access_reloads:1" in w.ask("info", "clients"))
w.ask("publish", "app:a", "later")
check("who is no user any more hears nothing", u.f.read() == b"")
limited.stop()
with open(os.path.join(folder, "cluster"), "w") as f:
    f.write("me 127.0.0.1:1 0-16383\n")
one = Server("db4", "--cluster", os.path.join(folder, "cluster"), "--cluster-me", "me", name="d")
x = one.client()
check("one of several servers has no messages", all(x.ask(*words).text.startswith("ERR this is one of several servers")
                                                    for words in (("subscribe", "a"), ("publish", "a", "m"))))
one.stop()

secret = tls_server("db3", name="c")
tls = secret.client
x, y = tls(), tls()
listens("t", x)
check("through TLS, too", y.ask("publish", "t", message) == 1 and x.read() == [b"message", b"t", message]
      and x.ask("ping") == [b"pong", b""] and y.ask("publish", "t", "2") == 1 and x.read() == [b"message", b"t", b"2"])
for part in (encode("ping", "z" * 40000), encode("unsubscribe")):
    x.s.sendall(part)
check("and what comes in several records", x.read() == [b"pong", b"z" * 40000]
      and x.read() == [b"unsubscribe", b"t", 0])
check("they stop", secret.stop() == 0 and server.stop() == 0)
try:
    e.f.read()
    gone = True
except (Gone, OSError):
    gone = False
check("and their listeners are closed", gone)
done()
