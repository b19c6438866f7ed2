# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The HTTP example from outside: honest, sloppy and hostile clients. Prints TAP.

    client_test.py SERVER ROOT

Each case sends bytes and compares the status codes that come back, in order, and
whether the server then closes. Statuses are those RFC 9110 and 9112 name for the fault."""
import atexit
import os
import resource
import signal
import socket
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "runtime"))
from clock import Clock

server, root = sys.argv[1], sys.argv[2]
with open(os.path.join(root, "big.bin"), "wb") as f:
    f.write(bytes(range(256)) * 8192)
os.makedirs(os.path.join(root, "sub dir"), exist_ok=True)
with open(os.path.join(root, "sub dir", "index.html"), "w") as f:
    f.write("nested\n")
with open(os.path.join(root, "empty.txt"), "w"):
    pass
os.symlink("/etc/passwd", os.path.join(root, "escape.txt"))
os.symlink("../../../../../../../etc", os.path.join(root, "out"))
os.symlink("sub dir/../empty.txt", os.path.join(root, "inside.txt"))
os.mkfifo(os.path.join(root, "pipe"))
INDEX = open(os.path.join(root, "index.html"), "rb").read()



LATE = 128  # how late a deadline may pass, and be seen to pass (FL_TIMER_TICK_MS)


def start_server(timeout, environment=None):
    process = subprocess.Popen([server, "--root", root, "--port", "0", "--timeout", str(timeout)],
                               stdout=subprocess.PIPE, text=True, env=environment)
    atexit.register(process.kill)  # also when a check raises
    return process, int(process.stdout.readline().rsplit(":", 1)[1])


process, port = start_server(600000)  # clients have the time they need, on a machine that does much else
results = []


def check(name, good, detail=""):
    results.append(good)
    print(("ok" if good else "not ok"), len(results), "-", name)
    if not good and detail:
        print("#", detail)
    sys.stdout.flush()


def connect(to=None):
    return socket.create_connection(("127.0.0.1", to or port), timeout=60)


class Reader:
    """Responses off a connection, one at a time."""

    def __init__(self, sock):
        self.sock, self.data = sock, b""

    def fill(self):
        try:
            part = self.sock.recv(65536)
        except ConnectionResetError:
            part = b""
        self.data += part
        return bool(part)

    def response(self, head_only=False):
        while b"\r\n\r\n" not in self.data:
            if not self.fill():
                return None
        head, self.data = self.data.split(b"\r\n\r\n", 1)
        lines = head.decode("latin-1").split("\r\n")
        status = int(lines[0].split(" ")[1])
        fields = {k.lower(): v.strip() for k, v in (l.split(":", 1) for l in lines[1:])}
        length = 0 if head_only or status == 100 else int(fields["content-length"])
        while len(self.data) < length:
            if not self.fill():
                return None
        body, self.data = self.data[:length], self.data[length:]
        return status, fields, body

    def closed(self):
        """Whether the server closes now, having sent nothing else."""
        while self.fill():
            pass
        return self.data == b""


def exchange(text, half_close=False, pause=None, to=None):
    sock = connect(to)
    parts = text if isinstance(text, list) else [text]
    for i, part in enumerate(parts):
        if i and pause:
            time.sleep(pause)
        try:
            sock.sendall(part)
        except OSError:
            break
    if half_close:
        sock.shutdown(socket.SHUT_WR)
    return sock, Reader(sock)


def statuses(name, text, want, closes=True, **how):
    """`want`: the statuses; then the server closes, or the connection still answers."""
    sock, reader = exchange(text, **how)
    got = []
    for _ in want:
        r = reader.response()
        got.append(r[0] if r else None)
    if closes:
        end = reader.closed()
    else:
        sock.sendall(b"GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        r = reader.response()
        end = r is not None and r[0] == 200 and reader.closed()
    sock.close()
    check(name, got == want and end, f"want {want}, got {got}, end {end}")


GET = b"GET / HTTP/1.1\r\nHost: h\r\n\r\n"

# -- what must work
sock, reader = exchange(GET)
status, fields, body = reader.response()
check("GET / gives the index", status == 200 and body == INDEX and fields["content-type"].startswith("text/html"))
check("Date and Last-Modified have HTTP's form",
      all(len(fields[k]) == 29 and fields[k].endswith(" GMT") for k in ("date", "last-modified")))
sock.sendall(b"HEAD /big.bin HTTP/1.1\r\nHost: h\r\n\r\n" + GET)
status, fields, _ = reader.response(head_only=True)
check("HEAD gives the length and no body", status == 200 and fields["content-length"] == str(256 * 8192)
      and reader.response()[2] == INDEX)
sock.sendall(b"GET /big.bin HTTP/1.1\r\nHost: h\r\n\r\n")
check("two megabytes arrive whole", reader.response()[2] == bytes(range(256)) * 8192)
sock.close()
statuses("pipelined requests are answered in order", GET * 3 + b"GET /no HTTP/1.1\r\nHost: h\r\n\r\n" + GET,
         [200, 200, 200, 404, 200], closes=False)
statuses("pipelined, and the client has shut down its side", GET * 5, [200] * 5, half_close=True)
statuses("a byte at a time", [bytes([c]) for c in GET], [200], closes=False, pause=0.002)
statuses("Connection: close", b"GET / HTTP/1.1\r\nHost: h\r\nConnection: foo, Close\r\n\r\n", [200])
statuses("HTTP/1.0 closes", b"GET / HTTP/1.0\r\n\r\n", [200])
statuses("HTTP/1.0 keeps alive when asked", b"GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", [200], closes=False)
statuses("percent-decoding, a folder's index", b"GET /sub%20dir/ HTTP/1.1\r\nHost: h\r\n\r\n", [200], closes=False)
statuses("a folder without its slash", b"GET /sub%20dir HTTP/1.1\r\nHost: h\r\n\r\n", [301], closes=False)
statuses("an empty file", b"GET /empty.txt HTTP/1.1\r\nHost: h\r\n\r\n", [200], closes=False)
statuses("a query is not part of the path", b"GET /?a=/../b HTTP/1.1\r\nHost: h\r\n\r\n", [200], closes=False)
statuses("absolute-form", b"GET http://h/empty.txt HTTP/1.1\r\nHost: h\r\n\r\n", [200], closes=False)
statuses("absolute-form without a path", b"GET http://h HTTP/1.1\r\nHost: h\r\n\r\n", [200], closes=False)
statuses("and with a query only: its '/' begins no path", b"GET http://h?a=/no HTTP/1.1\r\nHost: h\r\n\r\n", [200], closes=False)
statuses("a host with a port; an address", b"GET / HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n" + b"GET / HTTP/1.1\r\nHost: a.b-c:1\r\n\r\n", [200, 200], closes=False)
statuses("close wins over keep-alive", b"GET / HTTP/1.0\r\nConnection: close\r\nConnection: keep-alive\r\n\r\n", [200])
statuses("empty lines before a request", b"\r\n\r\n" + GET, [200], closes=False)

# -- bodies
POST = b"POST / HTTP/1.1\r\nHost: h\r\n"
statuses("POST is refused, its body read past", POST + b"Content-Length: 5\r\n\r\nhello", [405], closes=False)
statuses("a body in pieces", [POST + b"Content-Length: 10\r\n\r\nhel", b"lo", b"world"], [405], closes=False, pause=0.05)
statuses("a chunked body", POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n",
         [405], closes=False)
statuses("a chunked body with trailers", POST + b"Transfer-Encoding: Chunked\r\n\r\n0\r\nA: b\r\nC: d\r\n\r\n",
         [405], closes=False)
statuses("a chunked body a byte at a time",
         [bytes([c]) for c in POST + b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"], [405],
         closes=False, pause=0.001)
statuses("a GET with a body", b"GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc", [200], closes=False)
sock, reader = exchange(b"GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
first = reader.response()
sock.sendall(b"abc")
second = reader.response()
check("Expect: 100-continue", first is not None and first[0] == 100 and second is not None and second[0] == 200)
sock.close()

sock, reader = exchange(b"GET / HTTP/1.0\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
time.sleep(0.05)
sock.sendall(b"abc")
only = reader.response()
check("an HTTP/1.0 client is not told to continue", only is not None and only[0] == 200 and reader.closed())
sock.close()

# -- faults
statuses("no Host", b"GET / HTTP/1.1\r\n\r\n", [400])
statuses("two Hosts", b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", [400])
for host in (b"a b", b"a/b", b"a@b", b"a?b", b"a#b", b"a\\b", b"a\"b", b"\xe4"):
    statuses(f"Host {host.decode('latin-1')!r}", b"GET / HTTP/1.1\r\nHost: " + host + b"\r\n\r\n", [400])
for target in (b"http:///x", b"http://?x", b"http://a@h/", b"http://h#x", b"https://h/", b"h/", b"*", b"/#x", b"//h/\xe4", b"http:/h/"):
    statuses(f"target {target.decode('latin-1')!r}", b"GET " + target + b" HTTP/1.1\r\nHost: h\r\n\r\n", [400])
statuses("a version of the future", b"GET / HTTP/2.0\r\nHost: h\r\n\r\n", [505])
statuses("not HTTP", b"GET / FTP/1.1\r\nHost: h\r\n\r\n", [400])
statuses("HTTP/0.9", b"GET /\r\n\r\n", [400])
statuses("nonsense", b"\x00\xff\x01 nonsense\r\n\r\n", [400])
statuses("TLS on a plain port", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\n" * 40, [400])
statuses("an unknown method", b"BREW / HTTP/1.1\r\nHost: h\r\n\r\n", [501], closes=False)
statuses("a method that is no token", b"G(T / HTTP/1.1\r\nHost: h\r\n\r\n", [400])
statuses("two spaces", b"GET  / HTTP/1.1\r\nHost: h\r\n\r\n", [400])
statuses("a bare line feed", b"GET / HTTP/1.1\nHost: h\n\n", [400])
statuses("a carriage return inside a field", b"GET / HTTP/1.1\r\nHost: h\rX: y\r\n\r\n", [400])
statuses("a NUL inside a field", b"GET / HTTP/1.1\r\nHost: h\0\r\n\r\n", [400])
statuses("a folded field", b"GET / HTTP/1.1\r\nHost: h\r\nA: b\r\n c\r\n\r\n", [400])
statuses("white space before the colon", b"GET / HTTP/1.1\r\nHost : h\r\n\r\n", [400])
statuses("a field without a name", b"GET / HTTP/1.1\r\nHost: h\r\n: x\r\n\r\n", [400])
statuses("a field without a colon", b"GET / HTTP/1.1\r\nHost: h\r\nnothing\r\n\r\n", [400])
statuses("too long a line", b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\nHost: h\r\n\r\n", [414])
statuses("too long a field", GET[:-2] + b"X: " + b"a" * 5000 + b"\r\n\r\n", [431])
statuses("too many fields", GET[:-2] + b"X: y\r\n" * 200 + b"\r\n", [431])
statuses("too large a head", GET[:-2] + (b"X: " + b"a" * 3000 + b"\r\n") * 4 + b"\r\n", [431])
statuses("an endless line", b"a" * 100000, [414])
statuses("an unknown expectation", GET[:-2] + b"Expect: miracles\r\n\r\n", [417])
statuses("a path out of the tree", b"GET /../../etc/passwd HTTP/1.1\r\nHost: h\r\n\r\n", [400], closes=False)
statuses("the same, encoded", b"GET /%2e%2e/%2E./etc/passwd HTTP/1.1\r\nHost: h\r\n\r\n", [400], closes=False)
statuses("a symbolic link out of the tree", b"GET /escape.txt HTTP/1.1\r\nHost: h\r\n\r\n", [404], closes=False)
statuses("an absolute path inside the path", b"GET //etc/passwd HTTP/1.1\r\nHost: h\r\n\r\n", [404], closes=False)
statuses("a link to a folder outside", b"GET /out/passwd HTTP/1.1\r\nHost: h\r\n\r\n", [404], closes=False)
statuses("a link inside", b"GET /inside.txt HTTP/1.1\r\nHost: h\r\n\r\n", [200], closes=False)
statuses("a pipe", b"GET /pipe HTTP/1.1\r\nHost: h\r\n\r\n", [403], closes=False)
statuses("an encoded slash is a slash", b"GET /..%2f..%2fetc/passwd HTTP/1.1\r\nHost: h\r\n\r\n", [400], closes=False)
statuses("encoded twice, decoded once", b"GET /%252e%252e/etc/passwd HTTP/1.1\r\nHost: h\r\n\r\n", [404], closes=False)
statuses("a file as a folder", b"GET /empty.txt/ HTTP/1.1\r\nHost: h\r\n\r\n", [404], closes=False)
statuses("a NUL in the path", b"GET /a%00b HTTP/1.1\r\nHost: h\r\n\r\n", [400], closes=False)
statuses("a broken escape", b"GET /%g1 HTTP/1.1\r\nHost: h\r\n\r\n", [400], closes=False)
statuses("a path at the decoder's limit", b"GET /" + b"a" * 2000 + b" HTTP/1.1\r\nHost: h\r\n\r\n", [414], closes=False)

# -- smuggling: two readings of one stream
CHUNKED = b"Transfer-Encoding: chunked\r\n"
statuses("Content-Length and Transfer-Encoding", POST + b"Content-Length: 4\r\n" + CHUNKED + b"\r\n0\r\n\r\n", [400])
statuses("the same, the other way round", POST + CHUNKED + b"Content-Length: 4\r\n\r\n0\r\n\r\n", [400])
statuses("two Content-Lengths", POST + b"Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcd", [400])
statuses("two equal Content-Lengths", POST + b"Content-Length: 4\r\nContent-Length: 4\r\n\r\nabcd", [400])
statuses("a list as Content-Length", POST + b"Content-Length: 4, 4\r\n\r\nabcd", [400])
for bad in (b"+4", b"-1", b"0x4", b"4 4", b"", b"4a", b"99999999999999999999"):
    statuses(f"Content-Length {bad.decode()!r}", POST + b"Content-Length: " + bad + b"\r\n\r\nabcd", [400])
statuses("two Transfer-Encodings", POST + CHUNKED * 2 + b"\r\n0\r\n\r\n", [400])
for odd in (b"gzip, chunked", b"identity", b"xchunked", b"chunked, chunked", b"\x0bchunked", b"\"chunked\""):
    want = [400] if odd[0] < 32 else [501]
    statuses(f"Transfer-Encoding {odd.decode()!r}", POST + b"Transfer-Encoding: " + odd + b"\r\n\r\n0\r\n\r\n", want)
statuses("Transfer-Encoding in HTTP/1.0", b"POST / HTTP/1.0\r\n" + CHUNKED + b"\r\n0\r\n\r\n", [400])
for size in (b"x", b"", b"-1", b"+1", b"0x1", b"1 ", b"100000000000000000", b"ffffffffff", b" 1"):
    statuses(f"chunk size {size.decode()!r}", POST + CHUNKED + b"\r\n" + size + b"\r\na\r\n0\r\n\r\n", [400])
statuses("chunk data longer than its size", POST + CHUNKED + b"\r\n1\r\nabc\r\n0\r\n\r\n", [400])
statuses("a bare line feed behind a chunk size", POST + CHUNKED + b"\r\n1\na\r\n0\r\n\r\n", [400])
statuses("an endless chunk extension", POST + CHUNKED + b"\r\n1;" + b"x" * 5000 + b"\r\na\r\n0\r\n\r\n", [400])
statuses("a carriage return in a chunk extension", POST + CHUNKED + b"\r\n1;a\rb\r\na\r\n0\r\n\r\n", [400])
statuses("a chunk size without its line's end", POST + CHUNKED + b"\r\n1\ra\r\n0\r\n\r\n", [400])
statuses("chunk data without its line's end", POST + CHUNKED + b"\r\n1\r\na0\r\n\r\n", [400])
statuses("a bare line feed behind chunk data", POST + CHUNKED + b"\r\n1\r\na\n0\r\n\r\n", [400])
statuses("a bare line feed in trailers", POST + CHUNKED + b"\r\n0\r\nA: b\n\r\n", [400])
statuses("a carriage return in trailers", POST + CHUNKED + b"\r\n0\r\nA: b\rGET / HTTP/1.1\r\n\r\n", [400])
statuses("a length in trailers changes nothing", POST + CHUNKED + b"\r\n0\r\nContent-Length: 100\r\n\r\n", [405], closes=False)
for line in (b"Transfer-Encoding : chunked", b" Transfer-Encoding: chunked", b"Transfer-Encoding\t: chunked", b"Transfer-Encoding:\x0bchunked",
             b"X: y\rTransfer-Encoding: chunked", b"X: y\nTransfer-Encoding: chunked", b"Transfer-Encoding: \x00chunked",
             b"Transfer-Encoding\x00: chunked", b"Transfer-Encoding\xa0: chunked", b"Content-Length\x0c: 1"):
    statuses(f"beside a length, {line!r}", POST + b"Content-Length: 5\r\n" + line + b"\r\n\r\n0\r\n\r\n", [400])
statuses("a coding with blanks around", POST + b"Transfer-Encoding: \t chunked \t\r\n\r\n0\r\n\r\n", [405], closes=False)
statuses("chunked, to one who wants a length: what follows is no request", POST + b"Content-Length: 0\r\n" + CHUNKED + b"\r\n5\r\nhello\r\n0\r\n\r\n", [400])
statuses("endless trailers", POST + CHUNKED + b"\r\n0\r\n" + b"A: b\r\n" * 100 + b"\r\n", [431])
statuses("too large a body, by length", POST + b"Content-Length: 999999999\r\n\r\n", [413])
statuses("too large a body, in chunks", POST + CHUNKED + b"\r\nfffffff\r\n", [413])

# -- slow and silent peers, of a server whose clock we move
clock = Clock()
timed, at = start_server(10000, clock.environment())


def passes(milliseconds=0):
    """So much time, and the server has dealt with all that was sent before, and with the time: it has answered others."""
    for step in (0, milliseconds):
        clock.move(step)
        for _ in range(2):
            sock, reader = exchange(GET, to=at)
            assert reader.response()[0] == 200
            sock.close()


def silent(sock):
    """Whether nothing has come."""
    sock.setblocking(False)
    try:
        return sock.recv(1, socket.MSG_PEEK) and False
    except BlockingIOError:
        return True
    finally:
        sock.settimeout(60)


def ended_late(name, text, want):
    sock, reader = exchange(text, to=at)
    passes(9900)
    early = not silent(sock)
    passes(100 + LATE)
    got = reader.response() if want else None
    check(name, not early and (got[0] if got else None) == want and reader.closed())
    sock.close()


def ended_though_busy(name, begun, rest, want):
    """A byte each half second; the time is over after twenty, and more than two do not come before that is seen."""
    sock, reader = exchange(begun, to=at)
    sent = 0
    passes()
    while sent < len(rest) and silent(sock):
        sock.sendall(rest[sent:sent + 1])
        sent += 1
        passes(500)
    got = reader.response()
    check(name, 20 <= sent <= 21 and got is not None and got[0] == want and reader.closed(), f"{sent} bytes, {got}")
    sock.close()


ended_late("a request that never ends", GET[:-2], 408)
ended_late("a body that never ends", POST + b"Content-Length: 5\r\n\r\nhel", 408)
ended_late("silence is closed without a word", b"", None)
ended_though_busy("a request that comes a byte now and then is ended, too", b"G", GET[1:-2] + b"X: " + b"a" * 100, 408)
ended_though_busy("and so is a body", POST + b"Content-Length: 100000\r\n\r\n", b"x" * 100, 408)
sock, reader = connect(at), None
reader = Reader(sock)
answers = []
for _ in range(3):
    passes(9900)
    sock.sendall(GET)
    answers.append(reader.response()[0])
check("a connection that pauses between requests has its time anew", answers == [200] * 3)
sock.close()
timed.terminate()
while timed.poll() is None:  # those that linger have their second
    clock.move(1000)
    time.sleep(0.01)
check("that server ends as it should", timed.returncode == 0)
statuses("a request cut short", GET[:-3], [], half_close=True)
statuses("a body cut short", POST + b"Content-Length: 5\r\n\r\nhel", [], half_close=True)

# -- bounded memory: many clients that each stop halfway
def resident_kib(pid):
    for line in open(f"/proc/{pid}/status"):
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0


resource.setrlimit(resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
idle = [connect() for _ in range(400)]
while len(os.listdir(f"/proc/{process.pid}/fd")) < 400:  # until it has accepted them
    time.sleep(0.01)
before = resident_kib(process.pid)
for c in idle:
    c.sendall(b"GET / HTTP/1.1\r\nX: " + b"a" * 2000)
statuses("who comes later is answered, so those were read", GET, [200], closes=False)
grown = resident_kib(process.pid) - before
check("400 clients stuck halfway cost less than 20 KiB each", grown < 400 * 20, f"{grown} KiB")
for c in idle:
    c.close()
statuses("and the server still answers", GET, [200], closes=False)

# -- the driver: responses that must wait for the peer, input that comes in awkward pieces, files that change
HUGE = 32 << 20
with open(os.path.join(root, "huge.bin"), "wb") as f:
    f.truncate(HUGE)
sock, reader = exchange(b"GET /huge.bin HTTP/1.1\r\nHost: h\r\n\r\n" + GET)
time.sleep(0.3)  # the kernel's buffers are full by now
first, second = reader.response(), reader.response()
check("a response that waits for its reader arrives whole, and so does the next",
      first is not None and len(first[2]) == HUGE and second is not None and second[2] == INDEX)
sock.sendall(b"GET /huge.bin HTTP/1.1\r\nHost: h\r\n\r\n")
while b"\r\n\r\n" not in reader.data:  # it is being sent
    reader.fill()
os.truncate(os.path.join(root, "huge.bin"), 1)
check("a file that shrinks while it is sent ends the connection", reader.response() is None)
sock.close()
NO = b"GET /no HTTP/1.1\r\nHost: h\r\n\r\n"
statuses("pieces across the borders of requests", [GET[:10], GET[10:] + NO[:10], NO[10:] + GET[:9], GET[9:]], [200, 404, 200],
         closes=False, pause=0.05)
page = os.path.join(root, "changes.txt")


def body_of(target):
    sock, reader = exchange(b"GET " + target + b" HTTP/1.1\r\nHost: h\r\n\r\n")
    answer = reader.response()
    sock.close()
    return answer[0], answer[2] if answer[0] == 200 else None


seen = []
for text in (b"one\n", b"two, longer\n", None):
    if text is None:
        os.remove(page)
    else:
        with open(page, "wb") as f:
            f.write(text)
    time.sleep(1.2)  # a file is believed to be unchanged for a second
    seen += [body_of(b"/changes.txt"), body_of(b"/changes.txt")]
check("changed files are read again, deleted ones are gone",
      seen == [(200, b"one\n")] * 2 + [(200, b"two, longer\n")] * 2 + [(404, None)] * 2, str(seen))


# -- the command line
def refused(name, status, *arguments):
    done = subprocess.run([server, *arguments], capture_output=True, text=True, timeout=60)
    check(name, done.returncode == status and done.stderr != "", f"status {done.returncode}: {done.stderr}")


refused("no folder", 2)
refused("an unknown option", 2, "--frob")
refused("a port that is none", 2, "--root", root, "--port", "65536")
refused("a timeout that is none", 2, "--root", root, "--timeout", "-1")
refused("a folder that is not there", 1, "--root", root + "/nowhere")
refused("an address that is none", 1, "--root", root, "--address", "localhost", "--port", "0")
refused("a port that is taken", 1, "--root", root, "--port", str(port))
six = subprocess.Popen([server, "--root", root, "--port", "0", "--address", "::1"], stdout=subprocess.PIPE, text=True)
line = six.stdout.readline()
with socket.create_connection(("::1", int(line.rsplit(":", 1)[1])), timeout=60) as sock:
    sock.sendall(GET)
    answer = Reader(sock).response()
check("IPv6", answer is not None and answer[0] == 200)
six.terminate()
check("and its end", six.wait(timeout=60) == 0)

# -- more clients than places
small = subprocess.Popen([server, "--root", root, "--port", "0", "--timeout", "3600000", "--connections", "8"],
                         stdout=subprocess.PIPE, text=True)
atexit.register(small.kill)
address = ("127.0.0.1", int(small.stdout.readline().rsplit(":", 1)[1]))
for name, text in (("say nothing", b""), ("stop in a request", GET[:-2]), ("wait after a request", GET),
                   ("stop in a body", POST + b"Content-Length: 9\r\n\r\nabc")):
    holders = [socket.create_connection(address, timeout=60) for _ in range(8)]
    for h in holders:
        h.sendall(text)
    if text == GET:
        good = all(Reader(h).response()[0] == 200 for h in holders)
    honest = socket.create_connection(address, timeout=60)
    honest.sendall(GET)
    answer = Reader(honest).response()
    last = Reader(holders[0])
    end = last.response()  # 408, or nothing if what it sent was not read yet
    check(f"eight that {name} do not keep out another",
          answer is not None and answer[0] == 200 and (end is None or end[0] == 408) and last.closed())
    for c in (*holders, honest):
        c.close()
begun = socket.create_connection(address, timeout=60)
begun.sendall(GET + GET[:-2])
reader = Reader(begun)
reader.response()
small.terminate()
answer = reader.response()
check("a request that has begun and does not end is late when the grace of a shutdown is over",
      answer is not None and answer[0] == 408 and reader.closed())
check("and the server ends", small.wait(timeout=60) == 0)

silent, body, half = connect(), connect(), connect()
body.sendall(GET + POST + b"Content-Length: 10\r\n\r\nabc")
half.sendall(GET + GET[:-2])
for sock in (body, half):
    Reader(sock).response()  # so it has read what is behind the first request, too
process.send_signal(signal.SIGTERM)
check("at a shutdown who says nothing is let go", silent.recv(1) == b"")
body.sendall(b"defghij")
reader = Reader(body)
answer = reader.response()
check("a body that has begun to come may be completed while the server stops",
      answer is not None and answer[0] == 405 and reader.closed())
half.sendall(GET[-2:])
reader = Reader(half)
answer = reader.response()
check("a request that has begun is answered while the server stops, then the connection is closed",
      answer is not None and answer[0] == 200 and reader.closed())
try:
    status = process.wait(timeout=60)
except subprocess.TimeoutExpired:
    process.kill()
    status = None
check("SIGTERM ends it cleanly", status == 0, f"status {status}")
print(f"1..{len(results)}")
sys.exit(0 if all(results) else 1)
