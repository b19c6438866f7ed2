# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Clients that say who they are, and do wrong things: clients_test.py REQUIRED ASKED FOLDER

REQUIRED and ASKED: ports of servers that want to know; FOLDER: who clients are."""
import sys

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding
from cryptography.x509 import load_pem_x509_certificate

from cases import case, end, equal
from peer import *

required, asked = (("127.0.0.1", int(port)) for port in sys.argv[1:3])
with open("examples/http/site/index.html", "rb") as f:
    index = f.read()


def load(name):
    with open(f"{sys.argv[3]}/{name}.pem", "rb") as f:
        der = load_pem_x509_certificate(f.read()).public_bytes(serialization.Encoding.DER)
    with open(f"{sys.argv[3]}/{name}.key", "rb") as f:
        return der, serialization.load_pem_private_key(f.read(), None)


certificate, key = load("p256")
other_key = load("own")[1]
rsa_certificate, rsa_key = load("rsa")


def entry(der, extensions=b""):
    return u24(der) + u16(extensions)


def certificate_message(entries, context=b""):
    return message(11, u8(context) + u24(entries))


class Known(Client):
    def server_flight(self):
        got = self.messages()
        while got[-1][0] != 20:
            got += self.messages()
        equal([m[0] for m in got], [8, 13, 11, 15, 20])
        self.request = got[1]
        for m in got:
            if m[0] == 20:
                equal(m[4:], mac(expand_label(self.server_secret, b"finished"), sha256(self.transcript)))
            self.transcript += m
        now = sha256(self.transcript)
        self.read = Keys(expand_label(self.master, b"s ap traffic", now))
        self.next_write = Keys(expand_label(self.master, b"c ap traffic", now))

    def certificate(self, entries=None, **how):
        m = certificate_message(entry(certificate) if entries is None else entries, **how)
        self.transcript += m
        return m

    def signed(self, side=b"client", transcript=None):
        return b" " * 64 + b"TLS 1.3, " + side + b" CertificateVerify\0" + sha256(transcript or self.transcript)

    def verify(self, by=None, scheme=0x0403, spoil=0, **how):
        signature = (by or key).sign(self.signed(**how), ec.ECDSA(hashes.SHA256()))
        return self.put_verify(scheme, signature[:-1] + bytes([signature[-1] ^ spoil]))

    def put_verify(self, scheme, signature):
        m = message(15, words([scheme]) + u16(signature))
        self.transcript += m
        return m

    def then(self, *messages_):
        for m in messages_:
            self.send(self.seal(HANDSHAKE, m))

    def page(self):
        self.write = self.next_write
        equal(self.get(), (200, index))


def begun(where=required):
    return Known(where, signatures=(0x0403, 0x0804)).until_finished()


@case("a certificate, its signature, and Finished")
def _():
    c = begun()
    c.then(c.certificate(), c.verify(), c.finished())
    c.page()
    equal(c.request[4:5], b"\0")


@case("all in one record, in records of a few bytes, and of one byte")
def _():
    for n in (1 << 14, 100, 7, 1):
        c = begun()
        flight = c.certificate() + c.verify() + c.finished()
        c.then(*[flight[i:i + n] for i in range(0, len(flight), n)])
        c.page()


@case("change_cipher_spec between messages")
def _():
    c = begun()
    for m in (c.certificate(), c.verify(), c.finished()):
        c.send(record(CCS, b"\1"))
        c.then(m)
    c.page()


@case("a chain with more than it needs")
def _():
    c = begun()
    c.then(c.certificate(entry(certificate) + entry(rsa_certificate) * 5), c.verify(), c.finished())
    c.page()


@case("RSA-PSS")
def _():
    for scheme, hash_ in ((0x0804, hashes.SHA256()), (0x0805, hashes.SHA384()), (0x0806, hashes.SHA512())):
        c = begun()
        m = c.certificate(entry(rsa_certificate))
        c.then(m, c.put_verify(scheme, rsa_key.sign(
            c.signed(), padding.PSS(padding.MGF1(hash_), hash_.digest_size), hash_)), c.finished())
        c.page()


@case("who was not asked in vain: no certificate, where it is not required")
def _():
    c = begun(asked)
    c.then(c.certificate(b""), c.finished())
    c.page()


def refused(name, alert, flight, where=required):
    @case(name)
    def _():
        c = begun(where)
        c.then(*flight(c))
        equal(c.ends_with(), alert)


CERTIFICATE_REQUIRED, UNSUPPORTED_EXTENSION, BAD_CERTIFICATE = 116, 110, 42
refused("Finished alone", UNEXPECTED_MESSAGE, lambda c: [c.finished()])
refused("Finished alone, where it is not required", UNEXPECTED_MESSAGE, lambda c: [c.finished()], asked)
refused("no certificate", CERTIFICATE_REQUIRED, lambda c: [c.certificate(b""), c.finished()])
refused("no certificate, but a signature", UNEXPECTED_MESSAGE,
        lambda c: [c.certificate(b""), c.verify(), c.finished()], asked)
refused("a certificate without a signature", UNEXPECTED_MESSAGE, lambda c: [c.certificate(), c.finished()])
refused("the same, where it is not required", UNEXPECTED_MESSAGE, lambda c: [c.certificate(), c.finished()], asked)
refused("a signature without a certificate", UNEXPECTED_MESSAGE, lambda c: [c.verify(), c.finished()])
refused("two certificates", UNEXPECTED_MESSAGE, lambda c: [c.certificate(), c.certificate(), c.verify(), c.finished()])
refused("two signatures", UNEXPECTED_MESSAGE, lambda c: [c.certificate(), c.verify(), c.verify(), c.finished()])
refused("a signature that is wrong", DECRYPT_ERROR, lambda c: [c.certificate(), c.verify(spoil=1), c.finished()])
refused("the same, where it is not required", DECRYPT_ERROR,
        lambda c: [c.certificate(), c.verify(spoil=1), c.finished()], asked)
refused("a signature of another key", DECRYPT_ERROR, lambda c: [c.certificate(), c.verify(by=other_key), c.finished()])
refused("one as if by the server", DECRYPT_ERROR, lambda c: [c.certificate(), c.verify(side=b"server"), c.finished()])
refused("one of another transcript", DECRYPT_ERROR,
        lambda c: [c.certificate(), c.verify(transcript=b"x"), c.finished()])
refused("no bytes of a signature", DECRYPT_ERROR, lambda c: [c.certificate(), c.put_verify(0x0403, b""), c.finished()])
refused("a wrong Finished behind all that", DECRYPT_ERROR,
        lambda c: [c.certificate(), c.verify(), message(20, bytes(32))])
for scheme in (0x0503, 0x0603, 0x0804, 0x0807, 0x0401, 0x0501, 0x0203, 0x0201, 0x0809, 0x081a, 0):
    refused(f"the signature as if of scheme {scheme:#06x}", ILLEGAL_PARAMETER,
            lambda c, scheme=scheme: [c.certificate(), c.verify(scheme=scheme), c.finished()])
refused("PKCS #1, which certificates alone may have", ILLEGAL_PARAMETER, lambda c: [
    c.certificate(entry(rsa_certificate)),
    c.put_verify(0x0401, rsa_key.sign(c.signed(), padding.PKCS1v15(), hashes.SHA256()))])
refused("salt of another length", DECRYPT_ERROR, lambda c: [
    c.certificate(entry(rsa_certificate)),
    c.put_verify(0x0804, rsa_key.sign(c.signed(), padding.PSS(padding.MGF1(hashes.SHA256()), 20), hashes.SHA256()))])
refused("the context of a request after the handshake", ILLEGAL_PARAMETER, lambda c: [c.certificate(context=b"x")])
refused("an extension of a certificate", UNSUPPORTED_EXTENSION,
        lambda c: [c.certificate(entry(certificate, extension(5, b""))), c.verify(), c.finished()])
refused("what is no certificate", BAD_CERTIFICATE,
        lambda c: [c.certificate(entry(b"x" * 100)), c.verify(), c.finished()])
refused("a certificate with a byte behind it", BAD_CERTIFICATE,
        lambda c: [c.certificate(entry(certificate + b"x")), c.verify(), c.finished()])
refused("behind the first, what is no certificate", BAD_CERTIFICATE,
        lambda c: [c.certificate(entry(certificate) + entry(b"x")), c.verify(), c.finished()])
refused("a certificate that somebody changed", BAD_CERTIFICATE,
        lambda c: [c.certificate(entry(certificate[:-1] + bytes([certificate[-1] ^ 1]))), c.verify(), c.finished()])
for n in range(0, 12):
    body = u8(b"") + u24(entry(certificate))
    refused(f"a Certificate of {n} bytes", DECODE_ERROR, lambda c, n=n, body=body: [message(11, body[:n])])
refused("a byte behind the list", DECODE_ERROR, lambda c: [message(11, u8(b"") + u24(entry(certificate)) + b"x")])
refused("a certificate of no bytes", DECODE_ERROR, lambda c: [c.certificate(entry(b""))])
refused("an entry that is longer than the list", DECODE_ERROR,
        lambda c: [message(11, u8(b"") + u24(entry(certificate)[:-3]))])
refused("a chain that is too long", DECODE_ERROR, lambda c: [message(11, bytes(32773))[:16000]])
for n in range(0, 5):
    refused(f"a CertificateVerify of {n} bytes", DECODE_ERROR,
            lambda c, n=n: [c.certificate(), message(15, (words([0x0403]) + u16(b"xy"))[:n])])
refused("a byte behind the signature", DECODE_ERROR,
        lambda c: [c.certificate(), message(15, words([0x0403]) + u16(bytes(70)) + b"x")])
refused("a signature that is too long", DECODE_ERROR, lambda c: [c.certificate(), message(15, bytes(1029))])


def between(name, alert, what, where=required):
    @case(name)
    def _():
        c = begun(where)
        c.then(c.certificate())
        c.send(what(c))
        equal(c.ends_with(), alert)


between("data between certificate and signature", UNEXPECTED_MESSAGE, lambda c: c.seal(DATA, b"GET / HTTP/1.1\r\n\r\n"))
between("an alert there ends it", None, lambda c: c.seal(ALERT, b"\2\x2a"))


@case("data in the place of Finished")
def _():
    c = begun()
    c.then(c.certificate(), c.verify())
    c.send(c.seal(DATA, b"GET / HTTP/1.1\r\n\r\n"))
    equal(c.ends_with(), UNEXPECTED_MESSAGE)


@case("half a message, and then data")
def _():
    c = begun()
    c.then(c.certificate()[:50])
    c.send(c.seal(DATA, b"GET / HTTP/1.1\r\n\r\n"))
    equal(c.ends_with(), UNEXPECTED_MESSAGE)


@case("a Certificate after the handshake")
def _():
    c = begun()
    c.then(c.certificate(), c.verify(), c.finished())
    c.write = c.next_write
    c.then(c.certificate())
    equal(c.ends_with(), UNEXPECTED_MESSAGE)


end()
