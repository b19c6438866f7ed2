# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Clients that believe nobody, in front of a server every byte of whose answers is somebody else's: it may ask the gate
for whatever it likes, and say what it likes. What a client says is proved must be so."""
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time

import fairlead_receipts as receipts
from fairlead_receipts import ABSENT, VALUE, Early, Lie, Refused, Said, Unproved
from harness import Error, Server, check, done, encode, folder, until

LIBRARY = os.environ["FAIRLEAD_RECEIPTS"]
ROUNDS = int(sys.argv[1])
SLOW = int(sys.argv[2])
random.seed(int(os.environ.get("FUZZ_SEED", "1")))
OPTIONS = ("--gate", "process", "--commit-every", "5", "--anchor-every", "10")
server = Server("db", *OPTIONS)
PAST = Error("GONE the receipts of that epoch are not kept any more: INFO says which are")


def read(name):
    with open(os.path.join(folder, name), "rb") as f:
        return f.read()


KEY = read("a.key.pub")


def anchor():
    """Written over in one piece, of less than a sector: a reader sees it whole, or once more."""
    return read("a.anchor")


def reply(x):
    if isinstance(x, Error):
        return b"-" + x.text.encode() + b"\r\n"
    if isinstance(x, str):
        return b"+" + x.encode() + b"\r\n"
    if isinstance(x, int):
        return b":%d\r\n" % x
    if isinstance(x, list):
        return b"*%d\r\n" % len(x) + b"".join(map(reply, x))
    return b"$-1\r\n" if x is None else b"$%d\r\n%s\r\n" % (len(x), x)


class Honest:
    """What an honest server says; each lie is one of these that says something else."""

    def __init__(self):
        self.up = server.client()
        self.nonce = b""

    def ask(self, *words):
        return self.up.ask(*words)

    def nonced(self, nonce):
        self.nonce = nonce
        return self.ask("receipt", "nonce", nonce)

    def command(self, words):
        return self.ask(*words)

    def receipt(self):
        return self.ask("receipt")

    def certificate(self, name):
        return self.ask("certificate", name)

    def hear(self, words):
        name = words[0].lower()
        if name == b"receipt":
            return (self.ask(*words) if words[1].lower() == b"on" else self.nonced(words[2])) if len(words) > 1 \
                else self.receipt()
        return self.certificate(words[1]) if name == b"certificate" else self.command(words)


def serve(end, lie):
    f = end.makefile("rb")
    try:
        while line := f.readline():
            words = []
            for _ in range(int(line[1:])):
                words.append(f.read(int(f.readline()[1:]) + 2)[:-2])
            end.sendall(reply(lie.hear(words)))
    except (OSError, ValueError):
        pass


def client(lie, read_anchor=anchor, patience=60):
    ours, theirs = socket.socketpair()
    threading.Thread(target=serve, args=(theirs, lie), daemon=True).start()
    return receipts.Client("", 0, KEY, read_anchor, LIBRARY, patience=patience, connect=lambda: ours)


def outcome(lie, *words, **how):
    c = client(lie, **how)
    try:
        return c.call(*words)
    except (Lie, Unproved, Refused) as why:
        return why
    finally:
        c.close()


direct = server.client()

# ---- An honest one: everything is proved.

c = client(Honest())
want = [(("set", "a", "1"), "OK"), (("get", "a"), b"1"), (("get", "none"), None),
        (("mset", "b", "2", "c", b"\0x\r\n"), "OK"),
        (("mget", "a", "none", "c", "a"), [b"1", None, b"\0x\r\n", b"1"]), (("getset", "a", "7"), b"1"),
        (("del", "a", "none", "b"), None), (("exists", "a"), 0),
        (("exists", "c"), 1), (("set", "long", "v" * 60000), "OK"), (("get", "long"), b"v" * 60000),
        (("set", "", ""), "OK"), (("get", ""), b"")]
for words, answer in want:
    got = c.call(*words)
    check(f"proved: {words[0]} {len(words)} {repr(answer)[:20]}", got == answer, got)
# So many that their receipts are more than a megabyte, and their certificates more than two sockets hold.
many = [b"many%d" % i for i in range(4000 if ROUNDS else 10)]
check("proved: an MSET of many", c.call("mset", *(w for k in many for w in (k, k))) == "OK")
check("proved: an MGET of many", c.call("mget", *many) == many)
check("proved: words of several kinds", c.call("set", bytearray(b"kind"), memoryview(b"of word")) == "OK" and
      c.call("get", "kind") == b"of word" and c.call("mset", "kind", 7) == "OK" and c.call("get", b"kind") == b"7")
for word in (None, True, 1.5, [b"v"], ("v",)):
    try:
        check(f"no word: {word}", c.call("set", "kind", word) and False)
    except TypeError:
        check(f"no word: {word}", c.call("get", "kind") == b"7")
try:
    check("what has no proof is not asked for", c.call("incr", "a") and False)
except ValueError:
    check("what has no proof is not asked for", True)
try:
    check("an error is one", c.call("get", "k" * 65536) and False)
except Refused:
    check("an error is one", True)
check("and the next command goes on", c.call("get", "c") == b"\0x\r\n")
c.close()

# ---- One lie after the other.

direct.ask("mset", "x", "old", "y", "why", "n", "1")


class Answer(Honest):
    def __init__(self, answer):
        super().__init__()
        self.answer = answer

    def command(self, words):
        super().command(words)
        return self.answer


class Instead(Honest):
    """Something else is done, and receipts are of that."""

    def __init__(self, answer, *instead):
        super().__init__()
        self.answer, self.instead = answer, instead

    def command(self, words):
        for words in self.instead:
            self.ask(*words)
        return self.answer


class Text(Honest):
    """Its receipts, or a certificate, changed."""

    def __init__(self, receipt=None, certificate=None):
        super().__init__()
        self.change, self.change_certificate = receipt, certificate

    def receipt(self):
        text = super().receipt()
        return self.change(self, text) if self.change and isinstance(text, bytes) else text

    def certificate(self, name):
        text = super().certificate(name)
        return self.change_certificate(self, text) if self.change_certificate and isinstance(text, bytes) else text


class Replay(Honest):
    """The first answer for ever, with its receipt."""

    def __init__(self):
        super().__init__()
        self.kept = {}

    def command(self, words):
        self.at = words[1]
        if self.at not in self.kept:
            self.kept[self.at] = [super().command(words), super().receipt()]
        return self.kept[self.at][0]

    def receipt(self):
        return self.kept[self.at][1]


class InTwo(Honest):
    """An MGET or MSET in two steps, with a command of somebody else's between."""

    def __init__(self, sealed, *between):
        super().__init__()
        self.sealed, self.between, self.other = sealed, between, server.client()

    def command(self, words):
        size = 1 if words[0].lower() == b"mget" else 2
        first = self.ask(*words[:1 + size])
        self.text = super().receipt()
        if self.sealed:
            self.ask("seal")
        if self.between:
            self.other.ask(*self.between)
        rest = self.ask(words[0], *words[1 + size:])
        self.text += super().receipt()
        return first + rest if size == 1 else rest

    def receipt(self):
        return self.text


def other_receipt(lie, text):
    """Of another connection's."""
    up = server.client()
    up.ask("receipt", "on")
    up.ask("receipt", "nonce", "00")
    up.ask("get", "x")
    return up.ask("receipt")


def bit(at):
    def change(lie, text):
        one = bytearray.fromhex(re.search(rb"(?:receipt|seal) ([0-9a-f]+)", text)[1].decode())
        one[at] ^= 1
        return re.sub(rb"(receipt|seal) [0-9a-f]+", lambda m: m[1] + b" " + one.hex().encode(), text, count=1)
    return change


def forged(lie, text):
    """A receipt as it should be, below a seal that somebody else's key made."""
    pem = os.path.join(folder, "evil.pem")
    if not os.path.exists(pem):
        subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", pem], check=True, capture_output=True)
    seal = bytes.fromhex(re.search(rb"seal ([0-9a-f]+)", text)[1].decode())
    with open(pem + ".text", "wb") as f:
        f.write(seal[:136])
    p = subprocess.run(["openssl", "pkeyutl", "-sign", "-inkey", pem, "-rawin", "-in", f.name], check=True,
                       capture_output=True)
    return re.sub(rb"seal [0-9a-f]+", b"seal " + (seal[:136] + p.stdout).hex().encode(), text)


def twice(lie, text):
    lines = text.splitlines(keepends=True)
    return b"".join(lines[:2] * (len(lines) // 2))


def swapped(lie, text):
    lines = text.splitlines(keepends=True)
    return b"".join(lines[2:4] + lines[:2] + lines[4:])


def less(lie, text):
    return b"".join(text.splitlines(keepends=True)[:-2])


def of_another(lie, text):
    """The certificate of another receipt: of another epoch, or with another way up."""
    lie.ask("get", "y")
    other = lie.ask("receipt")
    lie.ask("seal")
    return lie.ask("certificate", re.search(rb"of ([0-9.]+)", other)[1])


def no_step(lie, text):
    return re.sub(rb"path .*\n", b"path 1\n", text) if not text.endswith(b"path 1\n") else text + b"path 1\n"


lies = {
    "another value": (Answer(b"new"), ("get", "x")),
    "no value": (Answer(None), ("get", "x")),
    "a value where there is none": (Answer(b"v"), ("get", "none")),
    "another value of one of three": (Answer([b"old", b"why", b"2"]), ("mget", "x", "y", "n")),
    "values that are exchanged": (Answer([b"why", b"old"]), ("mget", "x", "y")),
    "a value before, that was not": (Answer(b"young"), ("getset", "x", "old")),
    "there, and it is not": (Answer(1), ("exists", "none")),
    "not there, and it is": (Answer(0), ("exists", "x")),
    "an answer of another kind": (Answer(b"OK"), ("set", "x", "old")),
    "an answer to something else": (Answer("OK"), ("get", "x")),
    "OK, and nothing was done": (Instead("OK"), ("set", "x", "new")),
    "OK, and it was looked at": (Instead("OK", ("get", "x")), ("set", "x", "old")),
    "OK, and another value was written": (Instead("OK", ("set", "x", "evil")), ("set", "x", "new")),
    "OK, and it was written elsewhere": (Instead("OK", ("set", "z", "new")), ("set", "x", "new")),
    "OK, and it ends soon": (Instead("OK", ("set", "x", "new", "px", "100000")), ("set", "x", "new")),
    "OK, and one of two was written": (Instead("OK", ("set", "x", "1")), ("mset", "x", "1", "y", "2")),
    "deleted, and it is there": (Instead(1, ("get", "x")), ("del", "x")),
    "deleted, and one of two is there": (Instead(2, ("del", "y")), ("del", "x", "y")),
    "the answer to another key": (Instead(b"why", ("get", "y")), ("get", "x")),
    "an MGET in two steps, between them a write": (InTwo(False, "set", "y", "late"), ("mget", "x", "y")),
    "an MGET in two epochs": (InTwo(True), ("mget", "x", "y")),
    "an MSET in two steps, between them a look": (InTwo(False, "get", "y"), ("mset", "x", "1", "y", "2")),
    "receipts of another connection": (Text(other_receipt), ("get", "x")),
    "fewer receipts": (Text(less), ("mget", "x", "y", "n")),
    "the first receipt twice": (Text(twice), ("mget", "x", "y")),
    "receipts in another order": (Text(swapped), ("mget", "x", "y")),
    "no receipt": (Text(lambda lie, text: b""), ("get", "x")),
    "a receipt of no text": (Text(lambda lie, text: b"receipt zz\nof 1.1\n"), ("get", "x")),
    "the certificate of another": (Text(None, of_another), ("get", "x")),
    "a seal of another key": (Text(None, forged), ("get", "x")),
    "a seal with a bit": (Text(None, bit(45)), ("get", "x")),
    "a signature with a bit": (Text(None, bit(199)), ("get", "x")),
    "another way to the seal": (Text(None, no_step), ("mget", "x", "y")),
    **{f"a receipt with a bit, byte {at}": (Text(bit(at)), ("get", "x"))
       for at in (0, 15, 23, 31, 35, 36, 40, 77, 80, 110)},
}
for name, (lie, words) in lies.items():
    # An anchor refuses most seals that were not made with the key, too.
    got = outcome(lie, *words, **({"read_anchor": None} if "seal" in name or "signature" in name else {}))
    check(f"found: {name}", isinstance(got, (Lie, Unproved)), got)

lie = Replay()
c = client(lie)
first = c.call("get", "x")
try:
    check("an old answer with its old receipt is found", c.call("get", "x") and False)
except Lie as why:
    check("an old answer with its old receipt is found", "nonce" in str(why), why)
c.close()

# A server that says what is no answer, or nothing.
for raw in (b"$99999999999999999999\r\n", b"$1000000000\r\n", b"*3000000\r\n", b"*1\r\n*1\r\n", b"?\r\n", b"$3\r\nab",
            b"+" + b"x" * (2 << 20), b"$5\r\nhello world\r\n", b":1x\r\n", b"$-0\r\n", b"\r\n",
            b"*2\r\n" + b"$30000000\r\n" * 2):
    ours, theirs = socket.socketpair()
    theirs.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4 << 20)
    threading.Thread(target=lambda e, r: (e.sendall(b"+OK\r\n+OK\r\n" + r), e.shutdown(1)), args=(theirs, raw),
                     daemon=True).start()
    c = receipts.Client("", 0, KEY, anchor, LIBRARY, patience=60, connect=lambda: ours)
    try:
        got = c.call("get", "x")
    except (Lie, Unproved) as why:
        got = why
    check(f"no answer: {raw[:20]!r}", isinstance(got, Exception), got)
    try:
        got = c.call("get", "x")
    except Unproved as why:
        got = why
    check(f"and no next one: {raw[:20]!r}", isinstance(got, Unproved), got)
    c.close()
    theirs.close()

# ---- The order of one client's commands, when it does not wait.

direct.ask("receipt", "on")
proof = receipts.Proof(KEY, LIBRARY)


def one(*words):
    nonce = proof.nonce()
    direct.ask("receipt", "nonce", nonce.hex())
    said = receipts.what_is_said([w.encode() for w in words], direct.ask(*words))
    return nonce, said, direct.ask("receipt")


def whole(text):
    lines = text.splitlines(keepends=True)
    return b"".join(a + direct.ask("certificate", b[3:-1]) for a, b in zip(lines[::2], lines[1::2]))


def proved(nonce, said, text):
    try:
        proof.command(nonce, said, text)
        return "yes"
    except Lie as why:
        return why


asked = [one("set", "o", "1"), one("get", "o"), one("mget", "o", "x")]
direct.ask("seal")
asked = [(n, s, whole(t)) for n, s, t in asked]
check("one after the other", [proved(*a) for a in asked[:2]] == ["yes", "yes"])
check("not one again", "before the one before it" in str(proved(*asked[1])))
check("not in another order", "before the one before it" in str(proved(*asked[0])))
check("and after lies it goes on", proved(*asked[2]) == "yes")
nonce, said, text = one("get", "x")
direct.ask("seal")
text = whole(text)
for name, lie in (("two proofs", text + text), ("a seal more", text + re.search(rb"seal .*\n", text)[0]),
                  ("half", text[:len(text) // 2]), ("nothing", b""), ("a zero", text[:-1] + b"\0\n"),
                  ("the receipt alone", text.splitlines(keepends=True)[0])):
    check(f"not {name}", isinstance(proved(nonce, said, lie), Lie))
check("not without a nonce", all(isinstance(proved(n, said, text), Lie) for n in (b"", b"x" * 33)))
check("not of no key", isinstance(proved(nonce, [], text), Lie))
check("as it was given", proved(nonce, said, text) == "yes")

# ---- A slow one: thousands of epochs with receipts come between an answer and its certificates.

late = one("set", "late", "1")
busy, others = [server.client() for _ in range(2)], threading.Event()


def go_on(c):
    c.ask("receipt", "on")
    while not others.is_set():
        c.ask("get", "x")


threads = [threading.Thread(target=go_on, args=(c,)) for c in busy]
first = int(direct.ask("certified").split()[1])
for t in threads:
    t.start()
time.sleep(SLOW)
until(lambda: int(direct.ask("certified").split()[1]) - first > 64)
others.set()
for t in threads:
    t.join()
passed = int(direct.ask("certified").split()[1]) - first
nonce, said, text = late
check(f"proved after {SLOW} s and {passed} epochs", passed > 64 and proved(nonce, said, whole(text)) == "yes", passed)


def monitor(name):
    return int(re.search(rb"%b:(\d+)" % name, direct.ask("info", "monitor"))[1])


check("INFO says how much is kept", 200 * 64 < monitor(b"certificates_bytes") < monitor(b"certificates_most_bytes"))

# ---- Anchors: what was sealed and not anchored, in a run that was given up.

server.stop()
slow = ("--gate", "process", "--commit-every", "5", "--anchor-every", "3600000", "--certificates", "1")
server = Server("db", *slow)
direct = server.client()
direct.ask("receipt", "on")
direct.ask("seal")
before = anchor()
shutil.copytree(os.path.join(folder, "db"), os.path.join(folder, "kept"))
nonce, said, text = one("set", "x", "given up")
lines = text.splitlines(keepends=True)
while isinstance(direct.ask("certificate", lines[1][3:-1]), Error):
    pass
given_up = nonce, said, whole(text)

# What is kept has a bound: who comes too late is told so.
check("of an earlier run there are no certificates", direct.ask("certificate", late[2].split()[-1]) == PAST)
for i in range(6):
    direct.ask("mget", *["x"] * 10000)
    last = int(direct.ask("receipt").splitlines()[-1][3:].split(b".")[0])
    while monitor(b"epoch_sealed") < last:
        pass
check("an epoch too long ago", direct.ask("certificate", lines[1][3:-1]) == PAST, direct.ask("info", "monitor"))
check("is not kept", monitor(b"certificates_bytes") <= 1 << 20 and
      monitor(b"certificates_above") >= int(lines[1][3:].split(b".")[0]), direct.ask("info", "monitor"))
check("nor is there a number that may yet come", direct.ask("certificate", "99999999.0") == Error("ERR not known"))


class Late(Honest):
    def certificate(self, name):
        return super().certificate(lines[1][3:-1])


why = outcome(Late(), "get", "x", read_anchor=None)
check("a client is told at once", isinstance(why, Unproved) and "GONE" in str(why), why)
fresh = receipts.Proof(KEY, LIBRARY)
proof = fresh
proof.anchor(before)
try:
    proof.command(*given_up)
    check("what is sealed and not anchored is not yet", False)
except Early:
    check("what is sealed and not anchored is not yet", True)
server.stop(signal.SIGKILL)
shutil.rmtree(os.path.join(folder, "db"))
os.rename(os.path.join(folder, "kept"), os.path.join(folder, "db"))
server = Server("db", *OPTIONS)
check("another run starts from before", server.port is not None, server.said())
c = client(Honest())
check("and goes on from there", c.call("get", "x") != b"given up")
proof.anchor(anchor())
why = proved(*given_up)
check("what that was given up for makes it void", isinstance(why, Lie) and not isinstance(why, Early), why)
for i in range(50):
    direct = server.client()
    direct.ask("set", "pass", i)
    direct.ask("seal")
proof.anchor(anchor())
why = proved(*given_up)
check("for good", isinstance(why, Lie) and not isinstance(why, Early), why)
try:
    proof.anchor(anchor()[:-1])
    check("half an anchor is none", False)
except ValueError:
    check("half an anchor is none", True)
c.close()

# ---- Any lie, at any time: what is proved is so.


class Any(Honest):
    def __init__(self):
        super().__init__()
        self.old = []

    def command(self, words):
        name, what = words[0].lower(), random.randrange(8)
        self.swap = random.randrange(6) == 0
        if what == 0:
            return random.choice([None, b"v1", b"v2", b"v3", [b"v1", None], "OK", 1, 0])
        if what == 1 and name == b"set":
            words = [words[0], random.choice([b"k1", b"k2", b"k3"]), random.choice([b"v1", b"v2", b"v3"])]
        if what == 2 and name != b"set":
            words = [words[0], *[random.choice([b"k1", b"k2", b"k3"]) for _ in words[1:]]]
        if what == 3:
            self.ask("get", words[1])
            return "OK" if name == b"set" else super().command(words)
        answer = super().command(words)
        if what == 4 and isinstance(answer, list):
            random.shuffle(answer)
        return answer

    def receipt(self):
        text = super().receipt()
        if not isinstance(text, bytes):
            return text
        self.old.append(text)
        what = random.randrange(10)
        if self.swap:
            return random.choice(self.old)
        return (less, twice, swapped)[what](self, text) if what < 3 and text.count(b"receipt") > 1 else text


c, honest, wrong, count, found = None, server.client(), [], 0, 0
lie = Any()
for n in range(ROUNDS):
    c = c or client(lie)
    keys = [random.choice(["k1", "k2", "k3"]) for _ in range(3)]
    words = random.choice([("set", keys[0], random.choice(["v1", "v2", "v3"])), ("get", keys[0]), ("mget", *keys),
                           ("del", keys[0])])
    try:
        got = c.call(*words)
    except (Lie, Unproved, Refused):
        found += 1
        c.close()
        c, lie = None, Any()
        continue
    count += 1
    now = honest.ask("mget", *words[1:]) if words[0] == "mget" else honest.ask("get", words[1])
    if now != (got if words[0] in ("get", "mget") else words[2].encode() if words[0] == "set" else None):
        wrong.append((words, got, now))
check(f"{ROUNDS} rounds of any lies: nothing wrong is proved", not wrong and (ROUNDS == 0 or min(count, found) > 0),
      (wrong[:3], count, found))
print(f"# {count} proved, {found} found")
server.stop()
done()
