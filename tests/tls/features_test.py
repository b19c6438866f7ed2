# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Tickets, record_size_limit and P-256, with a client that does wrong things: features_test.py PORT PAGE ONCE

ONCE: the port of a server whose tickets are for one use."""
import os, sys

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from cases import case, end, equal
from peer import *
from providers import GROUPS, HYBRID

address, once_address = (("127.0.0.1", int(port)) for port in (sys.argv[1], sys.argv[3]))
with open(sys.argv[2], "rb") as f:
    index = f.read()
MODES = extension(45, u8(b"\1"))
EARLY = mac(bytes(32), bytes(32))


class Resumer(Client):
    """A client that brings a ticket, and speaks P-256 if it is told to."""
    ticket = secret = key = None
    resumed = False

    def bring(self, ticket, secret):
        self.ticket, self.secret = ticket, secret
        return self

    def early(self):
        return mac(bytes(32), self.secret)

    def with_ticket(self, spoil=0, identity=None, before=b"", modes=MODES, index=0, transcript=b"", **how):
        """A ClientHello whose last extension is the ticket, after `index` unknown ones, bound to what was before it."""
        unknown = u16(b"unknown" * 20) + bytes(4)
        identities = u16(unknown * index + u16(identity or self.ticket) + bytes(4))
        binders = u16(u8(bytes(32)) * (index + 1))
        extra = before + modes + extension(41, identities + binders)
        whole = self.hello(extra=extra, **how)
        binder = mac(expand_label(expand_label(self.early(), b"res binder", EMPTY), b"finished"),
                     sha256(transcript + whole[:-len(binders)]))
        return whole[:-32] + binder[:-1] + bytes([binder[-1] ^ spoil])

    def server_hello(self):
        """As Client's, of a server that may have taken the ticket."""
        (m,) = self.messages()
        equal(m[0], 2)
        self.transcript += m
        rest = m[39 + m[38]:]
        equal(rest[:3], b"\x13\x01\x00")
        at, parts = 5, {}
        while at < len(rest):
            n = int.from_bytes(rest[at + 2:at + 4], "big")
            parts[int.from_bytes(rest[at:at + 2], "big")] = rest[at + 4:at + 4 + n]
            at += 4 + n
        self.resumed = 41 in parts
        if self.resumed:
            self.index = int.from_bytes(parts[41], "big")
        if self.key:
            equal(parts[51][:4], bytes.fromhex("00170041"))
            theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), parts[51][4:])
            shared = self.key.exchange(ec.ECDH(), theirs)
        else:
            equal(parts[51][:4], bytes.fromhex("001d0020"))
            shared = x25519(self.private, parts[51][4:])
        secret = mac(expand_label(self.early() if self.resumed else EARLY, b"derived", EMPTY), shared)
        now = sha256(self.transcript)
        self.client_secret = expand_label(secret, b"c hs traffic", now)
        self.server_secret = expand_label(secret, b"s hs traffic", now)
        self.master = mac(expand_label(secret, b"derived", EMPTY), bytes(32))
        self.read, self.write = Keys(self.server_secret), Keys(self.client_secret)

    largest = 0

    def receive(self):
        kind, body = super().receive()
        if self.read:
            self.largest = max(self.largest, len(body))
        return kind, body

    def messages(self):
        """Messages, however they are cut into records."""
        data = b""
        while True:
            kind, body = self.receive()
            equal(kind, HANDSHAKE)
            data += body
            out, at = [], 0
            while at + 4 <= len(data) and at + 4 + int.from_bytes(data[at + 1:at + 4], "big") <= len(data):
                n = 4 + int.from_bytes(data[at + 1:at + 4], "big")
                out.append(data[at:at + n])
                at += n
            if at == len(data):
                return out

    def data(self, n):
        """As Client's, of a server that may have cut its ticket into records."""
        out = b""
        while len(out) < n:
            kind, body = self.receive()
            while kind == HANDSHAKE and len(body) < 4 + int.from_bytes(body[1:4], "big"):
                more, rest = self.receive()
                equal(more, HANDSHAKE)
                body += rest
            if kind == HANDSHAKE:
                equal(body[0], 4)
                self.tickets = getattr(self, "tickets", []) + [body]
            else:
                out += body
        return out

    def server_flight(self):
        got = self.messages()
        while got[-1][0] != 20:
            got += self.messages()
        equal([m[0] for m in got], [8, 20] if self.resumed else [8, 11, 15, 20])
        for m in got:
            if m[0] == 20:
                equal(m[4:], mac(expand_label(self.server_secret, b"finished"), sha256(self.transcript)))
            self.transcript += m
        self.encrypted_extensions = got[0]
        now = sha256(self.transcript)
        self.read = Keys(expand_label(self.master, b"s ap traffic", now))
        self.next_write = Keys(expand_label(self.master, b"c ap traffic", now))

    def get_ticket(self):
        """A page, and the ticket before it: its identity, and its secret."""
        self.transcript += self.finished()
        equal(self.get(), (200, index))
        (m,) = self.tickets
        lifetime, nonce = int.from_bytes(m[4:8], "big"), m[13:13 + m[12]]
        equal(lifetime, 7200)
        at = 13 + m[12]
        n = int.from_bytes(m[at:at + 2], "big")
        resumption = expand_label(self.master, b"res master", sha256(self.transcript))
        return m[at + 2:at + 2 + n], expand_label(resumption, b"resumption", nonce)


def ticket(where=address):
    c = Resumer(where, extra=MODES)
    c.connect()
    return c.get_ticket()


one = ticket()


def resumes(c, whether=True, **how):
    hello = c.with_ticket(**how)
    c.connect(hello=hello)
    equal(c.resumed, whether)
    equal(c.get(), (200, index))


@case("a ticket resumes, without a certificate, whose name is then acknowledged to nobody (RFC 6066, 3)")
def _():
    c = Resumer(address).bring(*one)
    resumes(c)
    equal(c.encrypted_extensions, message(8, u16(b"")))


case("so the client need not say which signatures it verifies (9.2)")(
    lambda: resumes(Resumer(address).bring(*one), leave_out=(13,)))
case("again: it is not for one use only")(lambda: resumes(Resumer(address).bring(*one)))


@case("a ticket of a connection that was resumed resumes")
def _():
    c = Resumer(address).bring(*one)
    c.connect(hello=c.with_ticket())
    equal(c.resumed, True)
    resumes(Resumer(address).bring(*c.get_ticket()))


@case("a ticket behind others that are nobody's, and which one it was")
def _():
    for index_ in (1, 3):
        c = Resumer(address).bring(*one)
        resumes(c, index=index_)
        equal(c.index, index_)
    resumes(Resumer(address).bring(*one), whether=False, index=4)


@case("after a HelloRetryRequest, which its binder covers")
def _():
    c = Resumer(address, groups=(256, 29)).bring(*one)
    first = c.with_ticket(groups=(256, 29), shares=b"")
    c.start(first)
    c.retry()
    c.connect(hello=c.with_ticket(groups=(256, 29), transcript=c.transcript))
    equal(c.resumed, True)
    equal(c.get(), (200, index))


@case("a client that says nothing of how it takes tickets gets none")
def _():
    for extra in (b"", extension(45, u8(b"\0"))):
        c = Resumer(address, extra=extra).connect()
        equal(c.get(), (200, index))
        equal(getattr(c, "tickets", []), [])


case("a ticket without a key exchange (psk_ke) is passed over")(
    lambda: resumes(Resumer(address).bring(*one), whether=False, modes=extension(45, u8(b"\0"))))


@case("a ticket with any byte wrong, cut or longer, is passed over")
def _():
    for at in [*range(0, 40, 3), *range(40, len(one[0]), 11), len(one[0]) - 1]:
        bad = one[0][:at] + bytes([one[0][at] ^ 4]) + one[0][at + 1:]
        resumes(Resumer(address).bring(*one), whether=False, identity=bad)
    for bad in (one[0][:-1], one[0] + b"x", one[0][:28], b"x"):
        resumes(Resumer(address).bring(*one), whether=False, identity=bad)


def refused(name, alert, hello):
    @case(name)
    def _():
        c = Resumer(address).bring(*one)
        c.start(hello(c))
        equal(c.ends_with(), alert)


refused("one that is passed over, without signature_algorithms", MISSING_EXTENSION,
        lambda c: c.with_ticket(identity=b"x", leave_out=(13,)))
refused("a binder that is wrong", DECRYPT_ERROR, lambda c: c.with_ticket(spoil=1))
refused("a binder of another secret", DECRYPT_ERROR, lambda c: c.bring(one[0], bytes(32)).with_ticket())
refused("a binder over something else before it", DECRYPT_ERROR, lambda c: c.with_ticket(transcript=b"x"))


@case("a ticket, and then a wrong Finished")
def _():
    c = Resumer(address).bring(*one)
    c.until_finished(hello=c.with_ticket())
    c.send(c.seal(HANDSHAKE, message(20, bytes(32))))
    equal(c.ends_with(), DECRYPT_ERROR)


@case("early data with a ticket is passed over")
def _():
    c = Resumer(address).bring(*one)
    c.start(c.with_ticket(before=extension(42, b"")))
    c.send(record(DATA, os.urandom(100)) * 3)
    c.server_hello()
    equal(c.resumed, True)
    c.server_flight()
    c.send(c.seal(HANDSHAKE, c.finished()))
    c.write = c.next_write
    equal(c.get(), (200, index))


@case("for one use only: the first that knows its secret resumes, and its hello again does not")
def _():
    mine = ticket(once_address)
    wrong = Resumer(once_address).bring(*mine)
    wrong.start(wrong.with_ticket(spoil=1))
    equal(wrong.ends_with(), DECRYPT_ERROR)
    c = Resumer(once_address).bring(*mine)
    hello = c.with_ticket()
    c.connect(hello=hello)
    equal(c.resumed, True)
    equal(c.get(), (200, index))
    again = Resumer(once_address).bring(*mine)
    again.private = c.private
    again.connect(hello=hello)
    equal(again.resumed, False)
    equal(again.get(), (200, index))
    resumes(Resumer(once_address).bring(*mine), whether=False)


@case("for one use only: that of each connection, resumed or not, early data passed over or not")
def _():
    mine = ticket(once_address)
    for early in (b"", extension(42, b""), b""):
        c = Resumer(once_address).bring(*mine)
        c.connect(hello=c.with_ticket(before=early))
        equal(c.resumed, True)
        used, mine = mine, c.get_ticket()
        resumes(Resumer(once_address).bring(*used), whether=False, before=early)


# ---- record_size_limit (RFC 8449)

@case("records as small as the client wants")
def _():
    for limit in (64, 65, 100, 1000, 16384, 16385, 65535):
        c = Resumer(address, extra=MODES + extension(28, limit.to_bytes(2, "big"))).connect()
        equal(c.encrypted_extensions, message(8, u16(extension(0, b"") + extension(28, b"\x40\x01"))))
        equal(c.get(), (200, index))
        assert c.largest <= min(limit - 1, 16384), (limit, c.largest)
        if limit <= 100:
            equal(c.largest, limit - 1)


for what, alert, content in (("of 63", ILLEGAL_PARAMETER, b"\0\x3f"), ("of 0", ILLEGAL_PARAMETER, b"\0\0"),
                             ("of one byte", DECODE_ERROR, b"\1"), ("of three", DECODE_ERROR, b"\1\0\0"),
                             ("of none", DECODE_ERROR, b"")):
    refused(f"record_size_limit {what}", alert, lambda c, content=content: c.hello(extra=extension(28, content)))

# ---- P-256


@case("P-256, alone and beside X25519, which is taken when both have a share")
def _():
    for groups, both in (((23,), False), ((23, 29), False), ((23, 29), True)):
        key = ec.generate_private_key(ec.SECP256R1())
        point = key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        c = Resumer(address)
        c.key = None if both else key
        other = words([29]) + u16(x25519(c.private, b"\x09" + bytes(31)))
        c.connect(hello=c.hello(groups=groups, shares=words([23]) + u16(point) + (other if both else b"")))
        equal(c.get(), (200, index))


G = bytes.fromhex("046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                  "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5")
for what, share in (("of zeros", bytes(65)), ("that is not on the curve", G[:-1] + b"\xf4"),
                    ("compressed", b"\2" + G[1:33]),
                    ("that says it is hybrid", b"\7" + G[1:]), ("too short", G[:-1]), ("too long", G + b"\0"),
                    ("with a coordinate beyond the field", b"\4" + b"\xff" * 64)):
    refused(f"a P-256 share {what}", ILLEGAL_PARAMETER,
            lambda c, share=share: c.hello(groups=(23,), shares=words([23]) + u16(share)))
for group, size in ((24, 48), (25, 66), (30, 56)):
    if group not in GROUPS:
        continue
    wrong = [("of zeros", bytes(size))] if group == 30 else [
        ("of zeros", bytes(1 + 2 * size)), ("that is not on the curve", b"\4" + bytes(2 * size - 1) + b"\1"),
        ("compressed", b"\2" + bytes(size)), ("with a coordinate beyond the field", b"\4" + b"\xff" * 2 * size)]
    for what, share in wrong + [("of one byte", b"\4")]:
        refused(f"a share of group {group} {what}", ILLEGAL_PARAMETER,
                lambda c, group=group, share=share: c.hello(groups=(group,), shares=words([group]) + u16(share)))

# X25519MLKEM768: zeros are an encapsulation key, and 9 is a point.
HAS = HYBRID in GROUPS
key, nine = bytes(1184), b"\x09" + bytes(31)


def takes(name, group, size, groups, *shares):
    @case(name)
    def _():
        c = Client(address)
        c.start(c.hello(groups=groups, shares=b"".join(words([g]) + u16(share) for g, share in shares)))
        (m,) = c.messages()
        equal((m[6:38] == RETRY, m[39 + m[38] + 5:][:6 + 2 * (size > 0)]),
              (size == 0, words([51, size + 4, group, size] if size else [51, 2, group])))
        c.close()


takes("X25519MLKEM768 is taken if it is there, whatever else is", *((HYBRID, 1120) if HAS else (29, 32)),
      (29, HYBRID), (29, nine), (HYBRID, key + nine))
takes("but not asked for where there is another share", 29, 32, (HYBRID, 29), (29, nine))
takes("X25519MLKEM768 is asked for where there is none", HYBRID if HAS else 29, 0, (29, HYBRID))
wrong = [("that ends early", key + nine[:-1]), ("with a byte behind it", key + nine + b"\0"), ("of one byte", b"\4"),
         ("that is what a server says", bytes(1088) + nine)]
if HAS:
    # FIPS 203, 7.2: no number is q = 3329 or more
    wrong += [(f"whose key has {number} at {at}", key[:at] + bytes([number & 255, number >> 8]) + key[at + 2:] + nine)
              for number in (3329, 4095) for at in (0, 600, 1149)]
    wrong += [("whose point is of small order", key + low) for low in (bytes(32), b"\1" + bytes(31))]
for what, share in wrong:
    refused(f"a share of X25519MLKEM768 {what}", ILLEGAL_PARAMETER,
            lambda c, share=share: c.hello(groups=(HYBRID, 29), shares=words([HYBRID]) + u16(share)))
if not HAS:
    refused("X25519MLKEM768 alone", HANDSHAKE_FAILURE,
            lambda c: c.hello(groups=(HYBRID,), shares=words([HYBRID]) + u16(key + nine)))
end()
