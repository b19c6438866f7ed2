# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A TLS 1.3 client for tests, which does what it is told, also what is wrong. It shares no code with examples/tls: its
cryptography is OpenSSL's libcrypto and Python's hmac."""
import ctypes, ctypes.util, hashlib, hmac, os, socket, struct

CCS, ALERT, HANDSHAKE, DATA = 20, 21, 22, 23
CLOSE_NOTIFY, UNEXPECTED_MESSAGE, BAD_RECORD_MAC, RECORD_OVERFLOW, HANDSHAKE_FAILURE = 0, 10, 20, 22, 40
ILLEGAL_PARAMETER, DECODE_ERROR, DECRYPT_ERROR, PROTOCOL_VERSION, MISSING_EXTENSION = 47, 50, 51, 70, 109
NO_APPLICATION_PROTOCOL = 120
RETRY = bytes.fromhex("cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c")

crypto = ctypes.CDLL(ctypes.util.find_library("crypto") or "libcrypto.so.3")
for name in ("EVP_CIPHER_CTX_new", "EVP_aes_128_gcm", "EVP_PKEY_new_raw_private_key", "EVP_PKEY_new_raw_public_key", "EVP_PKEY_CTX_new"):
    getattr(crypto, name).restype = ctypes.c_void_p
P, I, B = ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p
crypto.EVP_CipherInit_ex.argtypes = [P, P, P, B, B, I]
crypto.EVP_CipherUpdate.argtypes = [P, P, P, B, I]
crypto.EVP_CipherFinal_ex.argtypes = [P, P, P]
crypto.EVP_CIPHER_CTX_ctrl.argtypes = [P, I, I, P]
crypto.EVP_CIPHER_CTX_free.argtypes = [P]
crypto.EVP_PKEY_new_raw_private_key.argtypes = crypto.EVP_PKEY_new_raw_public_key.argtypes = [I, P, B, ctypes.c_size_t]
crypto.EVP_PKEY_CTX_new.argtypes = [P, P]
crypto.EVP_PKEY_derive_init.argtypes = [P]
crypto.EVP_PKEY_derive_set_peer.argtypes = [P, P]
crypto.EVP_PKEY_derive.argtypes = [P, P, P]
for name in ("EVP_PKEY_free", "EVP_PKEY_CTX_free"):
    getattr(crypto, name).argtypes = [P]
X25519 = 1034


def x25519(private, public):
    ours = crypto.EVP_PKEY_new_raw_private_key(X25519, None, private, 32)
    theirs = crypto.EVP_PKEY_new_raw_public_key(X25519, None, public, 32)
    context = crypto.EVP_PKEY_CTX_new(ours, None)
    out, length = ctypes.create_string_buffer(32), ctypes.c_size_t(32)
    ok = (crypto.EVP_PKEY_derive_init(context) > 0 and crypto.EVP_PKEY_derive_set_peer(context, theirs) > 0
          and crypto.EVP_PKEY_derive(context, out, ctypes.byref(length)) > 0)
    crypto.EVP_PKEY_CTX_free(context)
    crypto.EVP_PKEY_free(theirs)
    crypto.EVP_PKEY_free(ours)
    assert ok
    return out.raw


def gcm(sealing, key, nonce, data, text):
    """Seals, or opens text + tag; None if the tag is wrong."""
    context, n = crypto.EVP_CIPHER_CTX_new(), ctypes.c_int()
    tag = None if sealing else text[-16:]
    text = text if sealing else text[:-16]
    out, end = ctypes.create_string_buffer(len(text) + 16), ctypes.create_string_buffer(16)
    crypto.EVP_CipherInit_ex(context, crypto.EVP_aes_128_gcm(), None, key, nonce, int(sealing))
    crypto.EVP_CipherUpdate(context, None, ctypes.byref(n), data, len(data))
    crypto.EVP_CipherUpdate(context, out, ctypes.byref(n), text, len(text))
    if not sealing:
        crypto.EVP_CIPHER_CTX_ctrl(context, 0x11, 16, ctypes.c_char_p(tag))
    ok = crypto.EVP_CipherFinal_ex(context, end, ctypes.byref(n)) > 0
    if sealing:
        crypto.EVP_CIPHER_CTX_ctrl(context, 0x10, 16, end)
    crypto.EVP_CIPHER_CTX_free(context)
    return (out.raw[:len(text)] + end.raw if sealing else out.raw[:len(text)]) if ok else None


def mac(key, message):
    return hmac.new(key, message, "sha256").digest()


def expand_label(secret, label, context=b"", size=32):
    full = b"tls13 " + label
    return mac(secret, struct.pack(">HB", size, len(full)) + full + bytes([len(context)]) + context + b"\x01")[:size]


def sha256(data):
    return hashlib.sha256(data).digest()


EMPTY = sha256(b"")


class Keys:
    def __init__(self, secret):
        self.secret, self.number = secret, 0
        self.key, self.iv = expand_label(secret, b"key", size=16), expand_label(secret, b"iv", size=12)

    def nonce(self):
        n = int.from_bytes(self.iv, "big") ^ self.number
        self.number += 1
        return n.to_bytes(12, "big")

    def next(self):
        return Keys(expand_label(self.secret, b"traffic upd"))


def u8(data):
    return bytes([len(data)]) + data


def u16(data):
    return struct.pack(">H", len(data)) + data


def u24(data):
    return struct.pack(">I", len(data))[1:] + data


def words(values):
    return b"".join(struct.pack(">H", v) for v in values)


def message(kind, body):
    return bytes([kind]) + u24(body)


def extension(kind, body):
    return struct.pack(">H", kind) + u16(body)


def record(kind, body, version=0x0303):
    return struct.pack(">BH", kind, version) + u16(body)


class Gone(Exception):
    """The server closed the connection, without an alert."""


class Alert(Exception):
    def __init__(self, level, what):
        super().__init__(f"alert {what}")
        self.level, self.what = level, what


class Client:
    def __init__(self, address, **options):
        self.socket = socket.create_connection(address, timeout=60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer, self.read, self.write, self.transcript = b"", None, None, b""
        self.private, self.random = os.urandom(32), os.urandom(32)
        self.session = options.pop("session", os.urandom(32))
        self.options = options
        self.ccs = 0

    # What is sent

    def hello(self, share=None, groups=(29,), suites=(0x1301,), versions=(0x0304,), signatures=(0x0403,), compressions=b"\0",
              alpn=None, extra=b"", leave_out=(), shares=None, random=None, session=None, version=0x0303,
              names=u16(b"\0" + u16(b"localhost"))):
        public = x25519(self.private, b"\x09" + bytes(31))
        if shares is None:
            shares = words([29]) + u16(share or public)
        parts = {
            0: extension(0, names),
            43: extension(43, u8(words(versions))),
            10: extension(10, u16(words(groups))),
            13: extension(13, u16(words(signatures))),
            51: extension(51, u16(shares)),
        }
        if alpn is not None:
            parts[16] = extension(16, u16(b"".join(u8(p) for p in alpn)))
        extensions = b"".join(x for kind, x in parts.items() if kind not in leave_out) + extra
        return message(1, words([version]) + (random or self.random)
                       + u8(self.session if session is None else session) + u16(words(suites)) + u8(compressions) + u16(extensions))

    def send(self, data):
        self.socket.sendall(data)

    def seal(self, kind, body, padding=0, outer=DATA):
        text = body + bytes([kind]) + bytes(padding)
        header = struct.pack(">BHH", outer, 0x0303, len(text) + 16)
        return header + gcm(True, self.write.key, self.write.nonce(), header, text)

    def put(self, kind, body, **how):
        """A record, protected if there are keys."""
        return self.seal(kind, body, **how) if self.write else record(kind, body)

    # What comes

    def take(self, n):
        while len(self.buffer) < n:
            try:
                more = self.socket.recv(65536)
            except ConnectionResetError:
                more = b""
            if not more:
                raise Gone(f"{len(self.buffer)} bytes left")
            self.buffer += more
        data, self.buffer = self.buffer[:n], self.buffer[n:]
        return data

    def receive(self):
        """The next record's kind and content; Alert if it is one."""
        header = self.take(5)
        kind, version, length = struct.unpack(">BHH", header)
        assert version == 0x0303 and length <= 16384 + 256, header
        body = self.take(length)
        if kind == CCS:
            assert body == b"\x01"
            self.ccs += 1
            return self.receive()
        if self.read:
            assert kind == DATA, header
            body = gcm(False, self.read.key, self.read.nonce(), header, body)
            assert body is not None, "the server's record does not open"
            body = body.rstrip(b"\0")
            kind, body = body[-1], body[:-1]
        if kind == ALERT:
            assert len(body) == 2
            raise Alert(*body)
        return kind, body

    def messages(self):
        """The messages of the next record."""
        kind, body = self.receive()
        assert kind == HANDSHAKE, kind
        out = []
        while body:
            n = 4 + int.from_bytes(body[1:4], "big")
            assert len(body) >= n
            out.append(body[:n])
            body = body[n:]
        return out

    # The handshake

    def start(self, hello=None, pieces=None):
        hello = hello or self.hello(**self.options)
        self.transcript += hello
        pieces = pieces or len(hello)
        for at in range(0, len(hello), pieces):
            self.send(record(HANDSHAKE, hello[at:at + pieces], 0x0301))

    def retry(self):
        """After a HelloRetryRequest."""
        (m,) = self.messages()
        assert m[0] == 2 and m[6:38] == RETRY
        self.transcript = message(254, sha256(self.transcript)) + m
        return m

    def server_hello(self):
        (m,) = self.messages()
        assert m[0] == 2 and m[6:38] != RETRY and m[38:39 + m[38]] == u8(self.session)
        self.transcript += m
        rest = m[39 + m[38]:]
        assert rest[:3] == b"\x13\x01\x00" and rest[-6:] == bytes.fromhex("002b00020304"), rest
        assert rest[5:13] == bytes.fromhex("00330024001d0020")
        shared = x25519(self.private, rest[13:45])
        secret = mac(expand_label(mac(bytes(32), bytes(32)), b"derived", EMPTY), shared)
        now = sha256(self.transcript)
        self.client_secret = expand_label(secret, b"c hs traffic", now)
        self.server_secret = expand_label(secret, b"s hs traffic", now)
        self.master = mac(expand_label(secret, b"derived", EMPTY), bytes(32))
        self.read, self.write = Keys(self.server_secret), Keys(self.client_secret)

    def server_flight(self):
        got = self.messages()
        while got[-1][0] != 20:
            got += self.messages()
        assert [m[0] for m in got] == [8, 11, 15, 20], [m[0] for m in got]
        for m in got:
            if m[0] == 20:
                assert m[4:] == mac(expand_label(self.server_secret, b"finished"), sha256(self.transcript))
            self.transcript += m
        self.encrypted_extensions, self.certificate = got[0], got[1]
        now = sha256(self.transcript)
        self.read = Keys(expand_label(self.master, b"s ap traffic", now))
        self.next_write = Keys(expand_label(self.master, b"c ap traffic", now))

    def finished(self):
        return message(20, mac(expand_label(self.client_secret, b"finished"), sha256(self.transcript)))

    def until_finished(self, **start):
        self.start(**start)
        self.server_hello()
        self.server_flight()
        return self

    def connect(self, pieces=None, **start):
        self.until_finished(**start)
        last = self.finished()
        pieces = pieces or len(last)
        self.send(record(CCS, b"\x01"))
        for at in range(0, len(last), pieces):
            self.send(self.seal(HANDSHAKE, last[at:at + pieces]))
        self.write = self.next_write
        return self

    # Data

    def key_update(self, wanted=0):
        out = self.seal(HANDSHAKE, message(24, bytes([wanted])))
        self.write = self.write.next()
        return out

    def data(self, n):
        """At least n bytes of data."""
        out = b""
        while len(out) < n:
            kind, body = self.receive()
            if kind == HANDSHAKE and body[0] == 4:
                self.tickets = getattr(self, "tickets", []) + [body]
            elif kind == HANDSHAKE:
                assert body == message(24, b"\0"), body
                self.read = self.read.next()
                self.updated = getattr(self, "updated", 0) + 1
            else:
                assert kind == DATA
                out += body
        return out

    def get(self, path=b"/", request=None):
        """The status and body of an answer."""
        self.send(self.seal(DATA, request or b"GET " + path + b" HTTP/1.1\r\nHost: x\r\n\r\n"))
        return self.answer()

    def answer(self):
        self.rest = getattr(self, "rest", b"")
        while b"\r\n\r\n" not in self.rest:
            self.rest += self.data(1)
        head, body = self.rest.split(b"\r\n\r\n", 1)
        n = int([line for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")][0].split(b":")[1])
        if len(body) < n:
            body += self.data(n - len(body))
        self.rest = body[n:]
        return int(head.split()[1]), body[:n]

    def ends_with(self):
        """The alert that ends the connection, or None if there is none."""
        try:
            while True:
                kind, body = self.receive()
        except Alert as alert:
            fatal = alert.what != CLOSE_NOTIFY
            assert alert.level == (2 if fatal else 1)
            try:
                self.receive()
            except Gone:
                return alert.what
            raise AssertionError("something after the alert")
        except Gone:
            return None

    def close(self):
        self.socket.close()
