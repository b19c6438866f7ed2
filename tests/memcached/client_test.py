# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The memcached example from outside: what memcached's protocol.txt says, in pieces of every size. Prints TAP.

    client_test.py SERVER

Each case sends bytes on a new connection and compares all that comes back until the server closes. It is sent as a
whole, a byte at a time, and in random pieces: the answers must be the same."""
import atexit
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time

server = sys.argv[1]
processes = []
complaints = tempfile.TemporaryFile()  # traps of the machine, findings of sanitizers
results = []
random.seed(1)


def start(*options):
    process = subprocess.Popen([server, "--port", "0", *options], stdout=subprocess.PIPE, stderr=complaints, text=True)
    processes.append(process)
    return process, int(process.stdout.readline().rsplit(":", 1)[1])


atexit.register(lambda: [p.kill() for p in processes])  # also when a check raises


def check(name, good, detail=""):
    results.append(good)
    print("ok" if good else "not ok", len(results), "-", name)
    if not good:
        print("#", detail)
    sys.stdout.flush()


def exchange(port, data, sizes=lambda: 1 << 20, half_close=True):
    with socket.create_connection(("127.0.0.1", port), timeout=60) as s:
        s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        got, at = b"", 0
        try:
            while at < len(data):
                n = sizes()
                s.sendall(data[at:at + n])
                at += n
            if half_close:
                s.shutdown(socket.SHUT_WR)
            while part := s.recv(65536):
                got += part
        except ConnectionError:
            pass
        return got


def lines(*words):
    return b"".join(w.encode() + b"\r\n" for w in words)


process, port = start()
CUTS = [("whole", lambda: 1 << 20), ("bytes", lambda: 1), ("pieces", lambda: random.randint(1, 9))]


def case(name, asked, answered, cuts=CUTS, **options):
    for how, sizes in cuts:
        exchange(port, b"flush_all\r\n")
        got = exchange(port, asked, sizes, **options)
        if got != answered:
            check(name, False, f"{how}: {got[:400]!r} instead of {answered[:400]!r}")
            return
    check(name, True)


BIG = bytes(random.randrange(256) for _ in range(65536))
LONG_KEY = "k" * 250
FORMAT = "CLIENT_ERROR bad command line format"
DELTA = "CLIENT_ERROR invalid numeric delta argument"

case("set and get", lines("set a 5 0 3", "abc", "get a"), lines("STORED", "VALUE a 5 3", "abc", "END"))
case("line feeds without carriage returns", b"set a 5 0 3\nabc\r\nget a\n", lines("STORED", "VALUE a 5 3", "abc", "END"))
case("get several, some missing", lines("set a 0 0 1", "1", "set b 4294967295 0 0", "", "get a x b a"),
     lines("STORED", "STORED", "VALUE a 0 1", "1", "VALUE b 4294967295 0", "", "VALUE a 0 1", "1", "END"))
case("data is any bytes", b"set a 0 0 9\r\n\r\nget a\r\n\r\nget a\r\n",
     b"STORED\r\nVALUE a 0 9\r\n\r\nget a\r\n\r\nEND\r\n")
case("add, replace", lines("replace a 0 0 1", "1", "add a 0 0 1", "2", "add a 0 0 1", "3", "replace a 7 0 1", "4", "get a"),
     lines("NOT_STORED", "STORED", "NOT_STORED", "STORED", "VALUE a 7 1", "4", "END"))
case("append, prepend: flags stay", lines("append a 0 0 1", "1", "set a 3 0 1", "m", "append a 9 9 2", "yz", "prepend a 9 9 2", "ab", "get a"),
     lines("NOT_STORED", "STORED", "STORED", "STORED", "VALUE a 3 5", "abmyz", "END"))
case("incr, decr", lines("incr n 1", "set n 6 0 2", "10", "incr n 5", "decr n 1", "decr n 100", "incr n 18446744073709551615", "incr n 2", "get n"),
     lines("NOT_FOUND", "STORED", "15", "14", "0", "18446744073709551615", "1", "VALUE n 6 1", "1", "END"))
case("incr of what is no number", lines("set n 0 0 2", "1x", "incr n 1", "set n 0 0 20", "18446744073709551616", "incr n 1", "set n 0 0 0", "", "decr n 1"),
     lines("STORED", "CLIENT_ERROR cannot increment or decrement non-numeric value") * 3)
case("incr by what is no number", lines("incr n", "incr n x", "incr n -1", "incr n 18446744073709551616"), lines(DELTA) * 4)
case("delete", lines("delete a", "set a 0 0 1", "1", "delete a", "get a"), lines("NOT_FOUND", "STORED", "DELETED", "END"))
case("touch", lines("touch a 0", "set a 0 0 1", "1", "touch a 100", "get a", "touch a -1", "get a"),
     lines("NOT_FOUND", "STORED", "TOUCHED", "VALUE a 0 1", "1", "END", "TOUCHED", "END"))
case("expired on arrival", lines("set a 0 -1 1", "1", "get a", "set b 0 2592001 1", "1", "get b"), lines("STORED", "END", "STORED", "END"))
case("noreply says nothing", lines("set a 0 0 1 noreply", "1", "incr a 1 noreply", "append a 0 0 1 noreply", "0", "touch a 0 noreply",
                                   "add a 0 0 1 noreply", "x", "delete b noreply", "verbosity 1 noreply", "get a"),
     lines("VALUE a 0 2", "20", "END"))
case("flush_all", lines("set a 0 0 1", "1", "flush_all 100", "get a", "flush_all 0", "get a", "flush_all noreply", "verbosity 1"),
     lines("STORED", "OK", "VALUE a 0 1", "1", "END", "OK", "END", "OK"))
case("version, quit; nothing after it", lines("version", "quit", "version"), lines("VERSION 1.6.0-fairlead"))
case("what is no command", lines("", "foo", "GET a", "set", "get", "touch a", "delete", "delete a b", "version 1", "get  a", " get a"),
     lines("ERROR", "ERROR", "ERROR", FORMAT, FORMAT, FORMAT, FORMAT, FORMAT, FORMAT, "END", "END"))
case("bad storage lines", lines("set a x 0 1", "set a 0 0 x", "set a 0 0", "set a 4294967296 0 1", "set a 0 0 1 loud", "cas a 0 0 1"),
     lines(FORMAT) * 6)
case("keys of 250 bytes and not one more", lines(f"set {LONG_KEY} 0 0 1", "1", f"get {LONG_KEY}", f"get {LONG_KEY}k", "get a\x7f", "get a\tb"),
     lines("STORED", f"VALUE {LONG_KEY} 0 1", "1", "END", FORMAT, FORMAT, FORMAT))
case("data longer than announced", lines("set a 0 0 1", "123", "get a"), lines("CLIENT_ERROR bad data chunk", "ERROR", "END"))
case("the largest value", b"set a 0 0 65536\r\n" + BIG + b"\r\nget a a\r\n",
     b"STORED\r\n" + (b"VALUE a 0 65536\r\n" + BIG + b"\r\n") * 2 + b"END\r\n", cuts=CUTS[:1] + [("pieces", lambda: random.randint(1, 9999))])
case("one that is too large is read past", b"set a 0 0 1000000\r\n" + b"get a\r\n" * 142857 + b"x\r\nadd b 0 0 1\r\n1\r\n",
     lines("SERVER_ERROR object too large for cache", "STORED"), cuts=CUTS[:1] + [("pieces", lambda: random.randint(1, 9999))])
case("append to more than the largest", b"set a 0 0 65536\r\n" + BIG + b"\r\nappend a 0 0 1\r\n1\r\n",
     lines("STORED", "SERVER_ERROR object too large for cache"), cuts=CUTS[:1])
case("a line without an end", b"get " + b"a" * 5000, lines("CLIENT_ERROR line too long"), cuts=CUTS[:1])
case("a command cut short is not carried out", b"set a 0 0 5\r\nab", b"")
case("answers of every length before a value", b"".join(lines(f"set a 0 0 {n}", "v" * n, f"get {LONG_KEY} a a") for n in range(3000, 3600)),
     b"".join(lines("STORED") + lines(f"VALUE a 0 {n}", "v" * n) * 2 + lines("END") for n in range(3000, 3600)), cuts=CUTS[:1])
case("many answers in one go", lines("set a 0 0 1000", "v" * 1000) + lines("get a a a a a a a") * 50,
     lines("STORED") + (lines("VALUE a 0 1000", "v" * 1000) * 7 + lines("END")) * 50)

exchange(port, b"flush_all\r\n")
unique = exchange(port, lines("set a 0 0 1", "1", "gets a")).split()[5].decode()
check("cas", exchange(port, lines(f"cas a 0 0 1 {unique}", "2", f"cas a 0 0 1 {unique}", "3", f"cas b 0 0 1 {unique}", "4", "get a"))
      == lines("STORED", "EXISTS", "NOT_FOUND", "VALUE a 0 1", "2", "END"))

exchange(port, lines("set s 0 1 1", "1", "flush_all 1"))
time.sleep(2.1)
check("time passes", exchange(port, lines("get s", "set t 0 0 1", "1", "get t")) == lines("END", "STORED", "VALUE t 0 1", "1", "END"))

# Connections interleaved: each machine keeps its own place.
crowd = [socket.create_connection(("127.0.0.1", port), timeout=60) for _ in range(200)]
texts = [lines(f"set c{i} {i} 0 4", f"{i:04}", f"get c{i}") for i in range(len(crowd))]
for k in range(max(map(len, texts))):
    for sock, text in zip(crowd, texts):
        sock.sendall(text[k:k + 1])
wants = [lines("STORED", f"VALUE c{i} {i} 4", f"{i:04}", "END") for i in range(len(crowd))]
good = True
for sock, want in zip(crowd, wants):
    got = b""
    while len(got) < len(want) and (part := sock.recv(4096)):
        got += part
    good = good and got == want
    sock.close()
check("200 connections, a byte at a time in turns", good)

# A reader that does not read: large values wait for it, the value may be replaced meanwhile, nobody else waits.
slow = socket.create_connection(("127.0.0.1", port), timeout=60)
slow.sendall(b"set big 0 0 65536\r\n" + BIG + b"\r\n" + lines("get" + " big" * 400))
time.sleep(0.2)
check("a slow reader holds up nobody", exchange(port, lines("set big 0 0 1", "x", "get big"))[-20:] == lines("VALUE big 0 1", "x", "END")[-20:])
slow.shutdown(socket.SHUT_WR)
size = 0
while part := slow.recv(1 << 20):
    size += len(part)
check("and gets its bytes", size > 1 << 20, size)

# A shutdown: who waits is let go, a command that has begun may be completed.
idle, half, value = (socket.create_connection(("127.0.0.1", port), timeout=60) for _ in range(3))
for sock, begun in ((idle, b""), (half, b"get no"), (value, b"set late 0 0 10\r\nabc")):
    sock.sendall(lines("get none") + begun)
    check("a command, and the beginning of another", sock.recv(100) == lines("END"))
process.send_signal(signal.SIGTERM)
check("at a shutdown who waits is let go", idle.recv(100) == b"")
half.sendall(b"ne\r\n")
value.sendall(b"defghij\r\n")
check("and who is in a command when it is answered", (half.recv(100), half.recv(100)) == (lines("END"), b"")
      and (value.recv(100), value.recv(100)) == (lines("STORED"), b""))
check("stops cleanly, with no memory lost", process.wait(timeout=60) == 0)

# One MiB: what was used longest ago goes.
process, port = start("--memory", "1")
value = "v" * 60000
exchange(port, b"".join(lines(f"set k{i} 0 0 60000 noreply", value) + lines("get k0") for i in range(40)))
got = exchange(port, lines("get " + " ".join(f"k{i}" for i in range(40))))
kept = [i for i in range(40) if f"VALUE k{i} ".encode() in got]
check("memory is bounded; what is in use stays", kept == [0] + list(range(40 - len(kept) + 1, 40)) and 14 <= len(kept) <= 17, kept)
process.send_signal(signal.SIGTERM)
check("stops cleanly again", process.wait(timeout=60) == 0)

# Random bytes made of the protocol's own words: any answer will do, but the server must go on.
process, port = start("--memory", "1")
words = ["get", "gets", "set", "cas", "append", "incr", "decr", "delete", "touch", "flush_all", "noreply", "a", "b", "0", "1", "5", "-1",
         "65536", "4294967295", "18446744073709551615", "\r\n", "\r\n", "\n", " ", "\0", "x" * 300]
for _ in range(150):
    text = "".join(random.choice(words) + random.choice([" ", " ", "", "\r\n"]) for _ in range(random.randint(1, 60)))
    exchange(port, text.encode(), lambda: random.randint(1, 200))
check("nonsense does not stop it", process.poll() is None and exchange(port, lines("set a 0 0 1", "1", "get a")) == lines("STORED", "VALUE a 0 1", "1", "END"))
process.send_signal(signal.SIGTERM)
check("nor leak", process.wait(timeout=60) == 0)

complaints.seek(0)
said = complaints.read()
check("the servers had nothing to complain of", said == b"", said.decode())

for options in (["--port", "x"], ["--memory", "0"], ["extra"], ["--frob"]):
    check(f"usage: {' '.join(options)}", subprocess.run([server, *options], capture_output=True).returncode == 2)
print(f"1..{len(results)}")
sys.exit(0 if all(results) else 1)
