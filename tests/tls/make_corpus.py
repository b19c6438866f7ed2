# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Writes the corpus of fuzz_connection.c: make_corpus.py FOLDER. Protected records are in the clear there, with any tag."""
import os, sys

from peer import *

folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)


class Plain(Client):
    def __init__(self):
        self.private, self.random, self.session, self.options = bytes(range(32)), bytes(32), bytes(range(32)), {}


c = Plain()


def sealed(kind, body, padding=0, tag=bytes(16)):
    return record(DATA, body + bytes([kind]) + bytes(padding) + tag)


def cut(kind, body, n):
    return b"".join(sealed(kind, body[i:i + n]) for i in range(0, len(body), n))


def put(name, *parts, how=0):
    with open(os.path.join(folder, name), "wb") as f:
        f.write(bytes([how]) + b"".join(parts))


hello = record(HANDSHAKE, c.hello(alpn=[b"h2", b"http/1.1"]), 0x0301)
retry = record(HANDSHAKE, c.hello(groups=(23, 29), shares=b""))
finished = sealed(HANDSHAKE, message(20, bytes(32)))
ready = hello + record(CCS, b"\1") + finished
get = b"GET /a HTTP/1.1\r\nHost: x\r\n\r\n"
update, update_both = sealed(HANDSHAKE, message(24, b"\0")), sealed(HANDSHAKE, message(24, b"\1"))
close = sealed(ALERT, b"\1\0")

put("get", ready, sealed(DATA, get), close)
put("get_bytewise", ready, sealed(DATA, get), close, how=1)
put("get_then_idle", ready, sealed(DATA, get), how=128)
put("get_in_pieces", ready, cut(DATA, get, 3), close, how=7)
put("large", ready, sealed(DATA, b"GET /" + b"a" * 30 + b" HTTP/1.1\r\nHost: x\r\n\r\n"), close)
again = record(HANDSHAKE, c.hello(groups=(23, 29)))
put("retry", retry, record(CCS, b"\1"), again, finished, sealed(DATA, get), close)
put("retry_twice", retry, retry)
put("retry_changed", retry, hello)
put("early_data", record(HANDSHAKE, c.hello(extra=extension(42, b""))), record(DATA, b"\xee" * 100), finished, sealed(DATA, get))
put("updates", ready, sealed(DATA, get[:5]), update, update_both, cut(HANDSHAKE, message(24, b"\0"), 1), sealed(DATA, get[5:]), close)
put("updates_without_end", ready, update * 40)
put("body", ready, sealed(DATA, b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 30\r\n\r\n" + bytes(10)), sealed(DATA, bytes(20) + get, 5), close)
put("chunked", ready, sealed(DATA, b"GET /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"), sealed(DATA, b"cde\r\n0\r\n\r\n" + get), close)
put("half_a_request", ready, sealed(DATA, get[:9]), how=128)
put("bad_tag", ready, sealed(DATA, get, tag=b"\xee" * 16))
put("bad_finished", hello, record(CCS, b"\1"), sealed(HANDSHAKE, message(20, b"\xee" * 32)))
put("early_ccs", record(CCS, b"\1"), hello)
put("finished_first", record(HANDSHAKE, message(20, bytes(32))))
put("data_first", record(DATA, bytes(40)))
put("no_type", ready, record(DATA, bytes(60)))
put("hello_in_pieces", *[record(HANDSHAKE, hello[5 + i:5 + i + 9]) for i in range(0, len(hello) - 5, 9)], finished)
put("hello_bytewise", *[record(HANDSHAKE, hello[i:i + 1]) for i in range(5, len(hello))], finished, how=3)
put("old_hello", record(HANDSHAKE, message(1, b"\3\3" + bytes(32) + b"\0" + b"\0\2\0\x2f" + b"\1\0")))
put("sslv2", b"\x80\x2e\x01\x00\x02\x00\x15\x00\x00\x00\x10" + bytes(40))
put("http", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
put("heartbeat", ready, sealed(24, b"\1\xff\xff"))
put("empty_alert", ready, sealed(ALERT, b"", 9))
put("alert_in_the_clear", hello, record(ALERT, b"\2\x30"))
put("alert_in_the_clear_too_late", hello, sealed(ALERT, b"\1\x5a"), record(ALERT, b"\2\x30"))
put("long_finished", hello, sealed(HANDSHAKE, message(20, bytes(65))))
put("long_hello_for_finished", hello, sealed(HANDSHAKE, b"\1\0\x40\1"))
put("extension_twice", record(HANDSHAKE, c.hello(extra=extension(99, b"") * 2)))
put("shared_keys", record(HANDSHAKE, c.hello(extra=extension(45, u8(b"\1")) + extension(
    41, u16(u16(b"a name") + bytes(4)) + u16(u8(bytes(32)))))), finished, sealed(DATA, get), close)
put("many_records", ready, sealed(DATA, b"GET /" + b"a" * 60 + b" HTTP/1.1\r\nHost: x\r\n\r\n"), sealed(DATA, get), close)
put("body_of_the_next", ready, sealed(DATA, get + b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc"), how=128)
# Tickets: a key's name, a nonce, a version, a suite, a time, a secret, and any tag
ticket = bytes(b"k" * 16) + bytes(12) + b"\1\x13\1" + (900).to_bytes(8, "big") + bytes(32) + bytes(16)
modes, binder = extension(45, u8(b"\1")), u16(u8(bytes(32)))


def resuming(identity, binders=binder, **how):
    return record(HANDSHAKE, c.hello(extra=modes + extension(41, u16(u16(identity) + bytes(4)) + binders), **how))


put("ticket", resuming(ticket), finished, sealed(DATA, get), close)
put("ticket_other_key", resuming(b"x" + ticket[1:]), finished, sealed(DATA, get), close)
put("ticket_too_old", resuming(ticket[:31] + bytes(8) + ticket[39:]), finished, sealed(DATA, get), close)
put("ticket_bad_tag", resuming(ticket[:-1] + b"\xee"), finished, sealed(DATA, get), close)
put("ticket_bad_binder", resuming(ticket, u16(u8(b"\xee" * 32))))
put("ticket_after_retry", record(HANDSHAKE, c.hello(groups=(256, 29), shares=b"", extra=modes + extension(
    41, u16(u16(ticket) + bytes(4)) + binder))), resuming(ticket, groups=(256, 29)), finished, close)
put("wants_tickets", record(HANDSHAKE, c.hello(extra=modes)), finished, sealed(DATA, get), close)
point = words([23]) + u16(b"\4" + bytes(range(64)))
put("p256", record(HANDSHAKE, c.hello(groups=(23,), shares=point)), finished, sealed(DATA, get), close)
for group, size in (("p384", 97), ("p521", 133), ("x448", 56)):
    number = {"p384": 24, "p521": 25, "x448": 30}[group]
    share = words([number]) + u16(b"\4" * size)
    put(group, record(HANDSHAKE, c.hello(groups=(number,), shares=share)), finished, close)
hybrid = words([0x11ec]) + u16(b"\4" * 1216)
put("hybrid", record(HANDSHAKE, c.hello(groups=(0x11ec, 29), shares=hybrid + words([29]) + u16(b"\x09" * 32))),
    finished, close)
put("hybrid_cut", record(HANDSHAKE, c.hello(groups=(0x11ec,), shares=words([0x11ec]) + u16(b"\4" * 1215))))
put("aes_256", record(HANDSHAKE, c.hello(suites=(0x1302,), extra=modes)), sealed(HANDSHAKE, message(20, bytes(48))),
    sealed(DATA, get), close)
put("chacha20", record(HANDSHAKE, c.hello(suites=(0x1303,))), finished, sealed(DATA, get), close)
put("small_records", record(HANDSHAKE, c.hello(extra=extension(28, b"\0\x40"))), finished, sealed(DATA, get * 20),
    close)
put("records_too_small", record(HANDSHAKE, c.hello(extra=extension(28, b"\0\x3f"))))
put("ed25519", record(HANDSHAKE, c.hello(signatures=(0x0807,))), finished, close)
put("no_scheme", record(HANDSHAKE, c.hello(signatures=(0x0804,))))
put("two_hellos_in_a_record", record(HANDSHAKE, c.hello(groups=(23, 29), shares=b"") + c.hello(groups=(23, 29))))
# Clients that say who they are
known = b"\0" + u24(u24(bytes(90)) + u16(b""))


def saying(*messages_):
    return hello, *[sealed(HANDSHAKE, m) for m in messages_], sealed(DATA, get), close


put("client", *saying(message(11, known), message(15, b"\4\3\0\2ab"), message(20, bytes(32))), how=127)
put("client_of_a_chain", *saying(message(11, b"\0" + u24((u24(bytes(90)) + u16(b"")) * 3)), message(15, b"\4\3\0\2ab"),
                                 message(20, bytes(32))), how=126)
put("client_bad_signature", *saying(message(11, known), message(15, b"\4\3\0\1\xee")), how=127)
put("client_nobody", *saying(message(11, b"\0" + u24(b"")), message(20, bytes(32))), how=126)
put("client_nobody_required", *saying(message(11, b"\0" + u24(b""))), how=127)
put("client_unsigned", *saying(message(11, known), message(20, bytes(32))), how=126)
put("no_signature", ready, bytes((58 - len(ready)) % 59))    # fuzz_connection.c goes by how much it fed
put("no_random", ready, bytes((60 - len(ready)) % 61))

# What a client is told, in a folder beside: its random and its session are 7s, as whoever draws there says
folder = os.path.join(folder, "..", "corpus_client") if len(sys.argv) < 3 else sys.argv[2]
os.makedirs(folder, exist_ok=True)
versions, share = extension(43, b"\3\4"), extension(51, words([29]) + u16(bytes(range(32))))


def told(extensions=versions + share, random=bytes(32), suite=0x1301):
    return record(HANDSHAKE, message(2, b"\3\3" + random + u8(b"\7" * 32) + words([suite]) + b"\0" + u16(extensions)))


def flight(*parts):
    return b"".join(sealed(HANDSHAKE, m) for m in parts)


encrypted, verify = message(8, u16(b"")), message(15, b"\4\3\0\2ab")
request = message(13, b"\0" + u16(extension(13, u16(words([0x0403])))))
end = message(20, bytes(32))
ticket = sealed(HANDSHAKE, message(4, words([0, 9]) + bytes(4) + b"\0" + u16(b"t") + u16(extension(42, bytes(4)))))
rest = sealed(DATA, b"data"), ticket, update_both, sealed(DATA, b"more"), close
put("full", told(), record(CCS, b"\1"), flight(encrypted, message(11, known), verify, end), *rest)
put("bytewise", told(), flight(encrypted, message(11, known), verify, end), *rest, how=1)
put("asked", told(), flight(encrypted, request, message(11, known), verify, end), *rest)
put("resumed", told(versions + share + extension(41, b"\0\0")), flight(encrypted, end), *rest, how=128)
put("retry", told(versions + extension(44, u16(b"x")) + extension(51, words([23])), RETRY),
    told(versions + extension(51, words([23]) + u16(b"\4" * 65))), flight(encrypted, message(11, known), verify, end),
    *rest)
hybrid = words([0x11ec]) + u16(b"\4" * 1120)
put("hybrid", told(versions + extension(51, hybrid)), flight(encrypted, message(11, known), verify, end), *rest)
put("hybrid_cut", told(versions + extension(51, words([0x11ec]) + u16(b"\4" * 1119))))
put("hybrid_again", told(versions + extension(51, words([0x11ec])), RETRY))
put("cookie", told(versions + extension(44, u16(b"x" * 8000)), RETRY), told(), flight(encrypted), how=128)
put("aes_256", told(suite=0x1302), flight(encrypted, message(11, known), verify, message(20, bytes(48))), *rest)
put("extensions", told(), flight(message(8, u16(extension(0, b"") + extension(10, u16(words([29]))) + extension(
    16, u16(u8(b"h2"))) + extension(28, b"\x10\0"))), message(11, known), verify, end), *rest)
put("bad_signature", told(), flight(encrypted, message(11, known), message(15, b"\4\3\0\1\xee")))
put("unsigned", told(), flight(encrypted, message(11, known), end))
put("anonymous", told(), flight(encrypted, end))
put("old", record(HANDSHAKE, message(2, b"\3\3" + bytes(24) + b"DOWNGRD\1" + b"\0" + words([0xc02f]) + b"\0")))
put("alert", record(ALERT, b"\2\x28"))
