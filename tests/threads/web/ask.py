# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Requests, and what is answered: ask.py PORT [silent]"""
import socket
import sys
import threading
import time

port = int(sys.argv[1])


def connect():
    s = socket.create_connection(("127.0.0.1", port))
    s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    s.settimeout(60)
    return s


def rest(s):
    got = b""
    try:
        while some := s.recv(65536):
            got += some
    except ConnectionError:
        pass
    return got


def say(name, answers):
    text = answers.decode().replace("\r\n", "|")
    print(f"{name}: {len(answers)} bytes, {text.count('HTTP/1.1 200')} found; begins {text[:20]}, ends {text[-20:]}")


def one(name, request, parts=1):
    s = connect()
    size = max(1, -(-len(request) // parts))
    for i in range(0, len(request), size):
        s.sendall(request[i:i + size])
        if parts > 1:
            time.sleep(0.002)
    try:
        s.shutdown(socket.SHUT_WR)
    except OSError:
        pass  # it has closed the connection already
    say(name, rest(s))


if sys.argv[2:] == ["silent"]:
    s = connect()
    s.sendall(b"GET / HT")
    print("closed" if rest(s) == b"" else "answered")
    sys.exit()
get = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
one("nothing", b"")
one("half", get[:-2])
one("one", get)
one("byte by byte", get, len(get))
one("several at once", get * 5)
one("more than fits", get * 400)
one("in odd parts", get * 100, 37)
one("HTTP/1.0", b"GET / HTTP/1.0\r\n\r\n" + get)
one("elsewhere", b"GET /x HTTP/1.1\r\n\r\n" + get)
one("garbage", b"\0\1\2\r\n\r\n" + get)
s = connect()
s.sendall(b"GET / HTTP/1.1\r\nX: " + b"x" * 2100)
print("too long:", "answered" if b"200" in rest(s) else "closed")
one("nearly too long", b"GET / HTTP/1.1\r\nX: " + b"x" * 1000 + b"\r\n\r\n")
s = connect()
sending = threading.Thread(target=s.sendall, args=(get * 50000,))
sending.start()
time.sleep(0.2)
got = b""
while len(got) < 50000 * 125:
    got += s.recv(1 << 20)
sending.join()
print("who does not read for a while:", got.count(b"HTTP/1.1 200"), len(got))
