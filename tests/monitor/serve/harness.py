# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A server in a folder of its own, a client that reads RESP, and TAP."""
import atexit
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time

SERVE = os.environ.get("FAIRLEAD_SERVE", "out/monitor/fairlead-monitor-serve")
# `process': the servers of all tests have their gate in one of its own.
GATE = os.environ.get("FAIRLEAD_GATE", "inside")
folder = tempfile.mkdtemp()
PATIENCE = 600  # seconds: how slow a machine may be; what hangs, hangs for longer
running = set()
count, failed = 0, 0


def clean_up():
    for p in list(running):
        p.kill()
    shutil.rmtree(folder, ignore_errors=True)


atexit.register(clean_up)


def check(name, good, detail=None):
    global count, failed
    count += 1
    failed += not good
    print("ok" if good else "not ok", count, "-", name, flush=True)
    if not good and detail is not None:
        print("#", repr(detail)[:2000], flush=True)
        # prove shows this, and CI's log has it: what fails once in a hundred runs is not there to be run again.
        print("#", name, repr(detail)[:2000], file=sys.stderr, flush=True)


def done():
    print(f"1..{count}", flush=True)
    sys.exit(1 if failed else 0)


def until(true, seconds=PATIENCE):
    """Whether it comes true."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


class Gone(Exception):
    """The other side closed the connection."""


class Client:
    def __init__(self, port, timeout=PATIENCE):
        self.s = socket.create_connection(("127.0.0.1", port), timeout=timeout)
        self.s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.f = self.s.makefile("rb")

    def send(self, *words):
        self.s.sendall(encode(*words))

    def read(self):
        """One answer: bytes, an integer, None, a list, or an Error."""
        line = self.f.readline()
        if not line.endswith(b"\r\n"):
            raise Gone
        kind, rest = line[:1], line[1:-2]
        if kind == b"+":
            return rest.decode()
        if kind == b"-":
            return Error(rest.decode())
        if kind == b":":
            return int(rest)
        if kind == b"*":
            return None if rest == b"-1" else [self.read() for _ in range(int(rest))]
        if kind == b"_":  # of RESP3
            return None
        if kind == b"%":  # a map
            return [self.read() for _ in range(2 * int(rest))]
        if kind == b"$":
            if rest == b"-1":
                return None
            data = self.f.read(int(rest) + 2)
            if len(data) != int(rest) + 2:
                raise Gone
            return data[:-2]
        raise ValueError(line)

    def ask(self, *words):
        self.send(*words)
        return self.read()

    def close(self):
        self.f.close()
        self.s.close()


class Error:
    def __init__(self, text):
        self.text = text

    def __eq__(self, other):
        return isinstance(other, Error) and self.text == other.text

    def __repr__(self):
        return f"Error({self.text})"


def encode(*words):
    out = [b"*%d\r\n" % len(words)]
    for w in words:
        w = w if isinstance(w, bytes) else str(w).encode()
        out.append(b"$%d\r\n%s\r\n" % (len(w), w))
    return b"".join(out)


def exported(*commands):
    """An export of these, each encoded."""
    return (encode("ECHO", "fairlead export") + b"".join(commands) +
            encode("ECHO", f"fairlead export end {len(commands)}"))


class Server:
    """`where` is a folder's name below ours, or a URL."""

    def __init__(self, where="db", *options, name="a", environment=None):
        store = where if "://" in where else os.path.join(folder, where)
        self.log = open(os.path.join(folder, "stderr"), "w+b")
        command = [SERVE, "--store", store, "--key", os.path.join(folder, name + ".key"),
                   "--anchor", os.path.join(folder, name + ".anchor"), "--port", "0", "--gate", GATE, *options]
        self.p = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, env=environment)
        running.add(self.p)
        line = self.p.stdout.readline()
        self.port = int(line.split(b":")[-1]) if line else None
        if not line:
            self.status = self.p.wait()
            running.discard(self.p)

    def said(self):
        self.log.seek(0)
        return self.log.read().decode(errors="replace")

    def client(self, **how):
        return Client(self.port, **how)

    def stop(self, number=signal.SIGTERM):
        self.p.send_signal(number)
        status = self.p.wait(timeout=PATIENCE)
        running.discard(self.p)
        self.p.stdout.close()
        return status


def redis_server():
    """A Redis of our own, or None: it is not installed. Debian's redis-tools has the server, under the name of a tool:
    without the package that starts one at boot."""
    program = shutil.which("redis-check-rdb")
    if not program:
        return None
    path = os.path.join(folder, "redis.sock")
    for _ in range(20):  # somebody else may take the port that was free just now
        port = free_port()
        p = subprocess.Popen(["redis-server", "--port", str(port), "--unixsocket", path, "--save", "", "--appendonly",
                              "no", "--dir", folder], executable=program, stdout=subprocess.DEVNULL)
        running.add(p)
        while p.poll() is None:
            if os.path.exists(path):  # made after the port is had: who answers there is ours
                return port
            time.sleep(0.05)
        running.discard(p)
    raise SystemExit("redis-server does not start")


def free_port():
    s = socket.socket()
    s.bind(("127.0.0.1", 0))
    port = s.getsockname()[1]
    s.close()
    return port


class TlsServer(Server):
    """With a certificate of its own, which its clients trust."""

    def client(self, **how):
        x = super().client(**how)
        x.f.close()
        x.s = self.trusting.wrap_socket(x.s)
        x.f = x.s.makefile("rb")
        return x


def tls_server(where, *options, name):
    key, certificate = (os.path.join(folder, name + end) for end in (".tls.key", ".tls.pem"))
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                    "-keyout", key, "-out", certificate, "-subj", "/CN=x", "-days", "2"], check=True,
                   capture_output=True)
    server = TlsServer(where, "--tls-key", key, "--tls-cert", certificate, *options, name=name)
    server.trusting = ssl.create_default_context(cafile=certificate)
    server.trusting.check_hostname = False
    return server
