#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""In the place of fairlead-monitor-lua: says what it likes (lua.py)."""
import os
import random
import socket
import sys
import time

place = os.path.dirname(os.path.abspath(sys.argv[0]))
count = os.path.join(place, "count")
n = int(open(count).read()) if os.path.exists(count) else 0
open(count + ".new", "w").write(str(n + 1))
os.rename(count + ".new", count)  # it may be killed at any time
random.seed(n * 1000 + int(open(os.path.join(place, "seed")).read()))
s = socket.socket(fileno=3)


def message(what, body):
    return what + len(body).to_bytes(4, "big") + body


if os.path.exists(os.path.join(place, "how")):  # not by chance
    how, body = open(os.path.join(place, "how"), "rb").read().split(b"\n", 1)
    s.recv(1 << 20)
    if how == b"answers":
        while s.send(message(b"v", body)) and s.recv(1 << 20):
            pass
    if how == b"hears nothing":  # of the answer, which is more than a socket holds
        s.sendall(message(b"c", b"\0" + body))
    if how == b"drips":  # as fast as may be, by many
        s.sendall(b"c" + (80 << 20).to_bytes(4, "big"))
        for _ in range(3):
            if os.fork() == 0:
                while s.send(b"x"):
                    pass
    open(os.path.join(place, "does"), "w").close()
    while True:
        time.sleep(1000)
ANSWERS = [b"+OK\r\n", b":5\r\n", b"+a\r\n+b\r\n", b"$5\r\nab\r\n", b"*2\r\n:1\r\n", b"$-1\r\n", b"*99999999\r\n",
    b"",
           b"$99999999\r\nx\r\n", b":x\r\n", b"%1\r\n+a\r\n+b\r\n", b"-ERR x\r\n", b"+a\nb\r\n", b"$2\r\nabc\r\n",
           b"*-1\r\n",
           b"*1\r\n" * 100, b"*1\r\n" * 100 + b"+x\r\n", b"$1\r\n\xff\r\n", b"x" * 70000, b"$70000\r\n"
           + b"x" * 70000 + b"\r\n"]


def array(*words):
    return b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(w), w) for w in words)


COMMANDS = [array(b"set", b"k", b"by the script"), array(b"get", b"k"), array(b"exec"), array(b"multi"),
    array(b"eval", b"return 1", b"0"),
            array(b"quit"), b"get k\r\n", array(b"get", b"k") * 2, array(b"get", b"k")[:-3], b"*1\r\n$99999999\r\n",
            b"", b"*-1\r\n",
            array(b"mget", *[b"k"] * 1000), array(b"blpop", b"k", b"0"), array(b"subscribe", b"c"), b"*0\r\n",
            array(b"lrange", b"l", b"0", b"-1")]
while True:
    got = s.recv(1 << 20)
    if not got:
        sys.exit()
    for _ in range(random.choice([1, 1, 1, 1, 2, 50])):
        kind = random.randrange(12)
        if kind == 0:
            os._exit(1)
        if kind == 1:
            said = os.urandom(random.choice([1, 4, 5, 6, 100, 70000]))
        elif kind == 2:
            size = random.choice([2**32 - 1, 1 << 31, 80 << 20, 81 << 20])
            said = random.choice(b"cvkex").to_bytes(1, "big") + size.to_bytes(4, "big") + b"x"
        else:
            what = random.choice([b"v", b"c", b"c", b"c", b"k", b"e"])
            body = random.choice([b"\0", b"\1", b"\xff"]) + random.choice(COMMANDS)
            if what in b"ve":
                body = random.choice(ANSWERS)
            said = message(what, body)
        try:
            s.sendall(said)
        except OSError:
            sys.exit()
