# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Clients that sign what they ask for, and whoever stands between them and the gate: requests are done again, left out,
changed, doubled, exchanged, and done while the answer says that they were not. Each is done once, or the client
knows."""
import hashlib
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time

import fairlead_receipts as receipts
from fairlead_receipts import Lie, Refused, Unproved
from fairlead_signed import Client, Conflict, Signer
from harness import SERVE, Error, Server, check, done, folder
from signing import LIBRARY, key, read, words_of, write

alice, bob, eve = key("alice"), key("bob"), key("eve")
FILE = write("signers", f"# who\nalice {alice.key}\n\nbob {bob.key}\n")
OPTIONS = ("--gate", "process", "--commit-every", "5", "--anchor-every", "10", "--signers", FILE)
server = Server("db", *OPTIONS)
KEY = read("a.key.pub")
NO = Error("NOPERM only a client's signed request may change this: SIGNED")


def anchor():
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


class Between:
    """Everything goes through; what is signed as `change' says, once."""

    def __init__(self, change=None):
        self.up, self.change, self.old = server.client(), change, []

    def hear(self, words):
        if words[0] == b"SIGNED":
            self.old.append(words)
            change, self.change = self.change, None
            if change:
                return change(self, words)
        return self.up.ask(*words)


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


def client(signer, lie=None, patience=60):
    ours, theirs = socket.socketpair()
    threading.Thread(target=serve, args=(theirs, lie or Between()), daemon=True).start()
    return Client("", 0, KEY, anchor, LIBRARY, patience=patience, connect=lambda: ours, signer=signer)


def outcome(call, *words):
    try:
        return call(*words)
    except (Lie, Unproved, Refused, Conflict) as why:
        return why


# ---- Honest.

direct = server.client()
c = client(alice)
want = [(("set", "a", "1"), "OK"), (("incr", "a"), 2), (("incrby", "a", "-5"), -3), (("decr", "new"), -1),
        (("mset", "x", "1", "y", "v" * 60000, "", "z"), "OK"), (("del", "x", "none", "y"), "OK"),
        (("set", "t", "7", "pxat", "99999999999999"), "OK"), (("incr", "t"), 8)]
for words, answer in want:
    got = c.signed(*words)
    check(f"signed: {words[0]} {len(words)}", got == answer, got)
check("and done", direct.ask("mget", "a", "new", "x", "y", "", "t") == [b"-3", b"-1", None, None, b"z", b"8"])
check("an end stays", direct.ask("pexpiretime", "t") == 99999999999999)
check("the number is in the client's record", int.from_bytes(c.call("get", alice.name)[:8], "big") == len(want))
for words in (("get", "a"), ("append", "a", "x"), ("expire", "a", "1")):
    try:
        check(f"{words[0]} is not signed", c.signed(*words) and False)
    except ValueError:
        check(f"{words[0]} is not signed", True)
for words, why in ((("incr", ""), "integer"), (("incrby", "a", str(-2**63)), "integer"),
                   (("mset", "q", "1", "q", "2"), "once"), (("set", "k" * 65536, "1"), "65535")):
    got = outcome(c.signed, *words)
    check(f"an error: {why}", isinstance(got, Refused) and why in str(got), got)
    check("and nothing was done", c.settle() is False and c.number == len(want))
    c.pending = None
other = client(bob)
check("two clients have numbers of their own", [other.signed("incr", "both"), c.signed("incr", "both"),
                                               other.signed("incr", "both")] == [1, 2, 3])
check("a new connection goes on", client(alice).signed("incr", "both") == 4)
got = outcome(client(eve).signed, "set", "a", "1")
check("who is not enrolled is refused", isinstance(got, Refused), got)
check("what others change is theirs", direct.ask("set", "free", "1") == "OK")
for words in (("set", alice.name, "1"), ("del", alice.name), ("expire", alice.name, "1"), ("incr", bob.name),
              ("append", bob.name, "x"), ("mset", "free", "2", bob.name, "x"), ("rename", "free", bob.name),
              ("flushall",)):
    check(f"but no client's number: {words[0]}", direct.ask(*words) == NO)
check("nor a part of it", direct.ask("get", "free") == b"1")
for signer in (alice, bob):
    got = outcome(c.signed, "mset", "free", "3", signer.name, "x")
    check("nor in a request", isinstance(got, Refused) and direct.ask("get", "free") == b"1", got)
    c.pending = None
direct.ask("multi")
direct.ask("signed", alice.key, "1", "00" * 64, "set", "a", "1", "0")
check("it is not in MULTI", direct.ask("exec") == [b"refused it has no place in MULTI\n"])
for words in ((alice.key, "1", "00" * 64, "set", "a", "1", "0"), (alice.key[:-1], "1", "00" * 64, "del", "a"),
              (alice.key, "0", "00" * 64, "del", "a"), (alice.key, "1", "00" * 63, "del", "a"),
              (alice.key, "1", "00" * 64, "set", "a", "1"), (alice.key, "1", "00" * 64, "set", "a", "1", "-1"),
              (alice.key, "1", "00" * 64, "incrby", "a", "x"), (alice.key, "1", "00" * 64, "touch", "a"),
              (alice.key, "1", "00" * 64, *["del", "a"] * 13), (alice.key, "1" * 30, "00" * 64, "del", "a")):
    got = direct.ask("signed", *words)
    good = isinstance(got, bytes) and got.startswith(b"refused")
    check(f"refused: {words[1][:3]} {words[3]} {len(words)}", good, got)
check("a line is none", isinstance(direct.ask("ping"), str))

# ---- Lies.


def again(lie, words):
    lie.up.ask(*words)
    return lie.up.ask(*words)


def dropped(lie, words):
    return b"done\nOK\n" if words[4] == b"set" else b"done\n1\n"


def lost(lie, words):
    lie.up.ask(*words)
    return Error("ERR the connection was lost")


def elsewhere(lie, words):
    """What is asked for, by somebody else, and receipts of that."""
    lie.up.ask("set", words[5], words[6])
    return b"done\nOK\n"


def altered(at, value):
    def change(lie, words):
        return lie.up.ask(*words[:at], value, *words[at + 1:])
    return change


def older(lie, words):
    """An earlier request of the same words: its answer, and its receipts."""
    return lie.up.ask(*words[:2], b"1", *words[3:])


def another(lie, words):
    return lie.up.ask(words[0], bob.key, *words[2:])


def more(lie, words):
    return lie.up.ask(*words, "set", "more", "1", "0")


lies = {"done twice": again, "left out": dropped, "done, and the answer lost": lost, "done by somebody else": elsewhere,
        "another key": altered(5, "b"), "another value": altered(6, "evil"), "another end": altered(7, "5"),
        "another number": altered(2, "99"), "an old number": older, "another client's": another, "a change more": more,
        "another signature": altered(3, "11" * 64), "deleted": lambda lie, w: lie.up.ask(*w[:4], "del", w[5])}
c.close()
for name, lie in lies.items():
    direct.ask("set", "n", "0")
    c = client(alice, Between(lie))
    got = outcome(c.signed, "set", "n", "new")
    known = isinstance(got, (Lie, Unproved, Refused)) or (name == "done twice" and got == "OK")
    check(f"{name}: it is known", known, got)
    if c.pending and c.settle() is False:
        check("and asked for again it is done", outcome(c.again) == "OK")
    check("it was done", c.pending is None and c.call("get", "n") == b"new" and not direct.ask("exists", "more"))
    c.close()
for name in ("done twice", "left out", "done, and the answer lost"):
    direct.ask("set", "n", "5")
    c = client(alice, Between(lies[name]))
    outcome(c.signed, "incr", "n")
    if c.pending and not c.settle():
        c.again()
    check(f"{name}: counted once", c.call("get", "n") == b"6")
    c.close()

# A request that was kept from the gate, and another one in its place: one of the two is done.
lie = Between(dropped)
c = client(alice, lie)
outcome(c.signed, "set", "n", "first")
check("not yet", c.settle() is False)
c.pending = None
check("another one instead", c.signed("set", "n", "second") == "OK")
check("and the first one never", lie.up.ask(*lie.old[0]).startswith(b"refused"), c.call("get", "n"))
check("nor any that was done", all(lie.up.ask(*w).startswith(b"refused") for w in lie.old))
check("as is seen", c.call("get", "n") == b"second")
lie.change = dropped
outcome(c.signed, "set", "n", "mine")
thief = client(Signer(read("alice"), LIBRARY))
thief.signed("set", "n", "theirs")
got = outcome(c.settle)
check("somebody else with the key is noticed", isinstance(got, Conflict), got)
thief.close()

# In another order: two that were signed one after the other.
one = receipts.Proof(KEY, LIBRARY)
number = c.number


def numbered(n):
    return words_of(one, alice, n, [("p", b"o", b"%d" % n, 0)])


first, second = numbered(number + 1), numbered(number + 2)
check("the second one first is refused", direct.ask(*second).startswith(b"refused"))
check("then the first", direct.ask(*first) == b"done\nOK\n")
check("and the second", direct.ask(*second) == b"done\nOK\n")
check("and neither again", direct.ask(*first).startswith(b"refused") and direct.ask(*second).startswith(b"refused"))

# What a refusal follows from has a receipt: of the client's record, and of the value that is no number. What is not
# signed, or is no request, follows from nothing that is there.
record, nonce = alice.name, "ab" * 32
direct.ask("set", "word", "w")
direct.ask("receipt", "on")
direct.ask("receipt", "nonce", nonce)
wrong, shown, digest = {}, b"", lambda x: hashlib.sha256(x).hexdigest()
new = words_of(one, alice, number + 3, [("i", b"word", b"", 1)])
for name, words, keys in (("replayed", first, [record]), ("the last one", second, [record]),
                          ("one is missing", numbered(number + 9), [record]), ("no number", new, [record, b"word"]),
                          ("not signed so", [*second[:-2], b"other", b"0"], []),
                          ("a forged one", [*first[:3], b"00" * 64, *first[4:]], []),
                          ("none", ["signed", alice.key, "0", "00" * 64, "del", "a"], [])):
    direct.ask("get", "o")
    was = [direct.ask("get", key) for key in keys]
    got, said = direct.ask(*words), direct.ask("receipt")
    lines = [] if isinstance(said, Error) else said.decode().splitlines()[::2]
    good = all(re.fullmatch(r"receipt .{72}00%s(?!00).*" % digest(key), line) and digest(value) in line
               and nonce in line for key, value, line in zip(keys, was, lines))
    if not got.startswith(b"refused") or len(lines) != len(keys) or not good:
        wrong[name] = got, said
    shown += said if keys and isinstance(said, bytes) else b""
check("a refusal has receipts of what it follows from", not wrong, wrong)
direct.ask("seal")
with open(os.path.join(folder, "shown"), "wb") as f:
    for r in re.findall(rb"receipt [0-9a-f]+\nof [0-9.]+\n", shown):
        f.write(r + direct.ask("certificate", re.search(rb"of ([0-9.]+)", r)[1]))
said = subprocess.run([os.path.join(os.path.dirname(SERVE), "fairlead-monitor-check"),
                       os.path.join(folder, "a.key.pub"), f.name], capture_output=True, text=True)
check("which are signed by the gate", said.returncode == 0 and said.stdout.count(": got key ") == 5, said)
check("and the request can be done still", direct.ask("set", "word", "1") == "OK" and direct.ask(*new) == b"done\n2\n")
second = new
direct.ask("receipt", "off")
c.close()

# ---- Later runs: what was done stays done; nothing is changed for anybody else.

last = second
wanted = server.client().ask("seal")
server.stop(signal.SIGKILL)
server = Server("db", *OPTIONS, "--signed", "all")
check("after a crash it starts", server.port is not None, server.said())
direct = server.client()
check("with the numbers", direct.ask(*last).startswith(b"refused"))
for words in (("set", "a", "1"), ("del", "a"), ("incr", "a"), ("append", "a", "1"), ("expire", "a", "9"),
              ("persist", "t"), ("mset", "a", "1", "b", "2"), ("setnx", "never", "1"), ("getset", "a", "1"),
              ("getdel", "a"), ("rename", "a", "b"), ("copy", "a", "b"), ("flushdb",), ("setbit", "a", "1", "1")):
    check(f"all has to be signed: {words[0]}", direct.ask(*words) == NO, direct.ask(*words))
c = client(alice)
check("which goes on", c.signed("incr", "both") == 5)
for life in (300, 1000, 3000, 10000, 30000):  # until it is there still when it is asked for
    end = int(time.time() * 1000) + life
    said, there = c.signed("set", "soon", "1", "pxat", str(end)), direct.ask("get", "soon")
    if there is not None:
        break
check("a value with an end is there", said == "OK" and there == b"1", (said, there))
time.sleep(max(0, end / 1000 - time.time()) + 0.1)
check("and then it is not", c.call("get", "soon") is None)
check("and can be deleted, or counted from nothing", [c.signed("del", "soon"), c.signed("incr", "soon")] == ["OK", 1])
server.stop()
server = Server("db", *OPTIONS)
direct = server.client()
check("a start without a crash", direct.ask(*last).startswith(b"refused") and direct.ask("set", "a", "1") == "OK")
check("goes on", client(alice).signed("incr", "both") == 6)
server.stop()
server = Server("db", *OPTIONS[2:], "--gate", "inside", "--signed", "all")
check("the same inside", client(alice).signed("incr", "both") == 7 and server.client().ask("set", "a", "1") == NO)
server.stop()

# ---- What is no start.

for text, why in (("x", "a line"), (f"alice {alice.key[:-1]}", "a line"), (f"a {alice.key}\nb {alice.key}", "twice")):
    server = Server("db", *OPTIONS[:-1], write("bad", text))
    check(f"no clients: {text[:7]}", server.port is None and server.status == 1 and why in server.said(), server.said())
server = Server("db", *OPTIONS[:-1], os.path.join(folder, "nowhere"))
check("no file", server.port is None and server.status == 1 and "help" in server.said(), server.said())
p = subprocess.run([SERVE, "--store", "x", "--key", "y", "--anchor", "none", "--signed", "all"], capture_output=True)
check("--signed all alone makes no sense", p.returncode == 2, p)
done()
