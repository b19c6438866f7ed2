# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What clients kept of the requests that they signed, read by somebody else (`fairlead monitor check --signers').
CHECK `made': only what is made here, without a server."""
import os
import subprocess
import sys

import fairlead_receipts as receipts
from fairlead_receipts import Unproved
from fairlead_signed import Client, request
from harness import Server, check, done, folder
from sealing import Receipt, certified
from signing import LIBRARY, key, read, write

CHECK, MADE = sys.argv[1], sys.argv[2:] == ["made"]
alice, bob, eve = key("alice"), key("bob"), key("eve")
FILE = write("signers", f"# {alice.key} is alice\nalice   {alice.key}\n\nbob {bob.key}\n#")


def says(text, *options, public="a.key.pub", signers=FILE):
    """(status, all that it says)"""
    who = ("--signers", signers) if signers else ()
    p = subprocess.run([CHECK, os.path.join(folder, public), "-", *who, *options], input=text, capture_output=True,
                       timeout=600)
    return p.returncode, (p.stdout + p.stderr).decode()


def refused(name, why, text, *options, **how):
    got = says(text, *options, **how)
    check(f"{name}: {why}", got[0] == 1 and why in got[1], got)


def accepted(name, text, *options, all_of=(), **how):
    got = says(text, *options, **how)
    check(name, got[0] == 0 and all(w in got[1] for w in all_of), got)


# ---- Made here, with the server's key: also what its gate would not have signed.

for name in ("a.key", "other.key"):
    subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", os.path.join(folder, name)], check=True,
                   capture_output=True)
    subprocess.run(["openssl", "pkey", "-in", os.path.join(folder, name), "-pubout", "-out",
                    os.path.join(folder, name + ".pub")], check=True)
ours, others = receipts.Proof(read("a.key.pub"), LIBRARY), receipts.Proof(read("other.key.pub"), LIBRARY)


def asked(signer, number, changes, proof=ours):
    """(the request's line, the receipt of the client's record)"""
    signed, record = request(proof, signer, number, changes)
    return b"request " + signed.hex().encode() + b"\n", Receipt(True, signer.name, record)


def answers(changes):
    return [Receipt(True, k, None if kind == "d" else value if kind == "p" else b"5", n if kind == "p" else 0)
            for kind, k, value, n in changes]


def block(signer, number, changes, epoch, **how):
    line, record = asked(signer, number, changes)
    return line + b"".join(certified("a.key", [record, *answers(changes)], epoch, **how))


CHANGES = [[("p", b"k", b"v", 0)], [("p", b"k", b"v", 0)], [("p", b"a", b"1", 77), ("d", b"k", b"", 0),
                                                             ("i", b"n", b"", -3)], [("d", b"a", b"", 0)]]
# No epoch is the one after another: of such seals the later has the digest of the earlier.
a = [block(alice, n + 1, changes, 10 + 2 * n) for n, changes in enumerate(CHANGES)]
b = [block(bob, n + 1, changes, 30 + 2 * n) for n, changes in enumerate(CHANGES[:2])]
whole = b"".join(a)
SAYS = ("signed: alice, request 3, changes 3: done, in these answers", "alice: requests 1 to 4, each once")
accepted("a history", whole, all_of=SAYS)
accepted("of two clients", a[0] + b[0] + a[1] + a[2] + b[1] + a[3], "--signed", "all",
         all_of=(*SAYS, "bob: requests 1 to 2"))
accepted("over two runs", a[0] + block(alice, 2, CHANGES[1], 50, incarnation=9, counters=[1, 2]))
read_last = certified("a.key", [asked(alice, 4, CHANGES[3])[1]._replace(wrote=False)], 60)[0]
nothing = certified("a.key", [Receipt(False, alice.name, None)], 5)[0]
accepted("with all that it has", nothing + whole + read_last, all_of=SAYS)
accepted("and lines of a terminal", whole.replace(b"\n", b"\r\n"), all_of=SAYS)
got = says(b"")
check("nothing is none", got[0] == 1 and "nothing in it" in got[1], got)
refused("no signers are said", "--signers FILE says", whole, signers=None)

refused("replayed", "it was done before", whole + a[3])
refused("replayed, at once", "it was done before", a[0] + a[0] + a[1])
refused("reordered", "is not here", a[0] + a[2] + a[1] + a[3])
refused("without the first", "is not here", b"".join(a[1:]))
refused("without one", "is not here", a[0] + a[1] + a[3])
refused("without the last", "another request than the last one", nothing + b"".join(a[:3]) + read_last)
refused("a client that has asked, and nothing of it", "another request than the last one", b[0] + read_last)
refused("a record that is gone", "another request than the last one",
        a[0] + certified("a.key", [Receipt(False, alice.name, None)], 20)[0])
refused("a record with an end", "another request than the last one",
        whole + certified("a.key", [asked(alice, 4, CHANGES[3])[1]._replace(wrote=False, until=9)], 60)[0])
once, its_record = asked(alice, 1, CHANGES[0])
refused("a record from before", "before what is here", once + b"".join(
    certified("a.key", [its_record, *answers(CHANGES[0]), its_record._replace(wrote=False)], 10, [5, 6, 4])))
refused("in another order than the server's", "before what is here",
        a[0] + block(alice, 2, CHANGES[1], 6, counters=[5000, 5001]))
refused("of a run that was before", "before what is here",
        block(alice, 1, CHANGES[0], 5, incarnation=9) + block(alice, 2, CHANGES[1], 6))
refused("of the next run, and an epoch of the one before", "before what is here",
        a[0] + block(alice, 2, CHANGES[1], 10, incarnation=9))

line, record = asked(alice, 1, CHANGES[2])
good = answers(CHANGES[2])


def other(name, why, *all_receipts, line=line, epoch=10, **how):
    refused(name, why, line + b"".join(certified("a.key", list(all_receipts), epoch, **how)))


def changed(at, **what):
    return [r._replace(**what) if i == at else r for i, r in enumerate(good)]


accepted("what is changed next", line + b"".join(certified("a.key", [record, *good], 10, [1, 2, 4, 6])))
other("another value", "another value", record, *changed(0, value=b"2"))
other("another end", "another end", record, *changed(0, until=78))
other("another key", "another key than the request's", record, *changed(0, key=b"b"))
other("not deleted", "another change", record, *changed(1, value=b"v"))
other("not written", "another change", record, *changed(0, wrote=False))
other("not counted", "another change", record, *changed(2, value=None))
other("a sum that was read", "another change", record, *changed(2, wrote=False))
other("its changes in another order", "another key than the request's", record, good[1], good[0], good[2])
other("not in one step", "in one step", record, *good, counters=[1, 3, 4, 5])
other("something before the deletion", "in one step", record, *good, counters=[1, 2, 5, 6])
other("before its record", "in one step", record, *good, counters=[5, 4, 3, 2])
other("a change at the same time", "in one step", record, *good, counters=[1, 1, 2, 3])
other("the changes alone", "than the client's record", *good)
other("a record with an end", "another request than this one", record._replace(until=9), *good)
other("a record without value", "another request than this one", record._replace(value=None), *good)
other("another's record", "than the client's record", record._replace(key=bob.name), *good)
other("the record of another number", "another request than this one", asked(alice, 2, CHANGES[2])[1], *good)
other("a change too few", "not all of its receipts", record, *good[:2])
refused("over two epochs", "in one step", line + certified("a.key", [record], 10, [1])[0] +
        b"".join(certified("a.key", good, 12, [2, 3, 4])))
refused("over two runs", "in one step", line + certified("a.key", [record], 10, [1])[0] +
        b"".join(certified("a.key", good, 10, [2, 3, 4], incarnation=2)))
refused("two requests and no receipts", "not all of its receipts", line + line + a[0])
refused("a request alone", "not all of its receipts", line)
refused("a request inside of a receipt", "without a certificate",
        a[0][a[0].index(b"receipt"):].split(b"\n")[0] + b"\n" + a[0])
refused("seals with another key", "not made with this key",
        line + b"".join(certified("other.key", [record, *good], 10)))
accepted("done, and the receipts lost", line + certified("a.key", [record._replace(wrote=False)], 10)[0] +
         block(alice, 2, CHANGES[1], 12), "--signed", "all", all_of=("request 1, changes 3: done before", "1 to 2"))

refused("not enrolled", "none of the signers", block(eve, 1, CHANGES[0], 10))
refused("for another server", "none of the signers",
        asked(alice, 1, CHANGES[0], others)[0] + a[0].split(b"\n", 1)[1])
refused("of another client, with its key in the place", "none of the signers",
        block(bob, 1, CHANGES[0], 10).replace(bob.key.encode(), alice.key.encode(), 1))
refused("that changes a client's number", "none of the signers", block(alice, 1, [("p", bob.name, bytes(40), 0)], 10))
first, rest = a[0].split(b"\n", 1)
for at in range(8, len(first), 7):
    digit = b"%x" % (int(first[at:at + 1], 16) ^ 1)
    got = says(first[:at] + digit + first[at + 1:] + b"\n" + rest)
    if got[0] != 1 or "none of the signers" not in got[1]:
        break
check("forged: any digit of a request", got[0] == 1 and "none of the signers" in got[1], (at, got))
for what in (b"", b"0", b"00", first[8:] + b"0", first[8:] + b"00", first[8:].upper(), b"00" * 5000, b" " + first[8:]):
    got = says(b"request " + what + b"\n" + rest)
    check(f"no request: {what[:4]}, {len(what)}", got[0] == 1, got)
blocks = len(a[0]), len(a[0] + a[1]), len(a[0] + a[1] + a[2]), len(whole)
ends = {x for n in blocks for x in (n, n - 1)}  # with the last line's end, and without
lines = [i for i in range(len(whole)) if whole[i] == 10]
for at in sorted({*range(1, len(whole), 97), *(i + n for i in lines for n in (0, 1, 3))}):
    at = min(at, len(whole))
    got = says(whole[:at])
    n = sum(at >= x - 1 for x in blocks)
    if (got[0] == 0) != (at in ends) or (got[0] == 0 and f"alice: requests 1 to {n}," not in got[1]):
        break
else:
    at = None
check("truncated: what is accepted is whole, and says how far it goes", at is None, (at, got))

plain = certified("a.key", [Receipt(True, b"k", b"evil"), Receipt(False, b"k", b"evil"), Receipt(True, b"k", None)], 40)
accepted("somebody else's changes", whole + b"".join(plain))
refused("where all have to be signed", "no client has signed", whole + b"".join(plain), "--signed", "all")
accepted("reading needs no signature", whole + plain[1] + plain[2], "--signed", "all")
refused("a client's record that nobody asked for", "the request is not here", a[0] + b"".join(
    certified("a.key", [asked(alice, 2, CHANGES[1])[1]], 20)))

WEAK = [text.ljust(62, pad or "0") + end for text, pad, end in (
    ("", "0", "00"), ("01", "0", "00"), ("01", "0", "80"), ("ec", "f", "7f"), ("ed", "f", "7f"), ("ee", "f", "7f"),
    ("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc", "", "05"),
    ("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03", "", "7a"))]
for weak in WEAK:
    refused(f"a key of small order, {weak[:4]}", "anybody can sign", whole,
            signers=write("weak", f"alice {alice.key}\nx {weak}\n"))
for text, why in (("", "it is empty"), ("x", "a line"), (f"a {alice.key}\nb {alice.key}", "twice"),
                  ("# " + "x" * (1 << 20), "too long")):
    refused(f"no signers: {text[:5]}", why, whole, signers=write("bad", text))
refused("no file of them", "No such file", whole, signers=os.path.join(folder, "nowhere"))
for options in (("--signed", "all"), ("--signed", "none"), ("--signers",)):
    p = subprocess.run([CHECK, os.path.join(folder, "a.key.pub"), "-", *options], input=whole, capture_output=True)
    check(f"makes no sense: {options}", p.returncode == 2, p)
if MADE:
    done()

# ---- A real server and its gate, and what the client's library keeps.

OPTIONS = ("--gate", "process", "--commit-every", "5", "--anchor-every", "10", "--signers", FILE)
server = Server("db", *OPTIONS, name="b")
KEY = read("b.key.pub")
kept = []


def client(signer):
    return Client("127.0.0.1", server.port, KEY, lambda: read("b.anchor"), LIBRARY, patience=60, signer=signer,
                  history=kept.append)


def real(name, *options, text=None, **how):
    accepted(name, b"".join(kept) if text is None else text, *options, public="b.key.pub", **how)


def is_none(name, why, text, *options):
    refused(name, why, text, *options, public="b.key.pub")


ANCHOR = ("--anchor", os.path.join(folder, "b.anchor"))
c, d = client(alice), client(bob)
for words in (("set", "a", "1"), ("incr", "a"), ("mset", "x", "1", "y", "v" * 60000), ("del", "x", "none"),
              ("set", "t", "7", "pxat", "99999999999999"), ("incrby", "t", "5"), ("del", "none")):
    c.signed(*words)
    d.signed("set", "of bob", "1")
c.settle()
d.settle()
REAL = ("alice: requests 1 to 7", "bob: requests 1 to 7")
real("what was kept", *ANCHOR, "--signed", "all", all_of=REAL)
ends = [i for i, text in enumerate(kept) if text.startswith(b"request")]
for at in ends:
    got = says(b"".join(kept[:at] + kept[at + 1:]), public="b.key.pub")
    if got[0] != 1 or ("is not here" not in got[1] and "than the last one" not in got[1]):
        break
check("any of them left out", got[0] == 1, (at, got))
for at, then in zip(ends, ends[2:]):
    some = list(kept)
    some[at], some[then] = some[then], some[at]
    got = says(b"".join(some), public="b.key.pub")
    if got[0] != 1:
        break
check("any two of one client exchanged", got[0] == 1 and "is not here" in got[1], got)

# Whose answer is lost: it was done, as is seen in the record.
send = c._read
number = c.number


def lost(*how, **more):
    answer = send(*how, **more)
    if isinstance(answer, bytes) and answer.startswith(b"done"):
        raise Unproved("lost")
    return answer


c._read = lost
try:
    c.signed("set", "a", "2")
except Unproved:
    pass
c.close()
pending, c = c.pending, client(alice)
c.number, c.pending = number, pending
check("it was done", c.settle() is True)
c.signed("set", "a", "3")
real("a request whose answer was lost", *ANCHOR, "--signed", "all",
     all_of=("request 8, changes 1: done before", "alice: requests 1 to 9"))

# Somebody who signs with the key in another place, or has the run without --signers.
signed = list(kept)
Client("127.0.0.1", server.port, KEY, None, LIBRARY, signer=alice).signed("set", "a", "4")
c = client(alice)
c.settle()
is_none("a request that was signed in another place", "than the last one", b"".join(kept), *ANCHOR)
kept[:] = signed
c.signed("set", "a", "5")
is_none("and the one behind it", "is not here", b"".join(kept))
for x in (c, d):
    x.close()
server.stop()
write("first.anchor", read("b.anchor").decode())
server = Server("db", *OPTIONS, "--signed", "all", name="b")
kept[:] = signed
d = client(bob)
d.signed("set", "of bob", "2")
check("the next run goes on", d.settle() is False and d.number == 8)
d.close()
server.stop()
FIRST = ("--anchor", os.path.join(folder, "first.anchor"))
real("over two runs", "--signed", "all", all_of=("alice: requests 1 to 9", "bob: requests 1 to 8"))
real("with an anchor of each", *ANCHOR, *FIRST, all_of=("bob: requests 1 to 8",))
is_none("with the last one's alone", "a run before the anchor's", b"".join(kept), *ANCHOR)
is_none("with the first one's alone", "a run that the anchor does not know", b"".join(kept), *FIRST)
server = Server("db", "--gate", "process", name="b")
server.client().ask("set", alice.name, bytes(8 + 32))
server.stop()
server = Server("db", *OPTIONS, name="b")
kept[:] = signed
c = client(alice)
c.signed("set", "a", "again")
is_none("a number that was put back", "than the last one", b"".join(kept))
is_none("done under an old number", "it was done before", b"".join(k for k in kept if k.startswith(b"request")))
kept[:] = []
c.close()
c = client(bob)
c.signed("set", "a", "6")
is_none("only a later run", "than the last one", b"".join(kept))
is_none("only its requests", "is not here", b"".join(k for k in kept if k.startswith(b"request")))
c.close()
server.stop()
done()
