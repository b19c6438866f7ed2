# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The derived TLS server against a client that resumes sessions, rightly and wrongly, and that floods:
tls_test.py SERVER PAGE CERTIFICATE KEY"""
import os, random, re, subprocess, sys, time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../tls"))
from cases import case, end, equal
from peer import *

random.seed(2022)
program, page, certificate, key = sys.argv[1:]
with open(page, "rb") as f:
    index = f.read()


def start(page, *options):
    process = subprocess.Popen([program, "--certificate", certificate, "--key", key, "--page", page, "--port", "0",
                                *options], stdout=subprocess.PIPE, text=True)
    return process, ("127.0.0.1", int(process.stdout.readline().split(":")[-1]))


server, address = start(page, "--timeout", "3")
DHE = extension(45, u8(b"\1"))


def memory():
    with open(f"/proc/{server.pid}/status") as f:
        return int([line for line in f if line.startswith("VmRSS")][0].split()[1])


class Resumer(Client):
    """A client that keeps its ticket, and can offer another's."""

    def ticket(self):
        """The identity, and the secret, of the ticket that came after the handshake."""
        (t,) = self.tickets
        lifetime, nonce = int.from_bytes(t[4:8], "big"), t[13:13 + t[12]]
        assert lifetime == 7200, t
        rest = t[13 + t[12]:]
        identity = rest[2:2 + int.from_bytes(rest[:2], "big")]
        master = expand_label(self.master, b"res master", sha256(self.transcript + self.finished()))
        return identity, expand_label(master, b"resumption", nonce)

    def offer(self, tickets, modes=DHE, spoil=lambda b: b, size=32, binders=None, **options):
        """A ClientHello that offers these tickets, with binders of this size. spoil: what becomes of them."""
        count = len(tickets) if binders is None else binders
        identities = b"".join(u16(i) + bytes(4) for i, _ in tickets)
        hello = self.hello(extra=modes + options.pop("more", b"") +
                           extension(41, u16(identities) + u16(u8(bytes(size)) * count)), **options)
        head = hello[:len(hello) - (size + 1) * count - 2]
        made = []
        for _, secret in tickets[:count]:
            early = mac(bytes(32), secret)
            finished = expand_label(expand_label(early, b"res binder", EMPTY), b"finished")
            made.append(mac(finished, sha256(self.transcript + head)))
        made += [bytes(32)] * (count - len(made))
        return head + u16(b"".join(u8((spoil(b) + b"\0")[:size]) for b in made))

    def resume(self, tickets, chosen=0, **how):
        """A handshake with tickets[chosen]; None: a handshake in which the server takes none of them."""
        hello = self.offer(tickets, **how)
        self.start(hello)
        return self.resumed(tickets, chosen)

    def resumed(self, tickets, chosen=0):
        (m,) = self.messages()
        self.transcript += m
        rest = m[39 + m[38]:]
        mine = extension(41, struct.pack(">H", chosen)) if chosen is not None else b""
        assert rest[45:-6] == mine, rest
        early = mac(bytes(32), bytes(32) if chosen is None else tickets[chosen][1])
        secret = mac(expand_label(early, b"derived", EMPTY), x25519(self.private, rest[13:45]))
        now = sha256(self.transcript)
        self.client_secret = expand_label(secret, b"c hs traffic", now)
        self.server_secret = expand_label(secret, b"s hs traffic", now)
        self.master = mac(expand_label(secret, b"derived", EMPTY), bytes(32))
        self.read, self.write = Keys(self.server_secret), Keys(self.client_secret)
        got = self.messages()
        while got[-1][0] != 20:
            got += self.messages()
        equal([m[0] for m in got], [8, 20] if chosen is not None else [8, 11, 15, 20])
        for m in got:
            if m[0] == 20:
                equal(m[4:], mac(expand_label(self.server_secret, b"finished"), sha256(self.transcript)))
            self.transcript += m
        now = sha256(self.transcript)
        self.read = Keys(expand_label(self.master, b"s ap traffic", now))
        self.next_write = Keys(expand_label(self.master, b"c ap traffic", now))
        self.send(self.seal(HANDSHAKE, self.finished()))
        self.write = self.next_write
        return self


def fresh():
    """A ticket."""
    c = Resumer(address).connect()
    equal(c.get(), (200, index))
    t = c.ticket()
    c.close()
    return t


@case("a session is resumed, and the resumed one leaves a ticket that is resumed")
def _():
    t = fresh()
    for _ in range(3):
        c = Resumer(address).resume([t])
        equal(c.get(), (200, index))
        t = c.ticket()
        c.close()


@case("a session is resumed once: the second time there is a full handshake")
def _():
    t = fresh()
    equal(Resumer(address).resume([t]).get()[0], 200)
    equal(Resumer(address).resume([t], chosen=None).get()[0], 200)


@case("the first that is known, of several tickets")
def _():
    a, b = fresh(), fresh()
    unknown = (os.urandom(32), os.urandom(32))
    equal(Resumer(address).resume([unknown, a, b], chosen=1).get()[0], 200)
    equal(Resumer(address).resume([a, b], chosen=1).get()[0], 200)
    equal(Resumer(address).resume([a, b], chosen=None).get()[0], 200)


@case("only eight tickets are looked at")
def _():
    t = fresh()
    unknown = [(os.urandom(32), os.urandom(32)) for _ in range(9)]
    equal(Resumer(address).resume(unknown[:7] + [t], chosen=7).get()[0], 200)
    t = fresh()
    equal(Resumer(address).resume(unknown[:8] + [t], chosen=None).get()[0], 200)
    equal(Resumer(address).resume([t]).get()[0], 200)


def refused(name, alert, tickets=None, **how):
    @case(name)
    def _():
        t = fresh()
        c = Resumer(address)
        c.start(c.offer(tickets(t) if tickets else [t], **how))
        equal(c.ends_with(), alert)
        # whoever does not know the secret does not use up the session
        equal(Resumer(address).resume([t]).get()[0], 200)


refused("a binder with one bit changed", DECRYPT_ERROR, spoil=lambda b: b[:-1] + bytes([b[-1] ^ 1]))
refused("a binder that is another's", DECRYPT_ERROR, tickets=lambda t: [(t[0], os.urandom(32))])
refused("a binder of 33 bytes", DECRYPT_ERROR, size=33)
refused("a binder of 31 bytes", DECODE_ERROR, size=31)
refused("fewer binders than tickets", ILLEGAL_PARAMETER, tickets=lambda t: [t, t], binders=1)
refused("more binders than tickets", ILLEGAL_PARAMETER, binders=2)
refused("a ticket and no psk_key_exchange_modes", MISSING_EXTENSION, modes=b"")


@case("an extension behind pre_shared_key")
def _():
    c = Resumer(address)
    c.start(c.hello(extra=DHE + extension(41, u16(u16(b"x") + bytes(4)) + u16(u8(bytes(32)))) + extension(21, b"")))
    equal(c.ends_with(), ILLEGAL_PARAMETER)


@case("a resumption without a fresh secret (psk_ke) is not taken, and the session stays")
def _():
    t = fresh()
    equal(Resumer(address).resume([t], chosen=None, modes=extension(45, u8(b"\0"))).get()[0], 200)
    equal(Resumer(address).resume([t]).get()[0], 200)


@case("a client that resumes needs no signature_algorithms; one that is not known does")
def _():
    t = fresh()
    equal(Resumer(address).resume([t], leave_out=(13,)).get()[0], 200)
    c = Resumer(address)
    c.start(c.offer([t], leave_out=(13,)))
    equal(c.ends_with(), MISSING_EXTENSION)


@case("a session of SHA-256 is not resumed with a suite of SHA-384")
def _():
    t = fresh()
    c = Resumer(address)
    c.start(c.offer([t], suites=(0x1302,)))
    (m,) = c.messages()
    assert m[39 + m[38]:][:2] == b"\x13\x02" and extension(41, b"\0\0") not in m, m
    c.close()
    equal(Resumer(address).resume([t]).get()[0], 200)


@case("resumption after a HelloRetryRequest")
def _():
    t = fresh()
    c = Resumer(address, groups=(29, 30))
    c.start(c.offer([t], groups=(29, 30), shares=words([30]) + u16(bytes(56))))
    c.retry()
    c.start(c.offer([t], groups=(29, 30)))
    equal(c.resumed([t]).get(), (200, index))


@case("after a HelloRetryRequest, a binder made without it")
def _():
    t = fresh()
    c = Resumer(address, groups=(29, 30))
    c.start(c.offer([t], groups=(29, 30), shares=words([30]) + u16(bytes(56))))
    c.retry()
    kept, c.transcript = c.transcript, b""
    hello = c.offer([t], groups=(29, 30))
    c.transcript = kept
    c.start(hello)
    equal(c.ends_with(), DECRYPT_ERROR)


@case("early data of a client that resumes is passed over")
def _():
    t = fresh()
    c = Resumer(address)
    c.start(c.offer([t], more=extension(42, b"")))
    c.send(record(DATA, os.urandom(300)) + record(DATA, os.urandom(16384)))
    equal(c.resumed([t]).get(), (200, index))


@case("a HelloRetryRequest for P-256; shares that are no points")
def _():
    c = Client(address, groups=(23,))
    c.start(c.hello(groups=(23,), shares=b""))
    m = c.retry()
    equal(m[39 + m[38]:], bytes.fromhex("130100000c") + bytes.fromhex("003300020017") + bytes.fromhex("002b00020304"))
    for group, share, alert in ((23, b"\4" + bytes(64), ILLEGAL_PARAMETER), (23, b"\2" + bytes(32), ILLEGAL_PARAMETER),
                                (23, b"\0", ILLEGAL_PARAMETER), (23, b"\4" + b"\xff" * 64, ILLEGAL_PARAMETER),
                                (29, bytes(32), ILLEGAL_PARAMETER), (29, bytes(31), ILLEGAL_PARAMETER),
                                (29, b"\1" + bytes(31), ILLEGAL_PARAMETER), (29, bytes(33), ILLEGAL_PARAMETER)):
        c = Client(address)
        c.start(c.hello(groups=(23, 29), shares=words([group]) + u16(share)))
        equal(c.ends_with(), alert)


@case("no suite of ours, no group of ours")
def _():
    for how in ({"suites": (0x1304, 0x1305, 0x00ff)}, {"groups": (24, 30), "shares": words([24]) + u16(bytes(97))}):
        c = Client(address)
        c.start(c.hello(**how))
        equal(c.ends_with(), HANDSHAKE_FAILURE)


@case("bytes of a ClientHello that resumes, changed: an alert, or a handshake that the client would not go on with")
def _():
    t = fresh()
    made = Resumer(address).offer([t])
    for at in range(0, len(made), 3):
        c = Resumer(address)
        c.send(record(HANDSHAKE, made[:at] + bytes([made[at] ^ (1 << random.randrange(8))]) + made[at + 1:], 0x0301))
        c.socket.shutdown(1)
        got = []
        try:
            while True:
                got.append(c.receive()[0])
        except Alert as alert:
            assert alert.level == 2 or alert.what == CLOSE_NOTIFY, alert
        except Gone:                          # the alert, close_notify, was under keys that the client has not
            assert got[:1] == [HANDSHAKE] and got[-1] == DATA, (at, got)
        c.close()


@case("512 sessions are kept, and not one more")
def _():
    old = fresh()
    last = [fresh() for _ in range(512)]
    equal(Resumer(address).resume([old], chosen=None).get()[0], 200)
    equal(Resumer(address).resume([last[3]]).get()[0], 200)


@case("floods of change_cipher_spec, of alerts and of what is no TLS take no memory, and others are served meanwhile")
def _():
    other = Client(address).connect()
    before = memory()
    for flood in (record(CCS, b"\1") * 20000, record(ALERT, b"\1\x5a") * 20000, os.urandom(400000), bytes(400000),
                  b"GET / HTTP/1.1\r\n\r\n" * 20000, record(HANDSHAKE, b"\1\0\x40\0" + bytes(16000))[:-1] * 2):
        for first in (b"", record(HANDSHAKE, Client(address).hello())):
            c = Client(address)
            try:
                c.send(first + flood)
                c.ends_with()
            except (OSError, Alert, Gone, AssertionError):
                pass
            c.close()
        equal(other.get(), (200, index))
    assert memory() < before + 60000, (before, memory())


@case("1,000 requests on a connection, and then it is closed")
def _():
    c = Client(address).connect()
    request = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
    for i in range(1000):
        c.send(c.seal(DATA, request))
        equal(c.answer(), (200, index))
    equal(c.ends_with(), CLOSE_NOTIFY)


@case("200 clients at once, each in the middle of something, and one that is served; then those have timed out")
def _():
    many = []
    for i in range(200):
        c = Client(address)
        hello = record(HANDSHAKE, c.hello(), 0x0301)
        c.send(hello[:random.randrange(len(hello))])
        many.append(c)
    equal(Client(address).connect().get(), (200, index))
    for c in many:
        equal(c.ends_with(), CLOSE_NOTIFY)
        c.close()


def patient(at):
    c = Client(at)
    c.socket.settimeout(60)
    return c


@case("a client that asks for 25 MB and takes nothing holds one answer, does not hold up others, and is late")
def _():
    large = os.path.join(os.path.dirname(certificate), "large.html")
    body = random.randbytes(250_000)
    with open(large, "wb") as f:
        f.write(body)
    other, at = start(large, "--timeout", "4")
    try:
        alone = len(os.listdir(f"/proc/{other.pid}/fd"))
        c = Client(at).connect()
        c.send(c.seal(DATA, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 100))
        for _ in range(2):
            equal(patient(at).connect().get(), (200, body))
        for _ in range(2400):  # until it has closed that connection
            if len(os.listdir(f"/proc/{other.pid}/fd")) <= alone:
                break
            time.sleep(0.05)
        taken = 0
        try:
            while more := c.socket.recv(1 << 20):
                taken += len(more)
        except OSError:
            pass
        assert taken < 20_000_000, taken
        equal(patient(at).connect().get(), (200, body))
    finally:
        other.kill()


def words(hellos, extra):
    """How many words the server allocates for so many handshakes: what they cost, on a machine however busy."""
    other = subprocess.Popen([program, "--certificate", certificate, "--key", key, "--page", page, "--port", "0"],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                             env=dict(os.environ, OCAMLRUNPARAM="v=0x400"))
    try:
        at = ("127.0.0.1", int(other.stdout.readline().split(":")[-1]))
        for _ in range(hellos):
            c = Client(at)
            c.start(c.hello(extra=extra), pieces=16384)
            c.server_hello()
            c.server_flight()
            c.close()
        Client(at).connect().close()
        other.terminate()
        return int(re.search(r"minor_words: (\d+)", other.communicate(timeout=60)[1])[1])
    finally:
        other.kill()


@case("a ClientHello costs in proportion to its length: 40 words a byte, 80 if it is all extensions")
def _():
    for most, extra in ((40, lambda n: extension(21, bytes(n))),
                        (80, lambda n: b"".join(extension(0x1000 + i, b"") for i in range(n // 4)))):
        none = words(0, b"")
        base = (words(8, b"") - none) / 8
        for n in (15000, 60000):
            a_byte = ((words(2, extra(n)) - none) / 2 - base) / n
            assert a_byte < most, (n, a_byte)


@case("with all places taken, others wait until one is free")
def _():
    other, at = start(page, "--timeout", "2", "--clients", "2")
    try:
        started = time.time()
        first, second = Client(at).connect(), Client(at).connect()
        equal((first.get(), second.get()), ((200, index), (200, index)))
        third = Client(at).connect()
        equal(third.get(), (200, index))
        assert time.time() - started > 1.9
    finally:
        other.kill()


@case("it is still there, and goes when it is told to")
def _():
    equal(Client(address).connect().get(), (200, index))
    assert server.poll() is None
    server.terminate()
    equal(server.wait(timeout=60), 0)


if server.poll() is None:
    server.kill()
end()
