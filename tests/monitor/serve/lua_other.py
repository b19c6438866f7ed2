#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""In the place of fairlead-monitor-lua: says what it likes (lua.py)."""
import os
import random
import socket
import sys

place = os.path.dirname(os.path.abspath(sys.argv[0]))
count = os.path.join(place, "count")
n = int(open(count).read()) if os.path.exists(count) else 0
open(count, "w").write(str(n + 1))
random.seed(n * 1000 + int(open(os.path.join(place, "seed")).read()))
s = socket.socket(fileno=3)
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
            said = what + len(body).to_bytes(4, "big") + body
        try:
            s.sendall(said)
        except OSError:
            sys.exit()
