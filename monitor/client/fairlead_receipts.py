# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A client of `fairlead monitor serve --gate process' that does not believe the server. libfairlead-receipts checks
what comes (fl_proof.h); this asks.

    c = Client("127.0.0.1", 6379, public_key, anchor=lambda: open("/etc/mine/anchor", "rb").read())
    c.call("set", "greeting", "hello")
    c.call("get", "greeting")      # b"hello", or an exception: Lie, Unproved, Refused

An answer that is returned is proved: sealed, by the anchor final, about this command, and no older than the call."""
import collections
import ctypes
import re
import socket
import time

NONCE, ANSWER_MOST, LINE_MOST = 32, 64 << 20, 1 << 20
AT_ONCE, CERTIFICATE_MOST = 256, 8192  # certificates: while we write, nobody reads
ABSENT, VALUE, SOMETHING, NO_STRING = range(4)
FORM = re.compile(rb"(receipt [0-9a-f]+\nof [0-9]{1,20}\.[0-9]{1,10}\n)*")


class Lie(Exception):
    """What the server says is not what was signed."""


class Early(Lie):
    """Not yet: the anchor has not reached it."""


class Unproved(Exception):
    """There is no certificate in time, or the server's answers are no answers; what it said may be so or not."""


class Refused(Exception):
    """An error of the server's. That nothing was done is its word."""


Said = collections.namedtuple("Said", "wrote there key value until within", defaults=(b"", None, 0))


class _Said(ctypes.Structure):
    _fields_ = [("wrote", ctypes.c_bool), ("knows_until", ctypes.c_bool), ("within", ctypes.c_uint8),
                ("there", ctypes.c_uint8), ("until", ctypes.c_uint64), ("key", ctypes.c_char_p),
                ("value", ctypes.c_char_p), ("key_length", ctypes.c_size_t), ("value_length", ctypes.c_size_t)]


class Proof:
    """fl_proof.h."""

    def __init__(self, public_key, library="libfairlead-receipts.so"):
        self.c = ctypes.CDLL(library)
        self.c.fl_proof_new.restype = self.c.fl_proof_why.restype = ctypes.c_void_p
        for name in ("anchor", "command", "is_early", "nonce"):
            getattr(self.c, "fl_proof_" + name).restype = ctypes.c_bool
        self.c.fl_proof_why.restype = ctypes.c_char_p
        why = ctypes.c_char_p()
        self.p = self.c.fl_proof_new(public_key, ctypes.c_size_t(len(public_key)), ctypes.byref(why))
        if not self.p:
            raise ValueError("the public key: " + (why.value or b"").decode())
        self.p = ctypes.c_void_p(self.p)

    def __del__(self):
        if getattr(self, "p", None):
            self.c.fl_proof_free(self.p)

    def anchor(self, text):
        if not self.c.fl_proof_anchor(self.p, text, ctypes.c_size_t(len(text))):
            raise ValueError("this is no anchor")

    def nonce(self):
        bytes_ = ctypes.create_string_buffer(NONCE)
        if not self.c.fl_proof_nonce(bytes_):
            raise OSError("no randomness")
        return bytes_.raw

    def command(self, nonce, said, text):
        """Raises Lie unless these lines prove it."""
        every = (_Said * len(said))(*[_Said(s.wrote, s.until is not None, s.within, s.there, s.until or 0, s.key,
                                            s.value, len(s.key), len(s.value)) for s in said])
        if not self.c.fl_proof_command(self.p, nonce, ctypes.c_size_t(len(nonce)), every, ctypes.c_size_t(len(said)),
                                       text, ctypes.c_size_t(len(text))):
            kind = Early if self.c.fl_proof_is_early(self.p) else Lie
            raise kind(self.c.fl_proof_why(self.p).decode())


def _word(w):
    """What is proved is about these bytes, so they are what the caller meant: not how Python shows a thing."""
    if isinstance(w, int) and not isinstance(w, bool):
        w = str(w)
    if not isinstance(w, (str, bytes, bytearray, memoryview)):
        raise TypeError("a word is bytes, a str or an int, and this is a " + type(w).__name__)
    return w.encode() if isinstance(w, str) else bytes(w)


def _got(key, value):
    return Said(False, ABSENT if value is None else VALUE, key, value or b"")


def what_is_said(words, answer):
    """What an answer says of each key, in the order of receipts; None: it is no answer to this. (INCR is not here: that
    the sum is of the value before is in no receipt.)"""
    name, *rest = words
    name = name.lower()
    if name == b"get" and len(rest) == 1 and (answer is None or isinstance(answer, bytes)):
        return [_got(rest[0], answer)]
    if name == b"mget" and rest and isinstance(answer, list) and len(answer) == len(rest):
        if all(a is None or isinstance(a, bytes) for a in answer):
            return [Said(False, NO_STRING, k) if a is None else _got(k, a) for k, a in zip(rest, answer)]
    if name == b"set" and len(rest) == 2 and answer == "OK":
        return [Said(True, VALUE, rest[0], rest[1], 0)]
    if name == b"mset" and rest and len(rest) % 2 == 0 and answer == "OK":
        return [Said(True, VALUE, k, v, 0) for k, v in zip(rest[::2], rest[1::2])]
    if name == b"getset" and len(rest) == 2 and (answer is None or isinstance(answer, bytes)):
        return [_got(rest[0], answer), Said(True, VALUE, rest[0], rest[1], 0)]
    if name in (b"del", b"unlink") and rest and isinstance(answer, int):
        return [Said(True, ABSENT, k, within=2) for k in rest]
    if name == b"exists" and len(rest) == 1 and answer in (0, 1):
        return [Said(False, SOMETHING if answer else ABSENT, rest[0])]
    return None


PROVABLE = {b"get", b"mget", b"set", b"mset", b"getset", b"del", b"unlink", b"exists"}


class Client:
    """`anchor()' is the anchor's text as it is kept, where the server cannot write it. None instead: what is sealed
    is taken for final. `connect' makes a socket."""

    def __init__(self, host, port, public_key, anchor, library="libfairlead-receipts.so", patience=30, connect=None):
        self.proof, self.read_anchor, self.patience = Proof(public_key, library), anchor, patience
        self.s = connect() if connect else socket.create_connection((host, port))
        self.s.settimeout(patience)
        self.f = self.s.makefile("rb")
        self._send([(b"RECEIPT", b"ON")])
        on = self._read()
        if isinstance(on, Refused):
            raise on

    def close(self):
        self.f.close()
        self.s.close()

    def _ask(self, words):
        """(nonce, answer, receipts) of a command, with a nonce of its own."""
        nonce = self.proof.nonce()
        self._send([(b"RECEIPT", b"NONCE", nonce.hex().encode()), words, (b"RECEIPT",)])
        given, answer, receipts = self._read(), self._read(), self._read()
        for a in (given, answer):
            if isinstance(a, Refused):
                raise a
        if given != "OK":
            raise self._lost("not what a server says")
        return nonce, answer, receipts

    def call(self, *words):
        """The answer, when it is proved."""
        return self._call([_word(w) for w in words])[0]

    def _call(self, words):
        """(answer, the lines that prove it)."""
        if not words or words[0].lower() not in PROVABLE:
            raise ValueError("of this command there is no proof")
        nonce, answer, receipts = self._ask(words)
        said = what_is_said(words, answer)
        if said is None:
            raise Lie("an answer of another kind than the command's")
        proved = self._prove(nonce, said, self._lines(receipts))
        # How many were deleted is the server's word.
        return None if words[0].lower() in (b"del", b"unlink") else answer, proved

    # ---- Certificates ----

    def _prove(self, nonce, said, receipts):
        lines = receipts.split(b"\n")
        if len(lines) != 2 * len(said) + 1 or not FORM.fullmatch(receipts):
            raise Lie("not a receipt for each key")
        until, certificates = time.monotonic() + self.patience, None
        while True:
            certificates = certificates or self._certificates([x[3:] for x in lines[1::2]])
            if certificates:
                if self.read_anchor:
                    self.proof.anchor(self.read_anchor())
                text = b"".join(a + b"\n" + b for a, b in zip(lines[::2], certificates))
                try:
                    self.proof.command(nonce, said, text)
                    return text
                except Early as why:
                    if time.monotonic() >= until:
                        raise Unproved(str(why)) from why
            elif time.monotonic() >= until:
                raise Unproved("no certificate in time")
            time.sleep(0.01)

    def _certificates(self, names):
        """All of them, or None: not sealed yet."""
        every = []
        for some in (names[i:i + AT_ONCE] for i in range(0, len(names), AT_ONCE)):
            self._send([(b"CERTIFICATE", n) for n in some])
            got = [self._read(most=CERTIFICATE_MOST) for _ in some]
            if refused := [str(g) for g in got if isinstance(g, Refused)]:
                if refused[0].startswith("GONE"):
                    raise Unproved("no certificate any more: " + refused[0])
                return None
            every += [self._lines(g) for g in got]
        return every

    # ---- RESP ----

    def _send(self, commands):
        out = [b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(w), w) for w in words) for words in commands]
        try:
            self.s.sendall(b"".join(out))
        except OSError as why:
            raise self._lost(str(why)) from why

    def _lost(self, why):
        """What comes next answers something else: there is no next answer."""
        self.close()
        return Unproved(why)

    def _lines(self, answer):
        if isinstance(answer, bytes):
            return answer
        raise Unproved(str(answer)) if isinstance(answer, Refused) else Lie("no receipts")

    def _number(self, text, most):
        digits = text[1:] if text[:1] == b"-" else text
        if not digits.isdigit() or len(digits) > 19 or int(text) > most:
            raise self._lost("not what a server says")
        return int(text)

    def _read(self, depth=0, most=ANSWER_MOST):
        if depth == 0:
            self.room = most  # of all parts of an answer
        try:
            line = self.f.readline(LINE_MOST)
            self.room -= len(line)
            if not line.endswith(b"\r\n") or self.room < 0:
                raise self._lost("the connection ended, or an answer that has no end")
            kind, rest = line[:1], line[1:-2]
            if kind == b"+":
                return rest.decode("latin-1")
            if kind == b"-":
                return Refused(rest.decode("latin-1"))
            if kind == b":":
                return self._number(rest, 2**63 - 1)
            if kind == b"$":
                n = self._number(rest, self.room)
                self.room -= max(n, 0)
                data = self.f.read(n + 2) if n >= 0 else None
                if n >= 0 and len(data) != n + 2:
                    raise self._lost("the connection ended")
                return data if data is None else data[:-2]
            if kind == b"*" and depth == 0:
                return [self._read(1) for _ in range(self._number(rest, 1 << 20))]
        except (OSError, ValueError) as why:  # ValueError: it was closed before
            raise self._lost(str(why)) from why
        raise self._lost("not what a server says")
