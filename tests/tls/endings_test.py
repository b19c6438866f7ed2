# SPDX-License-Identifier: Apache-2.0 OR MIT
"""How the HTTPS server's connections end without their peers' wish: at a shutdown, and when their places are needed.

    endings_test.py SERVER FOLDER CERTIFICATE KEY
"""
import os, random, resource, signal, socket, sys, time

from cases import case, end, equal, start
from peer import *

random.seed(8446)
big = random.randbytes(3_000_000)
with open(os.path.join(sys.argv[2], "big.bin"), "wb") as f:
    f.write(big)
with open(os.path.join(sys.argv[2], "index.html"), "rb") as f:
    index = f.read()
with open("/proc/sys/net/ipv4/tcp_wmem") as f:
    KERNEL = int(f.read().split()[2]) + (1 << 20)     # more than its buffers take of a connection
HUGE = 2 * KERNEL + (2 << 20)
with open(os.path.join(sys.argv[2], "huge.bin"), "wb") as f:
    f.truncate(HUGE)
HOUR = str(3_600_000)
soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
SLOTS = min(4096, hard - 600)    # all that the server has, where we may have so many descriptors
processes = []


def serve(*options):
    server, address = start(*sys.argv[1:5], *options)
    processes.append(server)
    return server, address


def stopped(server):
    equal(server.wait(timeout=60), 0)


# How far a client can come: each is a name, and what it does to get there.

def silent(c):
    pass


def half_hello(c):
    c.send(record(HANDSHAKE, c.hello())[:80])


def byte_of_hello(c):
    c.send(b"\x16")


def hello_without_share(c):
    c.start(c.hello(groups=(23, 29), shares=b""))
    c.retry()


def unfinished(c):
    c.until_finished()


def half_finished(c):
    c.until_finished()
    c.send(c.seal(HANDSHAKE, c.finished())[:20])


def no_request(c):
    c.connect()


def served(c):
    c.connect()
    equal(c.get(), (200, index))


def begun(c, request):
    """In one piece with another request: when that is answered, the server has this beginning."""
    c.connect()
    c.send(c.seal(DATA, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n") + c.seal(DATA, request))
    equal(c.answer(), (200, index))


def half_request(c):
    begun(c, b"GET / HTTP/1.1\r\n")


def half_body(c):
    begun(c, b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc")


BEFORE = (silent, byte_of_hello, half_hello, hello_without_share, unfinished, half_finished)
IDLE = (no_request, served)
DURING = (half_request, half_body)


def come_to(state, address):
    c = Client(address)
    state(c)
    return c


def reset(c):
    c.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    c.close()


# ---- Places

small, address = serve("--connections", "16", "--timeout", HOUR, "--handshake-timeout", HOUR)
for state in (*BEFORE, *IDLE, *DURING):
    @case(f"16 clients hold all places ({state.__name__}); another is served, only the first has lost its place")
    def _():
        holders = [come_to(state, address) for _ in range(16)]
        honest = Client(address).connect()
        equal(honest.get(), (200, index))
        equal(holders[0].ends_with(), CLOSE_NOTIFY)
        if state in IDLE:
            equal(holders[-1].get(), (200, index))
        for c in (honest, *holders):
            c.close()


@case("sending a byte now and then does not keep a place longer")
def _():
    holders = [Client(address) for _ in range(16)]
    hellos = [record(HANDSHAKE, c.hello()) for c in holders]
    for at in range(3):
        for c, hello in zip(holders, hellos):
            c.send(hello[at:at + 1])
        time.sleep(0.05)
    holders[0].send(hellos[0][3:9])
    honest = [Client(address).connect() for _ in range(3)]
    for c in honest:
        equal(c.get(), (200, index))
    for c in holders[:3]:
        equal(c.ends_with(), CLOSE_NOTIFY)
    for c, hello in zip(holders[3:], hellos[3:]):
        c.send(hello[3:])
        c.messages()
        c.close()


@case("who is being answered keeps its place")
def _():
    readers = []
    for _ in range(16):
        c = Client(address).connect()
        c.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        c.send(c.seal(DATA, b"GET /huge.bin HTTP/1.1\r\nHost: x\r\n\r\n"))
        equal(len(c.socket.recv(5)), 5)                         # the answer has begun
        readers.append(c)
    waiting = Client(address)
    waiting.start()
    # When a reader gets what the kernel did not hold yet, the server has seen who waits, and sent that; and as long as
    # the kernel cannot hold all of the rest, the server has some of it.
    ahead = 5
    while ahead < HUGE - KERNEL:
        ahead += len(readers[0].socket.recv(1 << 16))
    waiting.socket.setblocking(False)
    try:
        waiting.take(1)
        raise AssertionError("nobody's place was free")
    except BlockingIOError:
        pass
    waiting.socket.settimeout(60)
    for c in readers:
        taken = ahead if c is readers[0] else 5
        while taken < HUGE:
            part = c.socket.recv(1 << 20)
            assert part, "cut off"
            taken += len(part)
        c.close()
    waiting.server_hello()
    waiting.close()


@case("places of clients that reset their connections are free")
def _():
    for state in (*BEFORE, *IDLE, *DURING):
        for c in [come_to(state, address) for _ in range(16)]:
            reset(c)
    equal(Client(address).connect().get(), (200, index))


@case("so are those of clients that are gone without a word at any byte")
def _():
    hello = record(HANDSHAKE, Client(address).hello())
    for n in range(0, len(hello), 5):
        c = Client(address)
        c.send(hello[:n])
        (reset if n % 2 else Client.close)(c)
    equal(Client(address).connect().get(), (200, index))


small.send_signal(signal.SIGTERM)
case("and the server ends as it should")(lambda: stopped(small))

large, address = serve("--connections", str(SLOTS), "--timeout", HOUR, "--handshake-timeout", HOUR)


@case(f"{SLOTS} slow clients hold all places, and honest ones are served all the same")
def _():
    slow = []
    hello = record(HANDSHAKE, Client(address).hello())
    for i in range(SLOTS):
        s = socket.create_connection(address, timeout=60)
        s.sendall(hello[:i % 3 * 70])                           # nothing, or some of it
        slow.append(s)
    honest = [Client(address).connect() for _ in range(60)]
    for c in honest * 2:
        equal(c.get(), (200, index))
    equal(slow[0].recv(100), record(ALERT, b"\1\0"))
    equal(slow[0].recv(100), b"")
    for i in range(100, SLOTS, 100):
        slow[i].setblocking(False)
        try:
            raise AssertionError(f"client {i} has {slow[i].recv(100)!r}")
        except BlockingIOError:
            pass
    for c in (*slow, *honest):
        c.close()


large.send_signal(signal.SIGTERM)
case("and that server ends as it should")(lambda: stopped(large))

# ---- A shutdown

server, address = serve("--timeout", HOUR, "--handshake-timeout", "1500")
held = {state: come_to(state, address) for state in (*BEFORE, *IDLE, *DURING)}
reader = Client(address).connect()
reader.send(reader.seal(DATA, b"GET /big.bin HTTP/1.1\r\nHost: x\r\n\r\n" + b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"))
reader.buffer = reader.take(5) + reader.buffer                  # it is being answered
server.send_signal(signal.SIGTERM)
for state in (*BEFORE, *IDLE):
    case(f"a shutdown is said to all that wait: {state.__name__}")(lambda: equal(held[state].ends_with(), CLOSE_NOTIFY))


@case("a request that has begun may be completed, and is answered")
def _():
    for state, rest in ((half_request, b"Host: x\r\n\r\n"), (half_body, b"defghij")):
        held[state].send(held[state].seal(DATA, rest))
        equal(held[state].answer(), (200, index))
        equal(held[state].ends_with(), CLOSE_NOTIFY)


@case("and so is one that is being answered, and one that is behind it")
def _():
    equal(reader.answer(), (200, big))
    equal(reader.answer(), (200, index))
    equal(reader.ends_with(), CLOSE_NOTIFY)


case("then the server ends, with status 0")(lambda: stopped(server))

server, address = serve("--timeout", HOUR, "--handshake-timeout", HOUR)
held = {state: come_to(state, address) for state in (half_hello, half_finished, half_request, half_body)}
deaf = Client(address).connect()
deaf.send(deaf.seal(DATA, b"GET /huge.bin HTTP/1.1\r\nHost: x\r\n\r\n"))
server.send_signal(signal.SIGTERM)


@case("after the grace of five seconds what was begun ends with an alert, a request with an answer before it")
def _():
    equal(held[half_hello].ends_with(), CLOSE_NOTIFY)
    equal(held[half_finished].ends_with(), CLOSE_NOTIFY)
    for state in DURING:
        equal(held[state].answer()[0], 408)
        equal(held[state].ends_with(), CLOSE_NOTIFY)


case("and the server, though one client never reads")(lambda: stopped(server))
for process in processes:
    process.kill()
end()
