# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Peers that do what they should not, and what the seeder does: a line each. It runs with --handshake 3 --turn 0.2
--idle 10.
  hostile.py PORT HASH PIECES PIECE_LENGTH"""
import itertools
import os
import random
import select
import socket
import struct
import sys
import time
from concurrent.futures import ThreadPoolExecutor

port, hash_, pieces, piece_length = int(sys.argv[1]), bytes.fromhex(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
PROTOCOL = b"\x13BitTorrent protocol"
HELLO = PROTOCOL + bytes(8) + hash_ + b"-HOSTILE-" + bytes(11)
INTERESTED, UNCHOKE, PIECE = b"\0\0\0\1\2", 1, 7


def connect(hello=HELLO):
    s = socket.create_connection(("127.0.0.1", port))
    s.settimeout(60)
    s.sendall(hello)
    return s


def message(kind, body=b""):
    return struct.pack(">IB", 1 + len(body), kind) + body


def request(piece, begin, length):
    return message(6, struct.pack(">III", piece, begin, length))


def receive(s, length):
    got = b""
    while len(got) < length:
        some = s.recv(length - len(got))
        if not some:
            raise EOFError
        got += some
    return got


def next_message(s):
    while True:
        length, = struct.unpack(">I", receive(s, 4))
        if length > 0:
            text = receive(s, length)
            return text[0], text[1:]


def wait_for(s, kind):
    while True:
        got, body = next_message(s)
        if got == kind:
            return body


def served():
    s = connect(HELLO + INTERESTED)
    receive(s, 68)
    wait_for(s, UNCHOKE)
    return s


def ending(s):
    """How the connection ends: what came before it does not matter."""
    try:
        while s.recv(65536):
            pass
        return "closed"
    except ConnectionError:
        return "closed"
    except socket.timeout:
        return "still there"


def after(text):
    s = connect(HELLO)
    s.sendall(text)
    return ending(s)


def answer_to(hello):
    s = connect(hello)
    try:
        return "answered" if s.recv(1) else "closed"
    except ConnectionError:
        return "closed"


def asked(*place):
    s = served()
    s.sendall(request(*place))
    return ending(s)


def still_served(s, piece=0):
    """The seeder may have choked us meanwhile."""
    s.sendall(request(piece, 0, 1000))
    while True:
        kind, body = next_message(s)
        if kind == UNCHOKE:
            s.sendall(request(piece, 0, 1000))
        if kind == PIECE and len(body) == 1008:
            return "served"


def in_small_parts():
    s = connect(b"")
    s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for byte in HELLO + INTERESTED + message(4, bytes(4)) + message(5, bytes((pieces + 7) // 8)):
        s.sendall(bytes([byte]))
        time.sleep(0.001)
    receive(s, 68)
    wait_for(s, UNCHOKE)
    return still_served(s)


def choked():
    s = connect(HELLO)
    receive(s, 68)
    s.sendall(request(0, 0, 16384) * 1000 + INTERESTED)
    wait_for(s, UNCHOKE)
    return still_served(s)


def cancelled():
    s = served()
    s.sendall(request(0, 0, 16384) + message(8, struct.pack(">III", 0, 0, 16384)))
    s.sendall(message(8, struct.pack(">III", 2**32 - 1, 1, 7)))
    return still_served(s)


def unknown():
    s = served()
    s.sendall(message(200, b"x" * 5000) + message(9, b"ab") + message(0) + message(1) + bytes(4))
    return still_served(s)


def not_interested():
    s = served()
    s.sendall(request(0, 0, 16384) * 100 + message(3) + INTERESTED + message(3) + INTERESTED)
    wait_for(s, UNCHOKE)
    return still_served(s)


def slow_readers():
    """They ask and do not read: requests without end, until the seeder reads no more of them."""
    many = [served() for _ in range(8)]
    for s in many:
        s.setblocking(False)
        sent = 0
        try:
            while sent < 4 << 20:
                sent += s.send(request(random.randrange(pieces - 1), 0, 16384) * 1000)
        except BlockingIOError:
            pass
        except ConnectionError:
            pass
    return still_served(served())


def random_texts():
    random.seed(1)
    for _ in range(300):
        s = connect(HELLO + INTERESTED if random.random() < 0.8 else b"")
        try:
            for _ in range(random.randrange(6)):
                kind = random.randrange(10)
                body = os.urandom(random.choice([0, 4, 12, 12, 12, random.randrange(3000)]))
                text = message(kind, body)
                if random.random() < 0.2:
                    text = text[: random.randrange(len(text))]
                s.sendall(text)
        except ConnectionError:
            pass
        s.close()
    return still_served(served())


def half_open():
    """Twice as many as there is room for, that say nothing; after them somebody is served."""
    many = []
    for _ in range(int(os.environ.get("HALF_OPEN", "600"))):
        s = socket.socket()
        s.setblocking(False)
        s.connect_ex(("127.0.0.1", port))
        many.append(s)
    result = still_served(served())
    for s in many:
        s.close()
    return result


def crowd():
    """All places are taken by peers that keep alive but want nothing; after them somebody is served."""
    many = [connect() for _ in range(int(os.environ.get("PLACES", "200")))]
    return still_served(served())


def in_turn():
    """Fifty that are interested: all are served, a tenth at a time."""
    waiting = {connect(HELLO + INTERESTED): b"" for _ in range(50)}
    ever, now, most = set(), set(), 0
    for s in waiting:
        receive(s, 68)
    while len(ever) < 50:
        ready, _, _ = select.select(list(waiting), [], [], 60)
        if not ready:
            return f"{len(ever)} served"
        for s in ready:
            data = s.recv(4096)
            if not data:  # it would be ready for ever
                return f"{len(ever)} served, and one hung up on"
            waiting[s] += data
            while len(waiting[s]) >= 4 and len(waiting[s]) >= 4 + int.from_bytes(waiting[s][:4], "big"):
                length = int.from_bytes(waiting[s][:4], "big")
                kind, waiting[s] = waiting[s][4:5], waiting[s][4 + length:]
                if kind == b"\1":
                    ever.add(s)
                    now.add(s)
                elif kind == b"\0":
                    now.discard(s)
        most = max(most, len(now))
    # Five; we may hear of the next before we hear that the turn of the one before is over.
    return "all served, few at a time" if most <= 10 else f"{most} at a time"


cases = [
    ("a handshake that is garbage", lambda: answer_to(os.urandom(200))),
    ("another protocol", lambda: answer_to(b"\x13BitTorrent protocoL" + HELLO[20:])),
    ("a torrent that nobody has", lambda: answer_to(HELLO[:28] + bytes(20) + HELLO[48:])),
    ("half a handshake", lambda: ending(connect(HELLO[:30]))),
    ("a handshake without an end", lambda: ending(connect(HELLO[:60]))),
    ("no handshake", lambda: ending(connect(b""))),
    ("a message of 4 GiB", lambda: after(b"\xff\xff\xff\xff\x09")),
    ("a request of 4 GiB", lambda: after(b"\xff\xff\xff\xff\x06")),
    ("a message of 16 KiB of a kind that we don't know", lambda: after(struct.pack(">IB", 16385, 50))),
    ("a request that is too short", lambda: after(message(6, bytes(11)))),
    ("a request that is too long", lambda: after(message(6, bytes(13)))),
    ("interest with a body", lambda: after(message(2, b"x"))),
    ("a block that nobody asked for", lambda: after(message(7, bytes(16392)))),
    ("a bitfield of another torrent", lambda: after(message(5, bytes(pieces // 8 + 2)))),
    ("a piece that there is not", lambda: asked(pieces, 0, 16384)),
    ("piece 2^32 - 1", lambda: asked(2**32 - 1, 0, 16384)),
    ("nothing", lambda: asked(0, 0, 0)),
    ("more than a block", lambda: asked(0, 0, 131073)),
    ("beyond a piece", lambda: asked(0, piece_length - 16383, 16384)),
    ("beyond 2^32", lambda: asked(0, 2**32 - 1, 16384)),
    ("beyond the last piece", lambda: asked(pieces - 1, piece_length - 1000, 1000)),
    ("one idle", lambda: ending(connect(HELLO))),
    ("one byte at a time", in_small_parts),
    ("a thousand requests before its turn", choked),
    ("cancelled requests", cancelled),
    ("messages that we don't know", unknown),
    ("interest and none", not_interested),
    ("fifty, in turn", in_turn),
    ("slow readers, floods of requests", slow_readers),
    ("random messages", random_texts),
    ("half-open connections", half_open),
    ("all places taken", crowd),
]


def outcome(case):
    try:
        return case()
    except (OSError, EOFError) as error:
        return repr(error)


# Those that are put out disturb nobody, and most of it is waiting; the others have the seeder for themselves.
apart = [name for name, _ in cases].index("one byte at a time")
with ThreadPoolExecutor(4) as pool:
    results = list(pool.map(outcome, [case for _, case in cases[:apart]]))
for (name, case), result in itertools.zip_longest(cases, results):
    print(f"{name}: {result or outcome(case)}", flush=True)
