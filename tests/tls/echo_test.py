# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Python's ssl against examples/tls/echo.c: echo_test.py PORT CERTIFICATE PROCESS"""
import os, resource, select, signal, socket, ssl, struct, sys

context = ssl.create_default_context(cafile=sys.argv[2])
session = None


def connect(session=None, buffer=None):
    s = socket.socket()
    s.settimeout(60)
    if buffer:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        s.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
    s.connect(("127.0.0.1", int(sys.argv[1])))
    return context.wrap_socket(s, server_hostname="localhost", session=session)


def come_back(s, sent, at=0):
    """Sends sent[at:], while all of it comes back."""
    got = bytearray()
    s.setblocking(False)  # one thread: an SSL object must not be read and written by two at once
    while len(got) < len(sent):
        ready = select.select([s], [s] if at < len(sent) else [], [], 60)
        assert any(ready), f"{len(got)} of {len(sent)} bytes, then nothing for 60 s"
        try:
            if at < len(sent):
                at += s.send(sent[at : at + 16384])
        except (ssl.SSLWantWriteError, ssl.SSLWantReadError):
            pass
        try:
            more = s.recv(1 << 16)
            assert more, f"{len(got)} of {len(sent)} bytes"
            got += more
        except (ssl.SSLWantWriteError, ssl.SSLWantReadError):
            pass
    assert got == sent


for size in (1, 100, 16384, 3_000_000):
    s = connect(session)
    assert s.version() == "TLSv1.3" and s.session_reused == (session is not None), (s.version(), s.session_reused)
    come_back(s, os.urandom(size))
    session = s.session
    s.close()


def answers():
    with connect() as s:
        s.sendall(b"hello")
        assert s.recv(5) == b"hello"


# Who sends, and takes nothing back, holds up nobody; and gets all of it later.
s, sent, at = connect(buffer=1 << 16), os.urandom(1 << 20) * 24, 0
s.setblocking(False)
while select.select([], [s], [], 0.3)[1]:
    try:
        at += s.send(sent[at : at + 16384])
    except ssl.SSLWantWriteError:
        pass
assert at < len(sent), "it takes all"
answers()
come_back(s, sent, at)
s.close()

# Who is gone when the server has something to say leaves nothing in the output for whose turn is next.
for _ in range(5):
    s = connect()
    s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    s.close()
    answers()

# A server that is stopped goes on.
process = int(sys.argv[3])
os.kill(process, signal.SIGSTOP)
os.kill(process, signal.SIGCONT)
answers()

# More clients than it may have sockets for wait, and take no memory of it.
def resident():
    with open(f"/proc/{process}/status") as f:
        return [int(line.split()[1]) for line in f if line.startswith("VmRSS")][0]


before = resident()
used = len(os.listdir(f"/proc/{process}/fd"))
resource.prlimit(process, resource.RLIMIT_NOFILE, (used + 3, used + 99))
clients = [socket.create_connection(("127.0.0.1", int(sys.argv[1]))) for _ in range(9)]
select.select([], [], [], 0.5)
more = resident() - before
resource.prlimit(process, resource.RLIMIT_NOFILE, (used + 99, used + 99))
assert more < 4000, f"{more} KB more"
for s in clients:
    s.close()
answers()
