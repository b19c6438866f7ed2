# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Servers that lie to tests/tls/dial.c: lies_test.py DIAL FOLDER

FOLDER: keys, and certificates of an authority (tests/tls/client.t). A client that believes a lie says "established"."""
import socket, subprocess, sys

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa
from cryptography.x509 import load_pem_x509_certificate

from cases import case, end, equal
from peer import *
from providers import GROUPS

dial, folder = sys.argv[1:]
UNSUPPORTED_EXTENSION, BAD_CERTIFICATE = 110, 42
HYBRID = 0x11ec in GROUPS      # X25519MLKEM768 is there


def load(name):
    with open(f"{folder}/{name}.pem", "rb") as f:
        der = load_pem_x509_certificate(f.read()).public_bytes(serialization.Encoding.DER)
    with open(f"{folder}/{name}.key", "rb") as f:
        return der, serialization.load_pem_private_key(f.read(), None)


identities = {name: load(name) for name in ("good", "expired", "elsewhere", "own", "for_clients", "rsa")}
identities["other_rsa"] = b"", rsa.generate_private_key(65537, 2048)
PSS = {0x0804: hashes.SHA256(), 0x0805: hashes.SHA384(), 0x0806: hashes.SHA512()}


def entry(der, extensions=b""):
    return u24(der) + u16(extensions)


class Server(Client):
    """The other side, with a socket of somebody who has come."""

    def __init__(self, socket_):
        self.socket, self.buffer, self.read, self.write, self.transcript, self.ccs = socket_, b"", None, None, b"", 0
        self.private, self.random = os.urandom(32), os.urandom(32)

    def take_hello(self):
        header = self.take(5)
        m = self.take(int.from_bytes(header[3:], "big"))
        if header[0] == CCS:
            return self.take_hello()
        equal((header[0], m[0]), (HANDSHAKE, 1))
        self.session = m[39:39 + m[38]]
        at = 39 + m[38]
        at += 2 + int.from_bytes(m[at:at + 2], "big")
        at += 1 + m[at] + 2
        self.extensions = {}
        while at < len(m):
            n = int.from_bytes(m[at + 2:at + 4], "big")
            self.extensions[int.from_bytes(m[at:at + 2], "big")] = m[at + 4:at + 4 + n]
            at += 4 + n
        shares = self.extensions[51][2:]
        if HYBRID:
            equal(shares[:4], bytes.fromhex("11ec04c0"))
            equal(shares[4 + 1184:4 + 1216], shares[-32:])    # X25519's part is a share of its own, too
            shares = shares[4 + 1216:]
        equal((shares[:4], len(shares)), (bytes.fromhex("001d0020"), 36))
        self.peer = shares[4:]
        self.transcript += m
        return m

    def share(self, group=29, body=None):
        return extension(51, words([group]) + u16(x25519(self.private, b"\x09" + bytes(31)) if body is None else body))

    def put_hello(self, extensions=None, more=b"", random=None, session=None, suite=0x1301, version=0x0303,
                  compression=0):
        if extensions is None:
            extensions = extension(43, b"\3\4") + self.share()
        m = message(2, words([version]) + (random or self.random) + u8(self.session if session is None else session)
                    + words([suite]) + bytes([compression]) + u16(extensions + more))
        self.transcript += m
        return m

    def retry(self, extensions, **how):
        self.transcript = message(254, sha256(self.transcript))
        self.send(record(HANDSHAKE, self.put_hello(extension(43, b"\3\4") + extensions, random=RETRY, **how)))

    def keys(self, psk=bytes(32)):
        shared = x25519(self.private, self.peer)
        secret = mac(expand_label(mac(bytes(32), psk), b"derived", EMPTY), shared)
        now = sha256(self.transcript)
        self.client_secret = expand_label(secret, b"c hs traffic", now)
        self.server_secret = expand_label(secret, b"s hs traffic", now)
        self.master = mac(expand_label(secret, b"derived", EMPTY), bytes(32))
        self.write, self.read = Keys(self.server_secret), Keys(self.client_secret)

    def greet(self, psk=bytes(32), **how):
        self.take_hello()
        self.send(record(HANDSHAKE, self.put_hello(**how)))
        self.keys(psk)

    def hidden(self):
        self.take_hello()
        point = self.share()[-32:]
        self.send(record(HANDSHAKE, self.put_hello(VERSION + self.share(0x11ec, bytes(1088) + point))))
        self.keys()
        self.send(self.seal(HANDSHAKE, self.encrypted()))

    def say(self, m):
        self.transcript += m
        return m

    def encrypted(self, extensions=b""):
        return self.say(message(8, u16(extensions)))

    def certificate(self, name="good", entries=None, context=b""):
        self.who = identities[name]
        return self.say(message(11, u8(context) + u24(entry(self.who[0]) if entries is None else entries)))

    def verify(self, name=None, scheme=0x0403, spoil=0, side=b"server", transcript=None, salt=None,
               padded=None, hashed=None, more=b""):
        key = identities[name][1] if name else self.who[1]
        content = b" " * 64 + b"TLS 1.3, " + side + b" CertificateVerify\0" + sha256(transcript or self.transcript)
        if isinstance(key, ec.EllipticCurvePrivateKey):
            signature = key.sign(content, ec.ECDSA(hashes.SHA256()))
        else:
            hashed = hashed or PSS.get(scheme, hashes.SHA256())
            if not padded and scheme in PSS:
                padded = padding.PSS(padding.MGF1(hashed), hashed.digest_size if salt is None else salt)
            signature = key.sign(content, padded or padding.PKCS1v15(), hashed)
        signature = signature[:-1] + bytes([signature[-1] ^ spoil]) + more
        return self.say(message(15, words([scheme]) + u16(signature)))

    def last(self, spoil=0):
        body = mac(expand_label(self.server_secret, b"finished"), sha256(self.transcript))
        return self.say(message(20, body[:-1] + bytes([body[-1] ^ spoil])))

    def put_all(self, *messages_):
        for m in messages_:
            self.send(self.seal(HANDSHAKE, m))

    def finish(self, flight=(20,)):
        """What the client answers, and from then on application keys."""
        now = sha256(self.transcript)
        write, read = (Keys(expand_label(self.master, label, now)) for label in (b"s ap traffic", b"c ap traffic"))
        got = []
        while not got or got[-1][0] != 20:
            got += self.messages()
        equal(tuple(m[0] for m in got), flight)
        for m in got[:-1]:
            self.transcript += m
        equal(got[-1], message(20, mac(expand_label(self.client_secret, b"finished"), sha256(self.transcript))))
        self.transcript += got[-1]
        self.write, self.read = write, read

    def good(self, name="good", scheme=0x0403, **how):
        self.greet(**how)
        self.put_all(self.encrypted(), self.certificate(name), self.verify(scheme=scheme), self.last())
        self.finish()
        return self

    def bye(self):
        self.send(self.seal(DATA, b"true words") + self.seal(ALERT, b"\1\0"))


listener = socket.create_server(("127.0.0.1", 0))
listener.settimeout(300)


def run(act, *options, host="localhost"):
    """What the client has to say about a server that does this."""
    port = str(listener.getsockname()[1])
    client = subprocess.Popen([dial, port, host, "--authorities", f"{folder}/ca.pem", *options],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        s, _ = listener.accept()
        s.settimeout(300)
        server = Server(s)
        try:
            act(server)
            s.shutdown(socket.SHUT_WR)
            while s.recv(65536):
                pass
        except (BrokenPipeError, ConnectionResetError):
            pass
        s.close()
        out, err = client.communicate(timeout=300)
    finally:
        client.kill()
    return out, err.decode().split("\n")[:-1]


def honest(name, act, *options, says="established 1301 verified ", **how):
    @case(name)
    def _():
        out, lines = run(act, *options, **how)
        equal(lines, [says, "closed"])
        equal(out, b"true words")


def lie(name, alert, act, *options, **how):
    @case(name)
    def _():
        out, lines = run(act, *options, **how)
        equal(lines, [f"failed {alert}"])
        equal(out, b"")


def later(name, alert, what):
    """A lie after an honest handshake."""
    @case(name)
    def _():
        def act(s):
            s.good()
            s.send(what(s))
        out, lines = run(act)
        equal(lines, ["established 1301 verified ", alert if isinstance(alert, str) else f"failed {alert}"])
        equal(out, b"")


honest("a server that does not lie", lambda s: s.good().bye())


def in_pieces(s, n):
    s.greet()
    flight = s.encrypted() + s.certificate() + s.verify() + s.last()
    s.put_all(*[flight[i:i + n] for i in range(0, len(flight), n)])
    s.finish()
    s.bye()


for n in (1, 100, 16384):
    honest(f"its messages in pieces of {n} bytes", lambda s, n=n: in_pieces(s, n))
honest("and by one byte at a time", lambda s: s.good().bye(), "--bytes", "1")


def flight(name, alert, act, *options, **how):
    """A lie after an honest ServerHello: what `act` gives is sent."""
    def whole(s):
        s.greet()
        for m in act(s):
            s.send(m() if callable(m) else s.seal(HANDSHAKE, m))
    lie(name, alert, whole, *options, **how)


def usual(s, certificate="good", last=True, **how):
    return [s.encrypted(), s.certificate(certificate), s.verify(**how)] + ([s.last()] if last else [])


flight("a Finished that is wrong", DECRYPT_ERROR, lambda s: [*usual(s, last=False), s.last(spoil=1)])
flight("a signature as long as ML-DSA's, which we did not ask for", ILLEGAL_PARAMETER,
       lambda s: [s.encrypted(), s.certificate(), s.say(message(15, words([0x0906]) + u16(bytes(4627))))])
flight("a Finished that is too long", DECODE_ERROR, lambda s: [*usual(s, last=False), message(20, bytes(33))])
flight("a signature that is wrong", DECRYPT_ERROR, lambda s: usual(s, spoil=1))
flight("a signature of another key", DECRYPT_ERROR, lambda s: usual(s, name="own"))
flight("a signature as a client's", DECRYPT_ERROR, lambda s: usual(s, side=b"client"))
flight("a signature of another transcript", DECRYPT_ERROR, lambda s: usual(s, transcript=b"x"))
for scheme in (0x0503, 0x0804, 0x0807, 0x0401, 0x0203, 0x0201, 0x0809):
    flight(f"the signature as if of scheme {scheme:#06x}", ILLEGAL_PARAMETER,
           lambda s, scheme=scheme: usual(s, scheme=scheme))
flight("PKCS #1", ILLEGAL_PARAMETER, lambda s: usual(s, "rsa", scheme=0x0401))
for scheme in PSS:
    honest(f"RSA-PSS, {scheme:#06x}", lambda s, scheme=scheme: s.good("rsa", scheme).bye())
    for wrong, how in (("that is wrong", {"spoil": 1}), ("of another key", {"name": "other_rsa"}),
                       ("without salt", {"salt": 0}), ("with a short salt", {"salt": 20}),
                       ("of another hash", {"hashed": hashes.SHA3_256()}),
                       ("padded as PKCS #1", {"padded": padding.PKCS1v15()}),
                       ("and a byte more", {"more": b"\0"}), ("as a client's", {"side": b"client"})):
        flight(f"RSA-PSS, {scheme:#06x}, a signature {wrong}", DECRYPT_ERROR,
               lambda s, scheme=scheme, how=how: usual(s, "rsa", scheme=scheme, **how))
flight("RSA that says it is of ECDSA", ILLEGAL_PARAMETER, lambda s: usual(s, "rsa", scheme=0x0403))
flight("a certificate that has expired", 45, lambda s: usual(s, "expired"))
flight("a certificate of another host", BAD_CERTIFICATE, lambda s: usual(s, "elsewhere"))
flight("the right one, for a client that wants another host", BAD_CERTIFICATE, usual, host="elsewhere.test")
flight("the right one, for a client that wants an address", BAD_CERTIFICATE, usual, host="127.0.0.1")
flight("the right one, for a client that does not say whom it wants", 80, usual, host="")
flight("a certificate of nobody whom it believes", 48, lambda s: usual(s, "own"))
flight("a certificate for clients", 43, lambda s: usual(s, "for_clients"))
flight("no certificate", DECODE_ERROR,
       lambda s: [s.encrypted(), s.certificate(entries=b""), s.verify("good"), s.last()])
flight("an extension of a certificate", UNSUPPORTED_EXTENSION, lambda s: [
    s.encrypted(), s.certificate(entries=entry(identities["good"][0], extension(5, b""))), s.verify(), s.last()])
flight("a certificate for a request after the handshake", ILLEGAL_PARAMETER, lambda s: [
    s.encrypted(), s.certificate(context=b"x"), s.verify(), s.last()])
flight("a certificate without a signature", UNEXPECTED_MESSAGE, lambda s: [s.encrypted(), s.certificate(), s.last()])
flight("a signature without a certificate", UNEXPECTED_MESSAGE, lambda s: [s.encrypted(), s.verify("good"), s.last()])
flight("neither", UNEXPECTED_MESSAGE, lambda s: [s.encrypted(), s.last()])
flight("no EncryptedExtensions", UNEXPECTED_MESSAGE, lambda s: [s.certificate(), s.verify(), s.last()])
flight("nothing but Finished", UNEXPECTED_MESSAGE, lambda s: [s.last()])
flight("two certificates", UNEXPECTED_MESSAGE,
       lambda s: [s.encrypted(), s.certificate(), s.certificate(), s.verify(), s.last()])
flight("two signatures", UNEXPECTED_MESSAGE,
       lambda s: [s.encrypted(), s.certificate(), s.verify(), s.verify(), s.last()])
flight("data before Finished", UNEXPECTED_MESSAGE, lambda s: [*usual(s, last=False), lambda: s.seal(DATA, b"lies")])
flight("data before anything", UNEXPECTED_MESSAGE, lambda s: [lambda: s.seal(DATA, b"lies")])


@case("something behind Finished, where keys change: the server is who it is, but nothing more of it is read")
def _():
    def act(s):
        s.greet()
        s.put_all(*usual(s, last=False), s.last() + message(4, bytes(20)))
    equal(run(act)[1], ["established 1301 verified ", "failed 10"])



def sealed_with(label):
    def act(s):
        s.greet()
        s.put_all(*usual(s, last=False))
        s.write = Keys(expand_label(s.master, label, sha256(s.transcript)))
        s.send(s.seal(DATA, b"lies"))
    return act


lie("data with the keys that come after, before Finished", BAD_RECORD_MAC, sealed_with(b"s ap traffic"))


def in_the_clear(kind, body):
    def act(s):
        s.take_hello()
        s.send(record(HANDSHAKE, s.put_hello()) + record(kind, body(s)))
    return act


lie("EncryptedExtensions in the clear", UNEXPECTED_MESSAGE, in_the_clear(HANDSHAKE, lambda s: s.encrypted()))
lie("data in the clear", BAD_RECORD_MAC, in_the_clear(DATA, lambda s: b"lies, and more of them"))


def hello(name, alert, *options, **how):
    def act(s):
        s.take_hello()
        made = {k: v(s) if callable(v) else v for k, v in how.items()}
        s.send(record(HANDSHAKE, s.put_hello(**made)))
    lie(name, alert, act, *options)


VERSION = extension(43, b"\3\4")
hello("TLS 1.2", PROTOCOL_VERSION, extensions=b"", suite=0xc02f)
hello("TLS 1.2, which knows better", ILLEGAL_PARAMETER, extensions=b"", random=bytes(24) + b"DOWNGRD\1")
hello("TLS 1.1, which knows better", ILLEGAL_PARAMETER, extensions=b"", random=bytes(24) + b"DOWNGRD\0")
hello("TLS 1.1", PROTOCOL_VERSION, extensions=b"", suite=0xc02f, version=0x0302)
hello("TLS 1.2 by its extension", ILLEGAL_PARAMETER, extensions=lambda s: extension(43, b"\3\3") + s.share())
hello("a session that is not ours", ILLEGAL_PARAMETER, session=bytes(32))
hello("no session", ILLEGAL_PARAMETER, session=b"")
hello("a suite that we do not have", ILLEGAL_PARAMETER, suite=0x1304)
hello("a suite of TLS 1.2", ILLEGAL_PARAMETER, suite=0xc02f)
hello("compression", ILLEGAL_PARAMETER, compression=1)
hello("no share", MISSING_EXTENSION, extensions=VERSION)
hello("a share of a group that we sent none of", ILLEGAL_PARAMETER,
      extensions=lambda s: VERSION + s.share(24, b"\4" + bytes(96)))
hello("a share of a group that nobody has", ILLEGAL_PARAMETER,
      extensions=lambda s: VERSION + s.share(0x1a1a, bytes(32)))
hello("a share of small order", ILLEGAL_PARAMETER, extensions=lambda s: VERSION + s.share(29, bytes(32)))
hello("a share that is too short", ILLEGAL_PARAMETER, extensions=lambda s: VERSION + s.share(29, bytes(31)))
for n in HYBRID * (0, 1, 32, 1088, 1119, 1121, 1216):
    hello(f"a share of X25519MLKEM768 with {n} bytes", ILLEGAL_PARAMETER if n else DECODE_ERROR,
          extensions=lambda s, n=n: VERSION + s.share(0x11ec, bytes(n)))
for point in HYBRID * (bytes(32), b"\1" + bytes(31)):
    hello(f"one whose point is of small order, {point[0]}", ILLEGAL_PARAMETER,
          extensions=lambda s, point=point: VERSION + s.share(0x11ec, bytes(1088) + point))
# A ciphertext that is none is no error, and has a secret that the server cannot know (FIPS 203, 7.3).
for _ in HYBRID * (1,):
    lie("one whose ciphertext is none", BAD_RECORD_MAC, lambda s: s.hidden())
hello("a share of no bytes", DECODE_ERROR, extensions=lambda s: VERSION + s.share(29, b""))
hello("two shares", ILLEGAL_PARAMETER, more=lambda s: s.share())
hello("two versions", ILLEGAL_PARAMETER, more=VERSION)
hello("an extension that we did not send", UNSUPPORTED_EXTENSION, more=extension(99, b""))
hello("an extension of another message", ILLEGAL_PARAMETER, more=extension(16, u16(u8(b"h2"))))
hello("a cookie", ILLEGAL_PARAMETER, more=extension(44, u16(b"x")))
hello("a ticket that we did not bring", UNSUPPORTED_EXTENSION, more=extension(41, b"\0\0"))
hello("a byte behind an extension", DECODE_ERROR, extensions=lambda s: extension(43, b"\3\4x") + s.share())


@case("ServerHello cut anywhere")
def _():
    def act(s, n):
        s.take_hello()
        m = s.put_hello()
        s.send(record(HANDSHAKE, message(2, m[4:4 + n])))
    for n in range(0, 117, 3):
        out, lines = run(lambda s: act(s, n))
        assert lines in (["failed 50"], ["failed 70"]), (n, lines)


lie("something behind ServerHello", UNEXPECTED_MESSAGE,
    lambda s: (s.take_hello(), s.send(record(HANDSHAKE, s.put_hello() + s.encrypted()))))


# HelloRetryRequest
def retried(name, alert, first, then=None, **how):
    def act(s):
        s.take_hello()
        s.retry(first, **how)
        if then:
            then(s)
    lie(name, alert, act)


def again(s, **how):
    s.take_hello()
    s.send(record(HANDSHAKE, s.put_hello(**how)))


COOKIE = extension(44, u16(b"a cookie"))


def with_cookie(s):
    s.take_hello()
    s.retry(COOKIE)
    s.take_hello()
    equal(s.extensions[44], u16(b"a cookie"))
    s.send(record(HANDSHAKE, s.put_hello()))
    s.keys()
    s.put_all(*usual(s))
    s.finish()
    s.bye()


honest("a cookie comes back", with_cookie)
retried("a retry for nothing", ILLEGAL_PARAMETER, b"")
retried("a retry for the group that it has a share of", ILLEGAL_PARAMETER, extension(51, words([29])))
retried("a retry for X25519MLKEM768", ILLEGAL_PARAMETER, extension(51, words([0x11ec])))
retried("a retry for a group that we do not have", ILLEGAL_PARAMETER, extension(51, words([256])))
retried("a retry with an extension that we do not know", UNSUPPORTED_EXTENSION, COOKIE + extension(99, b""))
retried("a cookie of no bytes", DECODE_ERROR, extension(44, u16(b"")))
retried("two cookies", ILLEGAL_PARAMETER, COOKIE + COOKIE)
retried("another suite after the retry", ILLEGAL_PARAMETER, COOKIE, lambda s: again(s, suite=0x1303))
retried("two retries", UNEXPECTED_MESSAGE, COOKIE, lambda s: (s.take_hello(), s.retry(COOKIE)))


def called(s, version):
    s.take_hello()
    s.retry(COOKIE, version=version)
    again(s, version=version)
    s.keys()
    s.put_all(*usual(s))
    s.finish()
    s.bye()


for version in (0, 0x0302, 0x0304, 0x0505):
    honest(f"what calls itself {version:#06x}, where nobody looks (4.2.1)",
           lambda s, version=version: called(s, version))


def other_transcript(s):
    s.take_hello()
    s.retry(COOKIE)
    s.transcript = message(254, bytes(32)) + s.transcript[36:]
    s.take_hello()
    s.send(record(HANDSHAKE, s.put_hello()))
    s.keys()
    s.put_all(*usual(s))


lie("a retry whose first hello was another", BAD_RECORD_MAC, other_transcript)


# EncryptedExtensions and CertificateRequest
def extensions(name, alert, body, *options):
    flight(name, alert, lambda s: [s.encrypted(body)], *options)


extensions("an unknown extension", UNSUPPORTED_EXTENSION, extension(99, b""))
extensions("a share among the encrypted ones", ILLEGAL_PARAMETER, extension(51, bytes(36)))
extensions("early data", UNSUPPORTED_EXTENSION, extension(42, b""))
extensions("a protocol, to who names none", UNSUPPORTED_EXTENSION, extension(16, u16(u8(b"h2"))))
extensions("another protocol", ILLEGAL_PARAMETER, extension(16, u16(u8(b"h3"))), "--alpn", "h2")
extensions("two protocols", DECODE_ERROR, extension(16, u16(u8(b"h2") * 2)), "--alpn", "h2")
extensions("no protocol", DECODE_ERROR, extension(16, u16(b"")), "--alpn", "h2")
extensions("one extension twice", ILLEGAL_PARAMETER, extension(0, b"") * 2)
extensions("records too small", ILLEGAL_PARAMETER, extension(28, b"\0\x3f"))
extensions("a name in the answer to a name", DECODE_ERROR, extension(0, b"x"))
flight("a byte behind the extensions", DECODE_ERROR, lambda s: [message(8, u16(b"") + b"x")])
SCHEMES = extension(13, u16(words([0x0403])))


def request(context=b"", body=SCHEMES):
    return message(13, u8(context) + u16(body))


def asks(s, body=SCHEMES):
    s.greet()
    s.put_all(s.encrypted(), s.say(request(body=body)), s.certificate(), s.verify(), s.last())
    s.finish((11, 20))
    s.bye()


honest("a server that asks who we are, and we do not say", asks)
honest("or asks for somebody of an authority", lambda s: asks(s, SCHEMES + extension(47, u16(b"\0\1x"))))
for name, alert, m in (("without schemes", MISSING_EXTENSION, request(body=extension(99, b""))),
                       ("with a context", ILLEGAL_PARAMETER, request(b"x")), ("cut", DECODE_ERROR, request()[:-1]),
                       ("with schemes twice", ILLEGAL_PARAMETER, request(body=SCHEMES * 2)),
                       ("with what is unknown twice", ILLEGAL_PARAMETER,
                        request(body=extension(99, b"") + SCHEMES + extension(99, b""))),
                       ("without authorities", DECODE_ERROR, request(body=SCHEMES + extension(47, u16(b"")))),
                       ("with more than authorities", DECODE_ERROR,
                        request(body=SCHEMES + extension(47, u16(b"\0\1x") + b"x")))):
    m = m[:1] + u24(m[4:])
    flight(f"a CertificateRequest {name}", alert, lambda s, m=m: [s.encrypted(), s.say(m)])
flight("two CertificateRequests", UNEXPECTED_MESSAGE, lambda s: [s.encrypted(), s.say(request()), s.say(request())])

# Afterwards
later("a KeyUpdate of 2", ILLEGAL_PARAMETER, lambda s: s.seal(HANDSHAKE, message(24, b"\2")))
later("a CertificateRequest after the handshake", UNEXPECTED_MESSAGE, lambda s: s.seal(HANDSHAKE, request(b"x")))
later("another Finished", UNEXPECTED_MESSAGE, lambda s: s.seal(HANDSHAKE, s.last()))
later("another hello", UNEXPECTED_MESSAGE, lambda s: s.seal(HANDSHAKE, s.put_hello()))
later("data under a wrong tag", BAD_RECORD_MAC, lambda s: s.seal(DATA, b"lies")[:-1] + b"\0")
TICKET = words([0, 9]) + bytes(4) + b"\0" + u16(b"t") + u16(b"")
later("a record again", BAD_RECORD_MAC, lambda s: s.seal(HANDSHAKE, message(4, TICKET)) * 2)
later("an end without a word", "cut", lambda s: b"")
later("a ticket with an extension twice", ILLEGAL_PARAMETER,
      lambda s: s.seal(HANDSHAKE, message(4, TICKET[:-2] + u16(extension(99, b"") * 2))))
for n in range(0, 13, 3):
    later(f"a ticket of {n} bytes", DECODE_ERROR,
          lambda s, n=n: s.seal(HANDSHAKE, message(4, TICKET[:n])))


# Tickets
def new_session(name):
    def act(s):
        s.good()
        s.resumption = expand_label(s.master, b"res master", sha256(s.transcript))
        s.send(s.seal(HANDSHAKE, message(4, words([0, 7200]) + b"\0\1\2\3" + u8(b"n") + u16(b"the ticket") + u16(b""))))
        s.bye()
        act.secret = expand_label(s.resumption, b"resumption", b"n")
    run(act, "--session", f"{folder}/{name}")
    return act.secret


secret = new_session("session")


def begins(s, psk=secret, index=0, **how):
    s.greet(psk, more=extension(41, words([index])), **how)
    s.put_all(s.encrypted(), s.last())


def resumes(s):
    begins(s)
    s.finish()
    s.bye()


KEPT = ("--session", f"{folder}/session")
honest("a session goes on", resumes, *KEPT, says="established 1301 resumed ")
honest("or does not, and the certificate counts", lambda s: s.good().bye(), *KEPT)
lie("one that goes on with another secret", BAD_RECORD_MAC, lambda s: begins(s, bytes(32)), *KEPT)
lie("one that goes on with the second of one", ILLEGAL_PARAMETER, lambda s: begins(s, index=1), *KEPT)
lie("one that goes on with a suite of another hash", ILLEGAL_PARAMETER, lambda s: begins(s, suite=0x1302), *KEPT)


def with_certificate(s):
    s.greet(secret, more=extension(41, b"\0\0"))
    s.put_all(*usual(s))


lie("one that goes on and shows a certificate", UNEXPECTED_MESSAGE, with_certificate, *KEPT)


@case("a session is not offered to another host")
def _():
    def act(s):
        s.take_hello()
        assert 41 not in s.extensions
        s.send(record(HANDSHAKE, s.put_hello(more=extension(41, b"\0\0"))))
    equal(run(act, *KEPT, host="elsewhere.test")[1], ["failed 110"])


@case("nor is a damaged one")
def _():
    with open(f"{folder}/session", "rb") as f:
        whole = f.read()

    def act(s):
        s.take_hello()
        assert 41 not in s.extensions
        s.send(record(ALERT, b"\2\x28"))
    for damaged in (b"", b"\0" + whole[1:], b"\2" + whole[1:], whole[:1] + b"\x13\4" + whole[3:], whole[:51],
                    whole[:83],
                    whole[:3] + b"\xff" * 8 + whole[11:], whole[:11] + bytes(4) + whole[15:],
                    whole[:11] + b"\xff" * 4 + whole[15:], whole[:50] + bytes([whole[50] ^ 1]) + whole[51:]):
        with open(f"{folder}/damaged", "wb") as f:
            f.write(damaged)
        equal(run(act, "--session", f"{folder}/damaged")[1], ["alerted 40"])


end()
