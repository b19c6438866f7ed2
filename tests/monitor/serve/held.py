# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What all clients together make the server hold: incomplete commands, transactions, answers and messages that nobody
takes. Who holds most is let go, with a reason; what it has begun is done; others go on."""
import ssl

from harness import Error, Gone, Server, check, done, encode, tls_server, until

MOST = 16 << 20
MIB = b"x" * (1 << 20)


def figures(c):
    return dict(line.split(":", 1) for line in c.ask("info").decode().split("\r\n") if ":" in line)


def held(c):
    return int(figures(c)["clients_memory"])


def let_go(c):
    return int(figures(c)["evicted_clients"])


def is_open(x):
    """Nothing has come, nor an end."""
    x.s.setblocking(False)
    try:
        return x.s.recv(1) != b""
    except (BlockingIOError, ssl.SSLWantReadError):
        return True
    except OSError:
        return False


def send(x, data):
    """It may have gone meanwhile."""
    try:
        x.s.sendall(data)
    except OSError:
        pass


def unfinished(server, size):
    """A SET of which so many bytes are there."""
    x = server.client()
    send(x, b"*3\r\n$3\r\nset\r\n$1\r\nk\r\n$1048576\r\n" + b"x" * (size - 37))
    return x


for where in ("plain", "tls"):
    server = (Server if where == "plain" else tls_server)(where, "--clients-memory", "16", name=where)
    c = server.client()
    check(f"{where}: nothing is held at first", held(c) < 100000 and let_go(c) == 0
          and figures(c)["clients_memory_most"] == str(MOST), figures(c))
    small = [unfinished(server, 100) for _ in range(20)]
    until(lambda: held(c) >= 20 * 90)  # all of them are here
    before = held(c)
    one = unfinished(server, 900000)
    check(f"{where}: what is held is counted", until(lambda: 900000 <= held(c) - before < 4000000), held(c))
    one.close()
    check(f"{where}: and no more when it is gone", until(lambda: held(c) <= before), (before, held(c)))
    many = [unfinished(server, 1000000 + 1000 * i) for i in range(40)]
    check(f"{where}: beyond the bound some are let go", until(lambda: let_go(c) > 0 and held(c) <= MOST),
          (let_go(c), held(c)))
    check(f"{where}: and the log says why", until(lambda: "was let go: clients hold" in server.said()), server.said())
    check(f"{where}: those who hold little are served", c.ask("set", "a", "1") == "OK" and all(map(is_open, small)))
    said = 0
    for x in many:
        send(x, MIB)
        try:
            said += x.read() == Error("OOM all clients hold more than --clients-memory, and this one most of it")
        except (Gone, OSError, ValueError):
            pass
    check(f"{where}: who is let go is told why", said > 0, said)
    for x in small + many:
        x.close()
    check(f"{where}: all of it is given back", until(lambda: held(c) < 100000), held(c))
    check(f"{where}: a stop", server.stop() == 0, server.said())

server = Server("db", "--clients-memory", "16")
c = server.client()
c.ask("set", "large", MIB)

# Transactions that wait for EXEC, answers that are not taken, and messages.
queued = [server.client() for _ in range(12)]
for x in queued:
    x.ask("multi")
    for i in range(3):
        send(x, encode("set", "never", MIB))
check("transactions that wait for EXEC are counted", until(lambda: let_go(c) > 0 and held(c) <= MOST), held(c))
for x in queued:
    x.close()
check("nothing of them is done", until(lambda: held(c) < 1000000) and c.ask("exists", "never") == 0, held(c))
before, slow = let_go(c), [server.client() for _ in range(12)]
for x in slow:
    send(x, encode("mget", *["large"] * 6))
check("so are answers that nobody takes", until(lambda: let_go(c) > before and held(c) <= MOST), held(c))
for x in slow:
    x.close()
before, deaf = let_go(c), [server.client() for _ in range(6)]
for x in deaf:
    x.ask("subscribe", "news")
for i in range(30):
    c.ask("publish", "news", MIB[:500000])
check("and messages", until(lambda: let_go(c) > before and held(c) <= MOST), (let_go(c), held(c)))
for x in deaf:
    x.close()

# A step that has begun is done, though its answer is lost.
before, x = let_go(c), server.client()
send(x, encode("multi") + encode("set", "a", "2") + encode("mget", *["large"] * 20) * 2 + encode("set", "b", "2")
     + encode("exec"))
check("a transaction whose answer is too much is done", until(lambda: c.ask("get", "b") == b"2")
      and c.ask("get", "a") == b"2", c.ask("mget", "a", "b"))
x.close()

# Who has a script loses its answer, and not what the script is told.
before, x = let_go(c), server.client()
x.send("eval", "local text repeat text = redis.pcall('info') until type(text) == 'table' "
       "or tonumber(text:match('evicted_clients:(%d+)')) > tonumber(ARGV[1]) "
       "redis.call('set', 'told', type(text))", 0, before, b"x" * 3800000)
until(lambda: c.ask("ping") == "PONG" and let_go(c) == before and held(c) > 3800000)
check("a script's arguments are counted, and what its process is told",
      until(lambda: 7600000 < held(c) < MOST), held(c))
many = [unfinished(server, 900000) for _ in range(20)]
check("a script whose client is let go is told what its commands answer",
      until(lambda: c.ask("exists", "told") == 1) and c.ask("get", "told") == b"string", c.ask("get", "told"))
check("and its client is not", isinstance(x.read(), Error))
for y in [x] + many:
    y.close()
until(lambda: held(c) < 1000000)

# CLIENT NO-EVICT.
stays = server.client()
check("CLIENT NO-EVICT", stays.ask("client", "no-evict", "maybe") == Error("ERR syntax error")
      and stays.ask("client", "no-evict", "on") == "OK")
stays.s.sendall(b"*2\r\n$4\r\necho\r\n$4000000\r\n" + b"x" * 3900000)
before, many = let_go(c), [unfinished(server, 1000000) for _ in range(20)]
check("who is not to be let go is not", until(lambda: let_go(c) > before and held(c) <= MOST), held(c))
send(stays, b"x" * 100000 + b"\r\n")
check("and is answered", stays.read() == b"x" * 4000000)
check("the server ends as it should", server.stop() == 0, server.said())
done()
