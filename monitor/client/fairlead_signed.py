# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A client of `fairlead monitor serve --signers' that numbers and signs what it changes (fl_request.h).

    c = Client("127.0.0.1", 6379, public_key, anchor, signer=Signer(open("/etc/mine/client.key", "rb").read()))
    c.signed("incr", "visits")     # 7: done once, and by us; or an exception

After an exception it may have been done. `settle' says whether, and `again' asks for it once more."""
import ctypes

import fairlead_receipts as receipts
from fairlead_receipts import ABSENT, VALUE, Lie, Refused, Said


class Conflict(Exception):
    """The client's record has another request than our last one: one that was given up for that and was done after all,
    or somebody else's who has the key."""


class _Change(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_uint8), ("number", ctypes.c_uint64), ("key", ctypes.c_char_p),
                ("value", ctypes.c_char_p), ("key_length", ctypes.c_size_t), ("value_length", ctypes.c_size_t)]


def request(proof, signer, number, changes):
    """(its bytes, what the client's record is then): `changes' are (kind, key, value, number)."""
    every = (_Change * len(changes))(*[_Change(ord(kind), n % 2**64, key, value, len(key), len(value))
                                       for kind, key, value, n in changes])
    proof.c.fl_proof_request.restype = ctypes.c_size_t
    signed, record = ctypes.create_string_buffer(104 + 12 * 73), ctypes.create_string_buffer(40)
    length = proof.c.fl_proof_request(proof.p, signer.p, ctypes.c_uint64(number), every,
                                      ctypes.c_size_t(len(changes)), signed, record)
    if length == 0:
        raise ValueError("a request has from 1 to 12 changes")
    return signed.raw[:length], record.raw


def signature_of(signed):
    return signed[40:104].hex().encode()


class Signer:
    """A client's private key: what it signs is done once, in its order, and by nobody else."""

    def __init__(self, private_key, library="libfairlead-receipts.so"):
        self.c = ctypes.CDLL(library)
        self.c.fl_proof_client_new.restype = ctypes.c_void_p
        self.c.fl_proof_client_key.restype = ctypes.c_bool
        why = ctypes.c_char_p()
        p = self.c.fl_proof_client_new(private_key, ctypes.c_size_t(len(private_key)), ctypes.byref(why))
        if not p:
            raise ValueError("the client's key: " + (why.value or b"").decode())
        self.p = ctypes.c_void_p(p)
        key, name = ctypes.create_string_buffer(32), ctypes.create_string_buffer(80)
        if not self.c.fl_proof_client_key(self.p, key, name):
            raise ValueError("the client's key")
        self.key, self.name = key.raw.hex(), name.raw

    def __del__(self):
        if getattr(self, "p", None):
            self.c.fl_proof_client_free(self.p)


def changes_of(words):
    """What a command changes: (kind, key, value, number) for each key; None: it cannot be signed."""
    name, *rest = words
    name = name.lower()
    if name == b"set" and len(rest) == 2:
        return [("p", rest[0], rest[1], 0)]
    if name == b"set" and len(rest) == 4 and rest[2].lower() == b"pxat" and rest[3].isdigit():
        return [("p", rest[0], rest[1], int(rest[3]))]
    if name == b"mset" and rest and len(rest) % 2 == 0:
        return [("p", k, v, 0) for k, v in zip(rest[::2], rest[1::2])]
    if name in (b"del", b"unlink") and rest:
        return [("d", k, b"", 0) for k in rest]
    if name in (b"incr", b"decr") and len(rest) == 1:
        return [("i", rest[0], b"", 1 if name == b"incr" else -1)]
    if name == b"incrby" and len(rest) == 2:
        return [("i", rest[0], b"", int(rest[1]))]
    return None


class Client(receipts.Client):
    """One connection at a time for each signer."""

    def __init__(self, *places, signer, history=None, **how):
        """`history(text)' keeps what `fairlead monitor check --signers' reads, after what it was given before."""
        super().__init__(*places, **how)
        self.signer, self.number, self.pending, self.history = signer, None, None, history

    def _keep(self, signed, proved):
        if self.history:
            request = b"request " + signed.hex().encode() + b"\n" if signed else b""
            self.history(request + proved.rstrip(b"\n") + b"\n")

    def signed(self, *words):
        """The same of what changes something, as the client `signer': it was asked for by us, and done once."""
        changes = changes_of([receipts._word(w) for w in words]) if words else None
        if not changes:
            raise ValueError("this cannot be signed")
        if self.pending or self.number is None:
            self.settle()
        number = self.number + 1
        self.pending = number, changes, *request(self.proof, self.signer, number, changes)
        return self.again()

    def settle(self):
        """What has become of the last request; to be asked after Unproved, Lie or Refused. True: it was done. False: it
        was not, and `again' asks for it once more; what is signed instead has its number, so one of the two is done."""
        record, proved = self._call([b"get", self.signer.name])
        record = record or bytes(40)
        last, digest = int.from_bytes(record[:8], "big"), record[8:]
        before, self.number = self.pending, last
        if before and last == before[0] and digest == before[3][8:]:
            self.pending = None
            self._keep(before[2], proved)
            return True
        if len(record) != 40 or (before and last != before[0] - 1):
            raise Conflict("request %d is another's" % last)
        self._keep(None, proved)
        return False

    def again(self):
        """The last request, whose number is its own: if it was done, this is an error."""
        number, changes, signed, record = self.pending
        words = [b"SIGNED", self.signer.key.encode(), b"%d" % number, signature_of(signed)]
        said = [Said(True, VALUE, self.signer.name, record, 0)]
        for kind, key, value, n in changes:
            words += {"p": [b"set", key, value, b"%d" % n], "d": [b"del", key], "i": [b"incrby", key, b"%d" % n]}[kind]
        nonce, answer, receipts = self._ask(words)
        lines = self._lines(answer).split(b"\n")
        if lines[0] != b"done":
            raise Refused(answer.decode("latin-1").strip())
        if len(lines) != len(changes) + 2:
            raise Lie("an answer of another kind than the command's")
        for (kind, key, value, n), line in zip(changes, lines[1:]):
            said.append(Said(True, VALUE, key, value, n) if kind == "p" else
                        Said(True, ABSENT, key, within=2) if kind == "d" else Said(True, VALUE, key, line, None, 2))
        proved = self._prove(nonce, said, self._lines(receipts))
        self.number, self.pending = number, None
        self._keep(signed, proved)
        sums = [int(line) for (kind, *_), line in zip(changes, lines[1:]) if kind == "i"]
        return sums[0] if sums else "OK"
