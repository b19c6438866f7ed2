# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Two clients of server.c at once, in pieces of random sizes at random times. Usage: client.py PATH."""
import random
import socket
import sys
import time

clients = []
for i in range(2):
    while True:  # the test ends a client that waits too long
        try:
            s = socket.socket(socket.AF_UNIX)
            s.connect(sys.argv[1])
            break
        except OSError:
            s.close()
            time.sleep(0.02)
    clients.append((s, b"".join(b"line %d of %d\n" % (n, i) for n in range(6))))
while any(rest for _, rest in clients):
    i = random.randrange(2)
    s, rest = clients[i]
    some = random.randrange(1, 12)
    s.sendall(rest[:some])
    clients[i] = s, rest[some:]
    time.sleep(random.random() / 500)
for s, _ in clients:
    s.shutdown(socket.SHUT_WR)
    got = b""
    while piece := s.recv(100):
        got += piece
    assert got.count(b"\n") == 6, got
