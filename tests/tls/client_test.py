# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The HTTPS server against a client that does wrong things: client_test.py SERVER FOLDER CERTIFICATE KEY"""
import os, random, signal, socket, sys, time

from cases import case, end, equal, start
from peer import *

random.seed(8446)
program, folder, certificate, key = sys.argv[1:]
big = random.randbytes(3_000_000)
with open(os.path.join(folder, "big.bin"), "wb") as f:
    f.write(big)
with open(os.path.join(folder, "index.html"), "rb") as f:
    index = f.read()

# Whose clients have all the time they need, on a machine that does much else; and one that soon has enough of silence.
server, address = start(program, folder, certificate, key, "--timeout", "600000", "--handshake-timeout", "600000",
                        "--verbose")
hasty, soon = start(program, folder, certificate, key, "--timeout", "3000", "--handshake-timeout", "3000", "--verbose")


def refused(name, alert, send, to=address):
    """send(client) does something wrong; the answer is this alert, or none, and the end."""
    @case(name)
    def _():
        c = Client(to)
        send(c)
        equal(c.ends_with(), alert)
        c.close()


def hello_refused(name, alert, **how):
    refused(name, alert, lambda c: c.start(c.hello(**how)))


# ---- what works

@case("a page")
def _():
    c = Client(address).connect()
    equal(c.get(), (200, index))
    equal(c.get(b"/none")[0], 404)
    equal(c.ccs, 1)
    c.send(c.seal(ALERT, b"\x01\x00"))
    equal(c.ends_with(), CLOSE_NOTIFY)


@case("without a session id there is no change_cipher_spec")
def _():
    c = Client(address, session=b"").connect()
    equal(c.get()[0], 200)
    equal(c.ccs, 0)


@case("the end after 'Connection: close' is announced")
def _():
    c = Client(address).connect()
    equal(c.get(request=b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"), (200, index))
    equal(c.ends_with(), CLOSE_NOTIFY)


@case("3 MB, in many records")
def _():
    c = Client(address).connect()
    equal(c.get(b"/big.bin"), (200, big))
    equal(c.get()[0], 200)


@case("3 MB to a client that reads slowly, and KeyUpdates meanwhile")
def _():
    c = Client(address).connect()
    c.send(c.seal(DATA, b"GET /big.bin HTTP/1.1\r\nHost: x\r\n\r\n") + c.key_update(1) + c.key_update(0) + c.key_update(1)
           + c.seal(DATA, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"))
    time.sleep(0.3)
    equal(c.answer(), (200, big))
    equal(c.answer(), (200, index))
    equal(c.updated, 1)


@case("HelloRetryRequest: no share, or one of another group")
def _():
    for shares in (b"", words([256]) + u16(b"\1" * 256)):
        c = Client(address, groups=(256, 29))
        c.start(c.hello(groups=(256, 29), shares=shares))
        m = c.retry()
        equal(m[39 + m[38]:], bytes.fromhex("130100000c") + bytes.fromhex("00330002001d") + bytes.fromhex("002b00020304"))
        c.connect()
        equal(c.get(), (200, index))
        equal(c.ccs, 1)


@case("ALPN: http/1.1 is accepted among others")
def _():
    c = Client(address, alpn=[b"h2", b"http/1.1"], leave_out=(0,)).connect()
    equal(c.encrypted_extensions, message(8, u16(extension(16, u16(u8(b"http/1.1"))))))


@case("the name that chose the certificate is acknowledged (RFC 6066, 3), and none if there is none")
def _():
    equal(Client(address).connect().encrypted_extensions, message(8, u16(extension(0, b""))))
    equal(Client(address, leave_out=(0,)).connect().encrypted_extensions, message(8, u16(b"")))
    other_type = u16(b"\1" + u16(b"localhost"))
    equal(Client(address, names=other_type).connect().encrypted_extensions, message(8, u16(b"")))


@case("authorities that a client believes are passed over (4.2.4)")
def _():
    for names in (b"\0\1x", u16(b"0" * 300) + b"\0\1x"):
        equal(Client(address, extra=extension(47, u16(names))).connect().get()[0], 200)


@case("unknown suites, versions, groups and extensions are passed over")
def _():
    grease = extension(0x0a0a, b"") + extension(0xfafa, b"x" * 300) + extension(21, bytes(900))
    c = Client(address, suites=(0x0a0a, 0x1302, 0x1301), versions=(0x0a0a, 0x0304, 0x0303), groups=(0x1a1a, 29), extra=grease,
               shares=words([0x1a1a]) + u16(b"x"))
    c.start(c.hello(**c.options))
    c.retry()
    c.options["shares"] = None
    equal(c.connect().get()[0], 200)


def shared_keys(identities=u16(b"name") + bytes(4), binders=u8(bytes(32)), behind=b""):
    return extension(41, u16(identities) + u16(binders) + behind)


MODES = extension(45, u8(b"\1"))


@case("a pre-shared key is passed over")
def _():
    equal(Client(address, extra=MODES + shared_keys()).connect().get()[0], 200)
    three = shared_keys((u16(b"name") + bytes(4)) * 3, u8(bytes(32)) * 2 + u8(bytes(255)))
    equal(Client(address, extra=extension(45, u8(b"\0\1\xff")) + three).connect().get()[0], 200)


@case("any legacy_version above SSL 3.0's, and any version of the record (5.1, D.5)")
def _():
    for version in (0x0301, 0x0302, 0x0304, 0x03ff, 0x7f1c, 0xffff):
        c = Client(address, version=version).connect()
        equal(c.get()[0], 200)
        c = Client(address)
        hello = c.hello()
        c.transcript += hello
        c.send(record(HANDSHAKE, hello, version))
        c.server_hello()


@case("a name of another type beside the host's")
def _():
    c = Client(address, names=u16(b"\0" + u16(b"localhost") + b"\7" + u16(b"something else"))).connect()
    equal(c.get()[0], 200)


@case("an extension of each type but those we know, in one ClientHello")
def _():
    known = (0, 10, 13, 16, 28, 41, 42, 43, 44, 45, 47, 51)
    c = Client(address)
    kinds = [kind for kind in range(65536) if kind not in known]
    for at in range(0, 65536, 3900):
        c = Client(address)
        c.start(c.hello(extra=b"".join(extension(kind, b"") for kind in kinds[at:at + 3900])), pieces=16000)
        c.server_hello()
        c.close()


@case("early data is passed over")
def _():
    early = record(DATA, os.urandom(100)) + record(DATA, os.urandom(16384)) + record(DATA, os.urandom(20))
    for order in ((), (256,)):
        c = Client(address, groups=(256, 29))
        shares = words([256]) + u16(b"\1" * 256) if order else None
        hello = c.hello(extra=extension(42, b""), shares=shares, groups=(256, 29))
        c.transcript += hello
        c.send(record(HANDSHAKE, hello) + early)
        if order:
            c.retry()
            equal(c.connect().get()[0], 200)
        else:
            c.server_hello()
            c.server_flight()
            c.send(c.seal(HANDSHAKE, c.finished()))
            c.write = c.next_write
            equal(c.get()[0], 200)


@case("early data in records of every size is passed over, as many bytes as 16 KB or more")
def _():
    for size, many in ((18, 16384), (0, 100), (1, 100), (16, 100), (17, 100), (37, 1000), (16640, 1)):
        c = Client(address)
        hello = c.hello(extra=extension(42, b""))
        c.transcript += hello
        c.send(record(HANDSHAKE, hello) + record(DATA, os.urandom(size)) * many)
        c.server_hello()
        c.server_flight()
        c.send(c.seal(HANDSHAKE, c.finished()))
        c.write = c.next_write
        equal(c.get()[0], 200)


@case("early data in empty records without end")
def _():
    c = Client(address)
    hello = c.hello(extra=extension(42, b""))
    c.transcript += hello
    c.send(record(HANDSHAKE, hello))
    c.server_hello()
    c.server_flight()
    c.send(record(DATA, b"") * 32769)
    equal(c.ends_with(), BAD_RECORD_MAC)


@case("a ClientHello in records of every size")
def _():
    for pieces in [*range(1, 24), 50, 51, 100, 200, 240]:
        c = Client(address)
        c.start(pieces=pieces)
        c.server_hello()


LONGEST = 69632  # bytes of a ClientHello, without its header


def long_hello(c, **how):
    """One whose extensions are as long as they can be, 65,535 bytes; its suites make it the longest that is taken."""
    padding = 65535 - (len(c.hello(extra=extension(21, b""), **how)) - 4 - 2 - 32 - 33 - 4 - 2 - 2)
    suites = (LONGEST - 65535 - 2 - 32 - 33 - 2 - 2 - 2) // 2
    hello = c.hello(extra=extension(21, bytes(padding)), suites=(0x1301, *range(0xa000, 0xa000 + suites - 1)), **how)
    equal(len(hello) // 2, (4 + LONGEST) // 2)
    return hello


@case("the longest ClientHello, in records of several sizes")
def _():
    for pieces in (1, 3, 100, 5000, 16384):
        c = Client(address)
        c.start(long_hello(c), pieces=pieces)
        c.server_hello()
        c.server_flight()
        c.send(c.seal(HANDSHAKE, c.finished()))
        c.write = c.next_write
        equal(c.get()[0], 200)


@case("a ClientHello of 64 KiB, and after a HelloRetryRequest another")
def _():
    c = Client(address, groups=(23, 29), extra=extension(21, bytes(65000)))
    c.start(c.hello(groups=(23, 29), shares=b"", extra=c.options["extra"]), pieces=16384)
    c.retry()
    c.start(c.hello(**c.options), pieces=16384)
    c.server_hello()
    c.server_flight()
    c.send(c.seal(HANDSHAKE, c.finished()))
    c.write = c.next_write
    equal(c.get()[0], 200)


@case("a Finished in records of every size")
def _():
    for pieces in range(1, 37):
        c = Client(address).connect(pieces=pieces)
        if pieces % 9 == 1:
            equal(c.get()[0], 200)


@case("everything a byte at a time")
def _():
    c = Client(address)
    all_at_once = c.socket.sendall

    class Slow:
        def sendall(self, data):
            for b in data:
                all_at_once(bytes([b]))

        def __getattr__(self, name):
            return getattr(real, name)
    real, c.socket = c.socket, Slow()
    c.connect()
    equal(c.get()[0], 200)


@case("a request in records of every size, with padding and empty records")
def _():
    c = Client(address).connect()
    request = b"GET / HTTP/1.1\r\nHost: x\r\nA: " + b"a" * 50 + b"\r\n\r\n"
    for size in range(1, 60):
        c.send(b"".join(c.seal(DATA, request[i:i + size], padding=size % 7) + c.seal(DATA, b"", padding=i % 3) for i in range(0, len(request), size)))
        equal(c.answer(), (200, index))


@case("so many records that bring nothing, and one that does")
def _():
    c = Client(address).connect()
    for _ in range(3):
        c.send(b"".join(c.seal(DATA, b"", padding=n) for n in range(32)))
        equal(c.get()[0], 200)


@case("many requests in one record, and a record that is all padding but one byte")
def _():
    c = Client(address).connect()
    request = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
    c.send(c.seal(DATA, request * 300))
    for _ in range(300):
        equal(c.answer(), (200, index))
    c.send(c.seal(DATA, request[:1], padding=16383) + c.seal(DATA, request[1:]))
    equal(c.answer(), (200, index))


@case("bodies of 16 KB records")
def _():
    c = Client(address).connect()
    for _ in range(3):
        c.send(c.seal(DATA, b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n")
               + b"".join(c.seal(DATA, bytes(min(16384, 100000 - i))) for i in range(0, 100000, 16384)))
        equal(c.answer(), (200, index))


@case("KeyUpdate between the records of a request")
def _():
    c = Client(address).connect()
    for wanted in (0, 1, 0, 1, 1):
        c.send(c.seal(DATA, b"GET / HT") + c.key_update(wanted) + c.seal(DATA, b"TP/1.1\r\nHost: x\r\n\r\n"))
        equal(c.answer(), (200, index))
    equal(c.updated, 3)


@case("KeyUpdates that come in a row are answered by one (RFC 8446, 4.6.3)")
def _():
    c = Client(address).connect()
    for wanted in ((1, 1, 1), (1, 0, 0), (0, 0, 0), (0, 1) * 10):
        c.send(b"".join(c.key_update(w) for w in wanted) + c.seal(DATA, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"))
        equal(c.answer(), (200, index))
    equal(c.updated, 3)


@case("a KeyUpdate in records of one byte, after half a request")
def _():
    c = Client(address).connect()
    c.send(c.seal(DATA, b"GET / HT") + b"".join(c.seal(HANDSHAKE, bytes([b])) for b in message(24, b"\0")))
    c.write = c.write.next()
    c.send(c.seal(DATA, b"TP/1.1\r\nHost: x\r\n\r\n"))
    equal(c.answer(), (200, index))


@case("user_canceled is passed over")
def _():
    c = Client(address).connect()
    c.send(c.seal(ALERT, b"\x01\x5a"))
    equal(c.get()[0], 200)


@case("change_cipher_spec wherever it is allowed")
def _():
    c = Client(address)
    c.start()
    c.send(record(CCS, b"\x01") * 3)
    c.server_hello()
    c.send(record(CCS, b"\x01"))
    c.server_flight()
    c.send(c.seal(HANDSHAKE, c.finished()))
    c.write = c.next_write
    equal(c.get()[0], 200)


# ---- a ClientHello that is refused

hello_refused("only TLS 1.2", PROTOCOL_VERSION, versions=(0x0303,))
hello_refused("no supported_versions", PROTOCOL_VERSION, leave_out=(43,))
hello_refused("no suite of ours", HANDSHAKE_FAILURE, suites=(0x1304, 0x1305))
hello_refused("no group of ours", HANDSHAKE_FAILURE, groups=(256, 257), shares=b"")
hello_refused("no signature scheme of ours", HANDSHAKE_FAILURE, signatures=(0x0804, 0x0401))
hello_refused("no supported_groups", MISSING_EXTENSION, leave_out=(10,))
hello_refused("no signature_algorithms", MISSING_EXTENSION, leave_out=(13,))
hello_refused("no key_share", MISSING_EXTENSION, leave_out=(51,))
hello_refused("no group for a pre-shared key, but a share", MISSING_EXTENSION, leave_out=(10,),
              extra=MODES + shared_keys())
hello_refused("a pre-shared key alone, without a key exchange", HANDSHAKE_FAILURE, leave_out=(10, 13, 51),
              extra=extension(45, u8(b"\0")) + shared_keys())
hello_refused("no signature_algorithms, for a pre-shared key that is none", MISSING_EXTENSION, leave_out=(13,),
              extra=MODES + shared_keys())
for what, bad in (("nothing", b""), ("no name", u16(b"")), ("an empty name", u16(b"\0\0\0")),
                  ("a name beyond its end", u16(b"\0\2x")), ("something behind it", u16(b"\0\1x") + b"\0"),
                  ("half a length", u16(b"\0\1x\0"))):
    hello_refused(f"certificate_authorities: {what}", DECODE_ERROR, extra=extension(47, bad))
hello_refused("a share of a group that is not supported (4.2.8)", ILLEGAL_PARAMETER, groups=(23,))
hello_refused("a share of another group that is not supported", ILLEGAL_PARAMETER,
              shares=words([29]) + u16(b"\x09" + bytes(31)) + words([23]) + u16(b"\x04" + bytes(64)))
hello_refused("two shares of another group", ILLEGAL_PARAMETER, groups=(23, 29),
              shares=(words([23]) + u16(b"\x04" + bytes(64))) * 2)
hello_refused("compression", ILLEGAL_PARAMETER, compressions=b"\1\0")
hello_refused("no compression method", DECODE_ERROR, compressions=b"")
hello_refused("h2 only", NO_APPLICATION_PROTOCOL, alpn=[b"h2"])
hello_refused("an empty protocol name", DECODE_ERROR, alpn=[b"http/1.1", b""])
hello_refused("a share of 31 bytes", ILLEGAL_PARAMETER, share=bytes(31))
hello_refused("a share without bytes", DECODE_ERROR, shares=words([29, 0]))
hello_refused("two shares of x25519", ILLEGAL_PARAMETER, shares=(words([29]) + u16(b"\x09" + bytes(31))) * 2)
hello_refused("a share of small order", ILLEGAL_PARAMETER, share=b"\1" + bytes(31))
hello_refused("an extension twice", ILLEGAL_PARAMETER, extra=extension(10, u16(words([29]))))
hello_refused("key_share twice", ILLEGAL_PARAMETER, extra=extension(51, u16(b"")))
hello_refused("early_data twice", ILLEGAL_PARAMETER, extra=extension(42, b"") * 2)
hello_refused("early_data that is not empty", DECODE_ERROR, extra=extension(42, b"x"))
hello_refused("an unknown extension twice (4.2)", ILLEGAL_PARAMETER,
              extra=extension(0x0a0a, b"") + extension(21, b"") + extension(0x0a0a, b"x"))
for kind in (0, 1, 5, 21, 63, 64, 65535):
    hello_refused(f"extension {kind} twice", ILLEGAL_PARAMETER, leave_out=(0,),
                  extra=extension(kind, u16(b"\0" + u16(b"x"))) * 2)
hello_refused("psk_key_exchange_modes twice", ILLEGAL_PARAMETER, extra=MODES * 2)
hello_refused("SSL 3.0 in legacy_version (D.5)", PROTOCOL_VERSION, version=0x0300)
hello_refused("SSL 2.0 in legacy_version", PROTOCOL_VERSION, version=0x0002)
hello_refused("a cookie that we did not give", ILLEGAL_PARAMETER, extra=extension(44, u16(b"x")))
hello_refused("an empty cookie", DECODE_ERROR, extra=extension(44, u16(b"")))
hello_refused("a cookie with something behind it", DECODE_ERROR, extra=extension(44, u16(b"x") + b"y"))
hello_refused("pre_shared_key before others (4.2.11)", ILLEGAL_PARAMETER,
              extra=MODES + shared_keys() + extension(21, b""))
hello_refused("pre_shared_key twice", ILLEGAL_PARAMETER, extra=MODES + shared_keys() * 2)
hello_refused("pre_shared_key alone (4.2.9)", MISSING_EXTENSION, extra=shared_keys())
hello_refused("more binders than identities", ILLEGAL_PARAMETER, extra=MODES + shared_keys(binders=u8(bytes(32)) * 2))
hello_refused("fewer binders than identities", ILLEGAL_PARAMETER,
              extra=MODES + shared_keys((u16(b"name") + bytes(4)) * 2))
for what, bad in (("nothing", extension(41, b"")), ("no identities", shared_keys(b"")),
                  ("no binders", shared_keys(binders=b"")),
                  ("an identity of no byte", shared_keys(u16(b"") + bytes(5))),
                  ("an identity without its age", shared_keys(u16(b"names") + bytes(3))),
                  ("a binder of 31 bytes", shared_keys(binders=u8(bytes(31)) + b"\0")),
                  ("half a binder", shared_keys(binders=u8(bytes(32)) + b"\x20")),
                  ("something behind it", shared_keys(behind=b"\0")),
                  ("identities beyond its end", extension(41, b"\xff\xff" + bytes(50)))):
    hello_refused(f"pre_shared_key: {what}", DECODE_ERROR, extra=MODES + bad)
for what, bad in (("nothing", b""), ("no mode", u8(b"")), ("more than it says", u8(b"\1") + b"\1"),
                  ("less than it says", b"\2\1")):
    hello_refused(f"psk_key_exchange_modes: {what}", DECODE_ERROR, extra=extension(45, bad))
for what, bad in (("nothing", b""), ("no name", u16(b"")), ("an empty name", u16(b"\0" + u16(b""))),
                  ("only a type", u16(b"\0")), ("half a length", u16(b"\0\0")),
                  ("a name beyond its end", u16(b"\0\0\x0alocalhost")),
                  ("something behind it", u16(b"\0" + u16(b"x")) + b"\0"),
                  ("a list beyond its end", b"\0\x0d\0" + u16(b"localhost")),
                  ("a list shorter than its names", b"\0\x0b\0" + u16(b"localhost"))):
    hello_refused(f"server_name: {what}", DECODE_ERROR, names=bad)
hello_refused("server_name: two host names (RFC 6066, 3)", ILLEGAL_PARAMETER,
              names=u16((b"\0" + u16(b"localhost")) * 2))
hello_refused("a session id of 33 bytes", DECODE_ERROR, session=bytes(33))
hello_refused("an odd list of versions", DECODE_ERROR, leave_out=(43,), extra=extension(43, u8(b"\3\4\3")))
hello_refused("half an extension", DECODE_ERROR, extra=b"\0\x15\0")


@case("a ClientHello cut off anywhere, in a message that says so")
def _():
    whole = Client(address).hello(alpn=[b"http/1.1"])[4:]
    for n in [*range(0, 110, 3), *range(110, len(whole), 7)]:
        c = Client(address)
        c.start(message(1, whole[:n]))
        got = c.ends_with()
        # When exactly the extensions are missing it is an old ClientHello.
        equal(got, PROTOCOL_VERSION if n == 2 + 32 + 33 + 4 + 2 else DECODE_ERROR)
        c.close()


@case("every length in a ClientHello one too large, or too small")
def _():
    c = Client(address)
    whole = c.hello(alpn=[b"http/1.1"])[4:]
    lengths = [i for i in range(len(whole)) if whole[i] and i not in range(2, 34)]
    for i in lengths:
        for delta in (1, -1):
            bad = bytearray(whole)
            bad[i] = (bad[i] + delta) % 256
            c = Client(address)
            c.start(message(1, bytes(bad)))
            try:
                (m,) = c.messages()     # nothing was wrong with that
                assert m[0] == 2
            except Alert as alert:
                assert alert.what in (DECODE_ERROR, ILLEGAL_PARAMETER, PROTOCOL_VERSION, HANDSHAKE_FAILURE, MISSING_EXTENSION,
                                      NO_APPLICATION_PROTOCOL), alert
            c.close()


# ---- after a HelloRetryRequest

def second(name, alert, change, **first):
    def send(c):
        c.start(c.hello(**{"groups": (23, 29), "shares": b"", **first}))
        c.retry()
        change(c)
    refused("after HelloRetryRequest: " + name, alert, send)


def changed(name, **what):
    second(name, ILLEGAL_PARAMETER, lambda c: c.start(c.hello(**{"groups": (23, 29), **what})))


changed("no share again", shares=b"")
changed("two shares", shares=words([23]) + u16(b"\x04" + bytes(64)) + words([29]) + u16(b"\x09" + bytes(31)))
changed("early data", extra=extension(42, b""))
changed("another random", random=bytes(32))
changed("another session id", session=b"x")
changed("another legacy_version", version=0x0302)
changed("another suite", suites=(0x1301, 0x1302))
changed("fewer groups", groups=(29,))
changed("groups in another order", groups=(29, 23))
changed("another version", versions=(0x0304, 0x0303))
changed("another signature scheme", signatures=(0x0403, 0x0804))
changed("another name", names=u16(b"\0" + u16(b"elsewhere")))
changed("no name", leave_out=(0,))
changed("another protocol", alpn=[b"http/1.1"])
changed("an extension more", extra=extension(99, b""))
second("an extension less", ILLEGAL_PARAMETER, lambda c: c.start(c.hello(groups=(23, 29))), extra=extension(99, b""))
second("an extension changed", ILLEGAL_PARAMETER,
       lambda c: c.start(c.hello(groups=(23, 29), extra=extension(99, b"y"))), extra=extension(99, b"x"))
second("extensions in another order", ILLEGAL_PARAMETER,
       lambda c: c.start(c.hello(groups=(23, 29), extra=extension(98, b"") + extension(99, b""))),
       extra=extension(99, b"") + extension(98, b""))


@case("after HelloRetryRequest: what may change (4.1.2)")
def _():
    for first, then in ((b"", extension(21, bytes(50))), (extension(21, b"x"), b""),
                        (extension(21, b""), extension(21, bytes(9))),
                        (extension(42, b""), b""), (MODES + shared_keys(), MODES),
                        (extension(0xfe0d, b"x"), extension(0xfe0d, b"y")),
                        (MODES + shared_keys(), MODES + shared_keys(u16(b"name") + b"\1\2\3\4", u8(b"x" * 32)))):
        c = Client(address, groups=(23, 29), extra=then)
        c.start(c.hello(groups=(23, 29), shares=b"", extra=first))
        c.retry()
        equal(c.connect().get()[0], 200)


second("another message", UNEXPECTED_MESSAGE, lambda c: c.send(record(HANDSHAKE, message(20, bytes(32)))))
second("a protected record", UNEXPECTED_MESSAGE, lambda c: c.send(record(DATA, bytes(50))))



@case("after HelloRetryRequest: early data behind the second ClientHello")
def _():
    c = Client(address, groups=(23, 29))
    c.start(c.hello(groups=(23, 29), shares=b"", extra=extension(42, b"")))
    c.retry()
    c.until_finished()
    c.send(record(DATA, os.urandom(100)))
    equal(c.ends_with(), BAD_RECORD_MAC)


# ---- messages and records in a wrong order, or that are none

refused("a request in the clear", UNEXPECTED_MESSAGE, lambda c: c.send(b"GET / HTTP/1.1\r\n\r\n"))
refused("zeros", UNEXPECTED_MESSAGE, lambda c: c.send(bytes(100)))
refused("an early change_cipher_spec", UNEXPECTED_MESSAGE, lambda c: c.send(record(CCS, b"\x01")))
refused("Finished first", UNEXPECTED_MESSAGE, lambda c: c.send(record(HANDSHAKE, message(20, bytes(32)))))
refused("KeyUpdate first", UNEXPECTED_MESSAGE, lambda c: c.send(record(HANDSHAKE, message(24, b"\0"))))
refused("application data first", UNEXPECTED_MESSAGE, lambda c: c.send(record(DATA, bytes(50))))
refused("heartbeat (Heartbleed's)", UNEXPECTED_MESSAGE, lambda c: c.send(record(24, b"\x01\x40\x00")))
refused("an empty record of messages", UNEXPECTED_MESSAGE, lambda c: c.send(record(HANDSHAKE, b"")))
refused("a record that is too long", RECORD_OVERFLOW, lambda c: c.send(record(HANDSHAKE, message(1, bytes(16382)))[:5]))
refused("a ClientHello that is too long", DECODE_ERROR, lambda c: c.send(record(HANDSHAKE, b"\x01\x01\x10\x01")))
refused("a message longer than any", UNEXPECTED_MESSAGE, lambda c: c.send(record(HANDSHAKE, b"\x0b\xff\xff\xff")))
refused("a Finished longer than any, first", UNEXPECTED_MESSAGE,
        lambda c: c.send(record(HANDSHAKE, b"\x14\xff\xff\xff")))
refused("an alert of one byte", DECODE_ERROR, lambda c: c.send(record(ALERT, b"\x02")))
refused("an alert of no byte", UNEXPECTED_MESSAGE, lambda c: c.send(record(ALERT, b"")))
refused("an alert of three bytes", DECODE_ERROR, lambda c: c.send(record(ALERT, b"\x02\x28\x00")))
refused("a fatal alert", None, lambda c: c.send(record(ALERT, b"\x02\x28")))
refused("close_notify at once", CLOSE_NOTIFY, lambda c: c.send(record(ALERT, b"\x01\x00")))
refused("half a record, and the end", CLOSE_NOTIFY, lambda c: (c.send(b"\x16\x03\x01\x01\x00abc"),
                                                               c.socket.shutdown(socket.SHUT_WR)))
refused("nothing", CLOSE_NOTIFY, lambda c: c.socket.shutdown(socket.SHUT_WR))
refused("half a ClientHello, and silence", CLOSE_NOTIFY, lambda c: c.send(record(HANDSHAKE, c.hello()[:50])), soon)
refused("half a ClientHello, and an alert", UNEXPECTED_MESSAGE, lambda c: c.send(record(HANDSHAKE, c.hello()[:50]) + record(ALERT, b"\x01\x00")))


def with_more(name, more):
    """The keys change after the ClientHello, so its record must end there (5.1)."""
    def send(c):
        hello = c.hello()
        c.transcript += hello
        c.send(record(HANDSHAKE, hello + more(hello)))
    refused("a ClientHello with " + name, UNEXPECTED_MESSAGE, send)


with_more("a Finished behind it", lambda hello: message(20, bytes(32)))
with_more("one byte behind it", lambda hello: b"\x14")
with_more("another behind it", lambda hello: hello)
refused("after a ClientHello without a share, the beginning of another", UNEXPECTED_MESSAGE,
        lambda c: c.send(record(HANDSHAKE, c.hello(groups=(23, 29), shares=b"") + c.hello(groups=(23, 29))[:20])))


def after_hello(name, alert, send, to=address):
    """What is wrong comes in place of the client's Finished."""
    refused("for Finished: " + name, alert, lambda c: (c.until_finished(), send(c)), to)


after_hello("in the clear", UNEXPECTED_MESSAGE, lambda c: c.send(record(HANDSHAKE, c.finished())))
after_hello("a wrong one", DECRYPT_ERROR, lambda c: c.send(c.seal(HANDSHAKE, message(20, bytes(32)))))
after_hello("its last bit wrong", DECRYPT_ERROR, lambda c: c.send(c.seal(HANDSHAKE, c.finished()[:-1] + bytes([c.finished()[-1] ^ 1]))))
after_hello("one too short", DECODE_ERROR, lambda c: c.send(c.seal(HANDSHAKE, message(20, bytes(31)))))
after_hello("one too long", DECODE_ERROR, lambda c: c.send(c.seal(HANDSHAKE, message(20, bytes(33)))))
after_hello("one of 65 bytes", DECODE_ERROR, lambda c: c.send(c.seal(HANDSHAKE, message(20, bytes(65)))))
after_hello("one of 16,384 bytes", DECODE_ERROR, lambda c: c.send(c.seal(HANDSHAKE, message(20, bytes(16380)))))
after_hello("one that is longer than any", DECODE_ERROR, lambda c: c.send(c.seal(HANDSHAKE, b"\x14\xff\xff\xff")))
after_hello("a KeyUpdate that is too long", UNEXPECTED_MESSAGE,
            lambda c: c.send(c.seal(HANDSHAKE, message(24, bytes(65)))))
after_hello("a ClientHello that is too long", UNEXPECTED_MESSAGE,
            lambda c: c.send(c.seal(HANDSHAKE, b"\x01\x01\x10\x01")))
after_hello("an empty one", DECODE_ERROR, lambda c: c.send(c.seal(HANDSHAKE, message(20, b""))))
after_hello("with something behind it", UNEXPECTED_MESSAGE, lambda c: c.send(c.seal(HANDSHAKE, c.finished() + message(24, b"\0"))))
after_hello("application data", UNEXPECTED_MESSAGE, lambda c: c.send(c.seal(DATA, b"GET / HTTP/1.1\r\n\r\n")))
after_hello("a certificate", UNEXPECTED_MESSAGE, lambda c: c.send(c.seal(HANDSHAKE, message(11, bytes(4)))))
after_hello("a KeyUpdate", UNEXPECTED_MESSAGE, lambda c: c.send(c.key_update(0)))
after_hello("a ClientHello", UNEXPECTED_MESSAGE, lambda c: c.send(c.seal(HANDSHAKE, c.hello())))
after_hello("end_of_early_data", UNEXPECTED_MESSAGE, lambda c: c.send(c.seal(HANDSHAKE, message(5, b""))))
after_hello("with the application's keys", BAD_RECORD_MAC, lambda c: (setattr(c, "write", c.next_write), c.send(c.seal(HANDSHAKE, c.finished()))))
after_hello("a change_cipher_spec of two bytes", UNEXPECTED_MESSAGE, lambda c: c.send(record(CCS, b"\1\1")))
after_hello("a change_cipher_spec of another byte", UNEXPECTED_MESSAGE, lambda c: c.send(record(CCS, b"\2")))
after_hello("a change_cipher_spec that is protected", UNEXPECTED_MESSAGE, lambda c: c.send(c.seal(CCS, b"\1")))
after_hello("change_cipher_specs without end", UNEXPECTED_MESSAGE, lambda c: c.send(record(CCS, b"\1") * 40))
after_hello("an alert", None, lambda c: c.send(c.seal(ALERT, b"\x02\x2a")))
after_hello("an alert in the clear, from a client without keys yet", None, lambda c: c.send(record(ALERT, b"\x02\x30")))
after_hello("close_notify in the clear", CLOSE_NOTIFY, lambda c: c.send(record(ALERT, b"\x01\x00")))
after_hello("an alert in the clear, of no byte", UNEXPECTED_MESSAGE, lambda c: c.send(record(ALERT, b"")))
after_hello("an alert in the clear, from a client that has used its keys", UNEXPECTED_MESSAGE,
            lambda c: c.send(c.seal(ALERT, b"\x01\x5a") + record(ALERT, b"\x02\x2d")))
after_hello("an alert of no byte (5.4)", UNEXPECTED_MESSAGE, lambda c: c.send(c.seal(ALERT, b"")))
after_hello("an alert of no byte, padded", UNEXPECTED_MESSAGE, lambda c: c.send(c.seal(ALERT, b"", padding=100)))
after_hello("an alert of one byte", DECODE_ERROR, lambda c: c.send(c.seal(ALERT, b"\2")))
after_hello("two alerts in a record (5.1)", DECODE_ERROR, lambda c: c.send(c.seal(ALERT, b"\1\0" * 2)))
after_hello("the end", CLOSE_NOTIFY, lambda c: c.socket.shutdown(socket.SHUT_WR))
after_hello("silence", CLOSE_NOTIFY, lambda c: None, soon)
after_hello("half of it, and the end", CLOSE_NOTIFY, lambda c: (c.send(c.seal(HANDSHAKE, c.finished()[:20])),
                                                                c.socket.shutdown(socket.SHUT_WR)))
after_hello("half of it, and silence", CLOSE_NOTIFY, lambda c: c.send(c.seal(HANDSHAKE, c.finished()[:20])), soon)


def after_finished(name, alert, send, to=address):
    refused("then: " + name, alert, lambda c: (c.connect(), send(c)), to)


def spoiled(c, at):
    sealed = bytearray(c.seal(DATA, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"))
    sealed[at] ^= 0x40
    c.send(bytes(sealed))


@case("a record with any byte wrong")
def _():
    for at in [1, 2, *range(5, 5 + 27 + 1 + 16)]:
        c = Client(address).connect()
        spoiled(c, at)
        equal(c.ends_with(), BAD_RECORD_MAC)
        c.close()


after_finished("a record again", BAD_RECORD_MAC, lambda c: c.send(c.seal(DATA, b"GET / ") * 2))
after_finished("a record too short for its tag", BAD_RECORD_MAC, lambda c: c.send(record(DATA, bytes(16))))
after_finished("an empty record", BAD_RECORD_MAC, lambda c: c.send(record(DATA, b"")))
after_finished("a record that is too long", RECORD_OVERFLOW, lambda c: c.send(record(DATA, bytes(16641))[:5]))
after_finished("content that is too long", RECORD_OVERFLOW, lambda c: c.send(c.seal(DATA, bytes(16000), padding=385)))
after_finished("a record without a type", UNEXPECTED_MESSAGE, lambda c: c.send(c.seal(0, b"", padding=20)))
after_finished("a record of an unknown type", UNEXPECTED_MESSAGE, lambda c: c.send(c.seal(99, b"x")))
after_finished("data in the clear", UNEXPECTED_MESSAGE, lambda c: c.send(record(HANDSHAKE, message(24, b"\0"))))
after_finished("an alert in the clear", UNEXPECTED_MESSAGE, lambda c: c.send(record(ALERT, b"\x02\x28")))
after_finished("a change_cipher_spec", UNEXPECTED_MESSAGE, lambda c: c.send(record(CCS, b"\1")))
after_finished("a ClientHello (renegotiation)", UNEXPECTED_MESSAGE, lambda c: c.send(c.seal(HANDSHAKE, c.hello())))
after_finished("a Finished again", UNEXPECTED_MESSAGE, lambda c: c.send(c.seal(HANDSHAKE, c.finished())))
after_finished("a KeyUpdate of 2", ILLEGAL_PARAMETER, lambda c: c.send(c.seal(HANDSHAKE, message(24, b"\2"))))
after_finished("a KeyUpdate of two bytes", DECODE_ERROR, lambda c: c.send(c.seal(HANDSHAKE, message(24, b"\0\0"))))
after_finished("a KeyUpdate with something behind it", UNEXPECTED_MESSAGE, lambda c: c.send(c.seal(HANDSHAKE, message(24, b"\0") * 2)))
after_finished("half a KeyUpdate, and data", UNEXPECTED_MESSAGE, lambda c: c.send(c.seal(HANDSHAKE, b"\x18\0\0") + c.seal(DATA, b"x")))
after_finished("the old keys after a KeyUpdate", BAD_RECORD_MAC,
               lambda c: c.send(c.seal(HANDSHAKE, message(24, b"\0")) + c.seal(DATA, b"x")))
after_finished("KeyUpdates without end", UNEXPECTED_MESSAGE, lambda c: c.send(b"".join(c.key_update(0) for _ in range(40))))
after_finished("a KeyUpdate longer than any message", DECODE_ERROR,
               lambda c: c.send(c.seal(HANDSHAKE, b"\x18\x00\x00\x41")))
after_finished("a Finished longer than any message", UNEXPECTED_MESSAGE,
               lambda c: c.send(c.seal(HANDSHAKE, b"\x14\xff\xff\xff")))
after_finished("an alert of no byte (5.4)", UNEXPECTED_MESSAGE, lambda c: c.send(c.seal(ALERT, b"")))
after_finished("an alert of no byte, padded", UNEXPECTED_MESSAGE, lambda c: c.send(c.seal(ALERT, b"", padding=1)))
after_finished("silence", CLOSE_NOTIFY, lambda c: None, soon)
after_finished("the end", CLOSE_NOTIFY, lambda c: c.socket.shutdown(socket.SHUT_WR))
after_finished("a request, and silence", CLOSE_NOTIFY, lambda c: equal(c.get()[0], 200), soon)
after_finished("a request, and the end", CLOSE_NOTIFY, lambda c: (equal(c.get()[0], 200),
                                                                  c.socket.shutdown(socket.SHUT_WR)))
after_finished("empty records without end", UNEXPECTED_MESSAGE, lambda c: c.send(b"".join(c.seal(DATA, b"") for _ in range(33))))
after_finished("an empty message record", UNEXPECTED_MESSAGE, lambda c: c.send(c.seal(HANDSHAKE, b"", padding=9)))
after_finished("a fatal alert", None, lambda c: c.send(c.seal(ALERT, b"\x02\x14")))
after_finished("the end without close_notify, in a request", CLOSE_NOTIFY, lambda c: (c.send(c.seal(DATA, b"GET ")), c.socket.shutdown(socket.SHUT_WR)))


@case("then: silence in a request is answered by HTTP")
def _():
    c = Client(soon).connect()
    equal(c.get(request=b"GET / HTTP/1.1\r\n")[0], 408)
    equal(c.ends_with(), CLOSE_NOTIFY)


@case("then: a head that is too large, in small records")
def _():
    c = Client(address).connect()
    c.send(b"".join(c.seal(DATA, b"GET / HTTP/1.1\r\n" if i == 0 else b"A: 34567890123456789012345678901234567890123456789012345\r\n") for i in range(200)))
    equal(c.answer()[0], 431)
    equal(c.ends_with(), CLOSE_NOTIFY)


@case("a ClientHello that comes byte by byte and slowly has one deadline")
def _():
    begun, got = time.time(), None
    c = Client(soon)
    c.socket.setblocking(False)
    for b in record(HANDSHAKE, c.hello()):  # half a minute, all of it
        c.send(bytes([b]))
        time.sleep(0.2)
        try:
            if got := c.socket.recv(100):
                break
        except BlockingIOError:
            continue
    equal(got, record(ALERT, b"\1\0"))
    assert time.time() - begun > 2.5


@case("early data without end")
def _():
    c = Client(address)
    hello = c.hello(extra=extension(42, b""))
    c.transcript += hello
    c.send(record(HANDSHAKE, hello) + record(DATA, os.urandom(16000)) * 3)
    c.server_hello()
    c.server_flight()
    equal(c.ends_with(), BAD_RECORD_MAC)


@case("500 connections with random bytes")
def _():
    for i in range(500):
        c = Client(address)
        junk = random.randbytes(random.randrange(200))
        if i % 2:
            whole = bytearray(record(HANDSHAKE, c.hello()))
            for _ in range(random.randrange(1, 4)):
                whole[random.randrange(len(whole))] = random.randrange(256)
            junk = bytes(whole)
        try:
            c.send(junk)
            c.socket.shutdown(socket.SHUT_WR)
            while c.socket.recv(65536):
                pass
        except OSError:
            pass
        c.close()


@case("and the server still answers")
def _():
    equal(Client(address).connect().get(), (200, index))


@case("SIGTERM ends it cleanly, and no machine trapped")
def _():
    server.send_signal(signal.SIGTERM)
    hasty.send_signal(signal.SIGTERM)
    log = server.communicate(timeout=60)[0] + hasty.communicate(timeout=60)[0]
    equal((server.returncode, hasty.returncode), (0, 0))
    for words_ in ("closed", "cut off", "too slow", "failed, alert 20", "ended by alert 40", "ended by alert 48"):
        assert f"connection: {words_}\n" in log, words_
    assert "ended by alert 45" not in log


end()
