# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Talks to echo_server as honest, greedy and vanishing clients; prints TAP. What depends on the clock is in world.c."""
import atexit
import os
import resource
import signal
import socket
import subprocess
import sys
import time



server = subprocess.Popen([sys.argv[1]], stdout=subprocess.PIPE, text=True)
atexit.register(server.kill)  # also when a check raises
port = int(server.stdout.readline())
results = []


def descriptors():
    return os.listdir(f"/proc/{server.pid}/fd")


without_clients = len(descriptors())


def check(name, good):
    results.append(good)
    print(("ok" if good else "not ok"), len(results), "-", name)


def connect():
    s = socket.create_connection(("127.0.0.1", port), timeout=60)
    return s


def read_exactly(s, n):
    data = b""
    while len(data) < n:
        part = s.recv(n - len(data))
        if not part:
            break
        data += part
    return data


s = connect()
s.sendall(b"hello")
check("what is sent comes back", read_exactly(s, 5) == b"hello")
s.sendall(b"again")
check("and again on the same connection", read_exactly(s, 5) == b"again")

s.sendall(b"big")
time.sleep(0.2)  # let the kernel's buffers fill, so that the loop must wait for us
check("a megabyte arrives whole through full buffers", read_exactly(s, 3 + (1 << 20)) == b"big" + b"x" * (1 << 20))
s.sendall(b"after")
check("and the connection lives on", read_exactly(s, 5) == b"after")

start = time.time()
s.sendall(b"brief")
check("an idle connection is closed", read_exactly(s, 14) == b"brieflate" and 0.2 < time.time() - start)

s = connect()
s.sendall(b"hold on")
time.sleep(0.05)
s.shutdown(socket.SHUT_WR)
check("a half-closed peer that the handler waits for is told to go", read_exactly(s, 9) in (b"ended", b"waitended"))

s = connect()
s.sendall(b"hold")
for _ in range(64):
    try:
        s.sendall(b"y" * 1024)
    except OSError:
        break
try:
    closed = read_exactly(s, 9) == b"ended"
except ConnectionError:
    closed = True
check("input beyond the limit ends the connection", closed)

s = connect()
s.setblocking(False)
sent = 0
try:
    while sent < 64 << 20:  # until neither side takes any more
        sent += s.send(bytes([sent // 65536 % 251]) * (65536 - sent % 65536))
        if sent % (1 << 20) == 0:
            time.sleep(0.02)
except BlockingIOError:
    pass
s.settimeout(60)
got = read_exactly(s, sent)
check("what waits to be sent is kept", 65536 < sent < 64 << 20 and got == b"".join(
    bytes([k % 251]) * min(65536, sent - 65536 * k) for k in range(-(-sent // 65536))))
s.close()

s = connect()
s.sendall(b"quit")
flood, sent = b"z" * 65536, 0
try:
    while sent < 64 << 20:
        sent += s.send(flood)
except OSError:
    pass
check("who goes on sending after the end is cut off", sent < 64 << 20)
s.close()

s = connect()
s.sendall(b"park")
check("a parked connection goes on when it is woken", read_exactly(s, 4) == b"park")
s.sendall(b"park and")
s.sendall(b" more")
check("what arrives meanwhile is not lost", read_exactly(s, 13) == b"park and more")
s.sendall(b"doze")
check("who is not woken in time is told so", read_exactly(s, 9) == b"late")
for _ in range(20):  # they hang up while they are parked
    s = connect()
    s.sendall(b"park")
    s.close()
time.sleep(0.2)
s = connect()
s.sendall(b"park")
check("peers that hang up meanwhile do no harm", read_exactly(s, 4) == b"park")
s.sendall(b"wait")
check("one that waits goes on when it is woken", read_exactly(s, 4) == b"wait")
s.sendall(b"wait and")
time.sleep(0.01)
s.sendall(b" more")
check("what arrives meanwhile is not lost, either", read_exactly(s, 13) == b"wait and more")
s.sendall(b"wait")
s.shutdown(socket.SHUT_WR)
check("and its peer's end is heard", read_exactly(s, 9) in (b"ended", b"waitended"))
s.close()
s = connect()
s.sendall(b"quit")
s.close()

greedy = [connect() for _ in range(12)]
for g in greedy[:8]:
    g.sendall(b"one")
check("eight at once are served", all(read_exactly(g, 3) == b"one" for g in greedy[:8]))
for g in greedy[:8]:
    g.close()
for g in greedy[8:]:
    g.sendall(b"two")
check("the others get their turn when those leave", all(read_exactly(g, 3) == b"two" for g in greedy[8:]))
for g in greedy:
    g.close()



def until_all_are_gone():
    while len(descriptors()) > without_clients:
        time.sleep(0.01)


until_all_are_gone()


def say(s, word):
    s.sendall(word)
    return read_exactly(s, len(word)) == word


patient = [connect() for _ in range(8)]
check("eight that may stay take all places", all(say(s, b"hello") for s in patient))
check("one may be spared", say(patient[3], b"spare") and say(patient[6], b"spare"))
late = connect()
check("and has to go when another comes", say(late, b"hello") and read_exactly(patient[3], 9) == b"late")
check("who says it again is not behind the others for that", say(patient[1], b"spare") and say(patient[6], b"spare"))
later = connect()
check("the one that was spare for longest goes", say(later, b"hello") and read_exactly(patient[6], 9) == b"late")
check("who is needed again stays", say(patient[1], b"needed"))
last = connect()
last.sendall(b"me too")
# Others are answered three times: had it been accepted in the first of these turns, its answer would be here in the third.
check("nobody has to go", all(say(patient[1], b"hello") for _ in range(3)))
last.setblocking(False)
try:
    early = last.recv(1)
except BlockingIOError:
    early = b""
check("and so does who comes wait", early == b"")
last.settimeout(60)
check("until one is spare, which then goes",
      say(patient[0], b"spare") and read_exactly(last, 6) == b"me too" and read_exactly(patient[0], 9) == b"late")
check("the others are as they were",
      all(say(s, b"hello") for s in (*patient[1:3], *patient[4:6], patient[7], late, later)))
for s in (*patient, late, later, last):
    s.close()
greedy = [connect() for _ in range(8)]
for s in greedy:
    say(s, b"spare")
    s.sendall(b"quit")
waiting = [connect() for _ in range(8)]
check("those that linger make room at once", all(say(s, b"hello") for s in waiting))
for s in (*greedy, *waiting):
    s.close()

HUGE = 4 + (8 << 20)  # more than the kernel's buffers take

until_all_are_gone()  # those that linger, too
_, most = resource.prlimit(server.pid, resource.RLIMIT_NOFILE)
spare = connect()
say(spare, b"spare")
used = 1 + max(map(int, descriptors()))
resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (used, most))
s = connect()
check("without descriptors a spare connection goes", say(s, b"hello") and read_exactly(spare, 9) == b"late")
s.close()
resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (3, most))
s = connect()
s.sendall(b"anyone?")
resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (most, most))
s.settimeout(60)
check("who comes when there are no descriptors is accepted when there are some", read_exactly(s, 7) == b"anyone?")
s.close()

stuck = connect()
stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
stuck.sendall(b"big")
time.sleep(0.1)
rude = connect()
rude.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
rude.sendall(b"big")
rude.close()
s = connect()
s.sendall(b"still there?")
check("peers that do not read, or reset, hurt nobody else", read_exactly(s, 12) == b"still there?")

stuck.close()
idle, holding, staying, quiet, busy = (connect() for _ in range(5))
for s, word in ((idle, b"hello"), (staying, b"stay"), (quiet, b"stay"), (busy, b"hello")):
    say(s, word)
holding.sendall(b"hold")
busy.sendall(b"huge")
read_exactly(busy, 1)  # by now it has read both
server.send_signal(signal.SIGTERM)
check("at a shutdown who waits is told so", read_exactly(idle, 9) == b"bye")
check("one that goes on waiting is still answered", say(staying, b"there?"))
check("what is being sent is sent, and then its connection is told",
      len(read_exactly(busy, HUGE - 1)) == HUGE - 1 and read_exactly(busy, 9) == b"bye")
check("and has to go when the grace is over", read_exactly(staying, 9) == b"late" and read_exactly(quiet, 9) == b"late")
check("like one with input that was not used", read_exactly(holding, 9) == b"late")
status = server.wait(timeout=60)
check("SIGTERM stops it within the grace time, every body released", status == 0)
print(f"1..{len(results)}")
sys.exit(0 if all(results) else 1)
