#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# Edges of the commands: epochs far away, operands without number, chains over the end of an epoch, disks that are full,
# and what `monitor check' is given that is no receipt.
. tests/tap.sh
export PATH="$PWD/bin:$PATH"
temporary_folder
root=$PWD
cd "$work"
# says STATUS WORDS COMMAND...: the status, and WORDS somewhere in what is said
says() {
  local status=$1 words=$2 got=0
  shift 2
  timeout 60 "$@" >out 2>err || got=$?
  [ "$got" = "$status" ] && grep -qE -- "$words" out err && return
  cat out err >&2
  echo "status $got" >&2
  return 1
}
verify() { local status=$1 words=$2; shift 2; says "$status" "$words" fairlead monitor verify --receipts "$@"; }

cat >logs.py <<'P'
import hashlib
def u(x, n): return x.to_bytes(n, "big")
def header(epoch, root, run):
    return (b"\x89FLMON\r\n" + u(3, 2) + u(0, 2) + u(1, 2) + u(256, 2) + u(65536, 4) + run * 16 + u(epoch, 8) + u(0, 8)
            + u(len(root), 2) + root)
EMPTY, NULL = b"\1\0\0", b"\0\0"
KEY = u(256, 2) + b"k" * 32
def value(v): return b"\0\1" + u(len(v), 2) + v
def edge(v): return b"\1\1" + KEY + hashlib.sha256(value(v)).digest() + b"\0\0"
def add(v): return b"\0" + KEY + v + u(1, 2) + u(0, 2)
def run(f, operands, argument=b""):
    return b"\7" + u(f, 1) + u(len(operands), 1) + b"".join(operands) + u(len(argument), 2) + argument
HERE = b"\0\0\1"
def put(v): return run(1, [HERE], v)
get, evict, begin, close = run(0, [HERE]), b"\2\0\1\0\0", b"\5", b"\6"
def to_blum(e, c): return b"\4\0\1\0\0" + u(e, 8) + u(c, 4)
def from_blum(v, e, c): return b"\1" + KEY + v + u(1, 2) + u(e, 8) + u(c, 4) + u(0, 2)
def write(name, *parts): open(name + ".log", "wb").write(b"".join(parts))
start = header(0, EMPTY, b"1")

# Epochs as far away as can be said.
for name, e in ("62", 2**62 - 1), ("63", 2**63), ("64", 2**64 - 1):
    write("far" + name, start, add(NULL), put(b"x"), to_blum(e, 1), from_blum(value(b"x"), e, 1), get)
    write("closed" + name, start, add(NULL), put(b"x"), to_blum(e, 1), from_blum(value(b"x"), e, 1), get, close * 3)
write("last", start, add(NULL), to_blum(2**64 - 1, 1), begin)
for name, e in ("late", 2**61), ("later", 2**61 + 1), ("latest", 2**62 - 1):
    write(name, header(e, EMPTY, b"1"), add(NULL), put(b"x"), begin, close, begin, close)

# Operands.
write("none", start, run(0, []), run(2, []), run(4, []), begin, close)
write("twice", start, add(NULL), run(0, [HERE, HERE]), begin, close)
absent = [b"\1" + u(256, 2) + b"\377" * 31 + u(i, 1) + u(0, 2) for i in range(255)]
write("many", start, run(3, absent), begin, close)

# A chain: what the first run did in an epoch that it did not verify is in the root that the second began from.
second = [add(value(b"b")), get, begin, close]
write("first", start, add(NULL), put(b"a"), begin, put(b"b"), close, evict)
write("looked", start, add(NULL), put(b"b"), begin, get, close, evict)
write("whole", start, add(NULL), put(b"a"), put(b"b"), begin, close, put(b"c"), evict)
write("second", header(1, edge(b"b"), b"2"), *second)
write("void", header(1, edge(b"c"), b"3"), add(value(b"c")), get, begin, close)
P
python3 logs.py

for e in 62 63 64; do
  ok "an answer in epoch 2^$e or just before, which nobody verifies" \
    verify 1 ", epoch [0-9]{19,20}, not certified$" far$e.log
done
for e in 62 63; do
  ok "epochs before it are certified, it is not: 2^$e" verify 1 ", epoch [0-9]{19}, not certified$" closed$e.log
  is "up to where they were verified: 2^$e" "certified up to epoch 2" "$(tail -1 out)"
  ok "and that is enough if it is what was asked: 2^$e" verify 0 "^note: " --expect-epoch 2 closed$e.log
done
ok "the last epoch there is has none after it" verify 1 "the last epoch number is used up" last.log
is "nothing is certified then" "no epoch is certified" "$(tail -1 out)"
empty=$(printf '\1\0\0' | sha256sum | cut -d' ' -f1)
ok "a run that begins as late as the command takes it" \
  verify 0 "^certified up to epoch 2305843009213693953$" --root "$empty" late.log
for f in later latest; do
  ok "and later: $f" verify 1 "byte 36: error: the first epoch is more" --root "$empty" $f.log
done
ok "an epoch before the run, of which nothing was looked at" \
  verify 1 "error: epoch 7 is before the first one" --expect-epoch 7 --root "$empty" late.log
ok "likewise of a chain" \
  verify 1 "error: epoch 7 is before the first one" --chain --expect-epoch 7 --root "$empty" late.log
ok "an epoch that no number says" \
  says 2 "expect-epoch" fairlead monitor verify --expect-epoch 99999999999999999999 none.log

ok "operations on nothing" verify 0 "certified up to epoch 0" none.log
is "have answers" 3 "$(grep -c ', certified$' out)"
ok "one slot twice" verify 1 "entry 1 refused: one slot is named twice" twice.log
ok "255 operands" verify 0 "certified up to epoch 0" many.log

ok "a root with operations of an epoch that was open: nobody goes on from it" \
  verify 1 "first.log: error: the root that it left cannot be said" --chain --expect-epoch 1 first.log second.log
ok "nothing of the run that did is called certified" bash -c '! grep -q "second.log" out && ! grep -q "got" out'
ok "nor if they changed nothing" \
  verify 1 "the root that it left cannot be said" --chain --expect-epoch 1 looked.log second.log
ok "with an epoch that is over, somebody does" \
  verify 0 "got .* = \"b\", .*, certified$" --chain --expect-epoch 1 whole.log second.log
ok "what came after it is void" bash -c 'grep -q "put .* = \"c\", .*, not certified$" out'
ok "and not what the next run begins with" \
  verify 1 "it began from the root" --chain --expect-epoch 1 whole.log void.log

ln -s /dev/full full0.log
ok "logs on a disk that is full" says 1 "error: " fairlead monitor gen -o full
mkdir dir0.log
ok "a folder in the place of a log" says 1 "error: cannot be written: dir0.log" fairlead monitor gen -o dir
ok "no records, no operations" says 0 "none0" fairlead monitor gen --records 0 --operations 0 -o none

# monitor check: one receipt in an epoch of its own, sealed here; and what is none.
check() { local status=$1 words=$2; shift 2; says "$status" "$words" ./check "$@"; }
ok "check is built" make -s -C "$root/monitor" OUT="$work/built" CC=gcc \
  CFLAGS='-O1 -std=c11' "$work/built/fairlead-monitor-check"
ln -s built/fairlead-monitor-check check
openssl genpkey -algorithm ed25519 -out key.pem 2>/dev/null && openssl pkey -in key.pem -pubout -out key.pub
openssl genpkey -algorithm ed25519 -out other.pem 2>/dev/null && openssl pkey -in other.pem -pubout -out other.pub
openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:1024 -out rsa.pem 2>/dev/null
openssl pkey -in rsa.pem -pubout -out rsa.pub
python3 - <<'P'
import hashlib, subprocess
def u(x, n): return x.to_bytes(n, "big")
def sha(b): return hashlib.sha256(b).digest()
receipt = b"FLRCPT1\n" + u(1, 8) + u(7, 8) + u(0, 8) + u(0, 4) + b"\1" + sha(b"k") + b"\1" + u(0, 8) + sha(b"v")
top = sha(b"\2" + u(1, 4) + sha(b"\0" + receipt))
def seal(incarnation, epoch, previous=bytes(32)):
    signed = b"FLSEAL1\n" + u(incarnation, 8) + u(epoch, 8) + u(1, 8) + u(0, 8) + bytes(32) + top + previous
    open("signed", "wb").write(signed)
    return signed + subprocess.run(["openssl", "pkeyutl", "-sign", "-inkey", "key.pem", "-rawin", "-in", "signed"],
                                   check=True, capture_output=True).stdout
def write(name, *lines): open(name, "wb").write(b"".join(l + b"\n" for l in lines))
r, s, path = b"receipt " + receipt.hex().encode(), b"seal " + seal(1, 7).hex().encode(), b"path 1"
write("good", r, b"of 7.0", s, path)
write("returns", r + b"\r", s + b"\r", path + b"\r")
open("unended", "wb").write(r + b"\n" + s + b"\n" + path)
write("seals", s, s)
write("uncertified", r)
write("unpathed", r, s)
write("twice", r, r, s, path)
write("later", r, b"seal " + seal(1, 8).hex().encode(), path)
write("incarnation", r, b"seal " + seal(2, 7).hex().encode(), path)
write("after", r, s, path, r)
write("leaves", r, s, b"path 2")
write("many-leaves", r, s, b"path 99999999999999999999")
write("no-leaves", r, s, b"path 0")
write("negative", r, s, b"path -1")
write("wraps", r, s, b"path -18446744073709551615")
write("signed", r, s, b"path +1")
write("spaced", r, s, b"path  1")
write("more-steps", r, s, b"path 1 " + b"00" * 32)
write("short-step", r, s, b"path 1 00")
write("endless-path", r, s, b"path 1" + (b" " + b"00" * 32) * 33)
write("pathless", path)
write("capitals", r.upper(), s, path)
write("odd", r[:-1], s, path)
write("trailing", r + b" more", s, path)
write("nothing-to-say", b"", b"", b"of 7.0")
write("zero", r, s + b"\0 and what nobody sees", path)
write("zero-first", b"\0" + r, s, path)
write("long", b"of " + b"x" * 100000, r, s, path)
write("words", b"hello")
open("empty", "wb").close()
# Of the run 1 that was anchored at 6, after it 7, 8 and 9; another 8 of that run.
other = sha(b"another")
seven = seal(1, 7)
eight, forked = seal(1, 8, sha(seven)), seal(1, 8, other)
nine = seal(1, 9, sha(eight))
def seals(name, *all): write(name, *[b"seal " + s.hex().encode() for s in all])
seals("chain", seven, eight, nine, seven)
seals("backwards", nine, eight, seven)
seals("two-eights", eight, forked)
seals("forked-after", seven, forked)
seals("forked-before", forked, seven)
seals("two-runs", seven, seal(2, 8, other))
def anchor(name, incarnation, epoch, digest):
    write(name, f"fairlead anchor 1\nincarnation {incarnation}\nepoch {epoch}\nseal {digest.hex()}".encode())
anchor("reached", 1, 7, sha(seven))
anchor("passed", 1, 9, sha(nine))
anchor("gone-on", 2, 7, sha(seven))
anchor("not-yet", 1, 6, other)
anchor("nothing-yet", 1, 0, bytes(32))
anchor("other-seal", 1, 7, other)
anchor("given-up", 2, 6, other)
anchor("given-up-passed", 2, 9, other)
anchor("put-back", 0, 9, other)
anchor("put-back-far", 0, 5, other)
open("cut", "wb").write(open("passed", "rb").read()[:-9])
write("twofold", *(open("passed", "rb").read().splitlines() * 2))
P
for f in good returns unended; do
  ok "a receipt and its certificate: $f" check 0 "^certified: incarnation 1, epoch 7" key.pub $f
done
ok "from standard input" bash -c './check key.pub - <good | grep -q ^certified'
ok "from a pipe" bash -c './check key.pub <(cat good) | grep -q ^certified'
ok "seals alone" check 0 "^sealed: incarnation 1, epoch 7" key.pub seals
for f in empty words nothing-to-say uncertified unpathed twice later incarnation leaves many-leaves no-leaves negative \
  wraps signed spaced more-steps short-step endless-path pathless capitals odd trailing zero zero-first long; do
  ok "not certified: $f" check 1 "^$f:[0-9]+:1: error: " key.pub $f
  ok "and nothing is said to be: $f" bash -c '! grep -q ^certified out'
done
ok "a receipt without a certificate after one that has one" check 1 "after:4:1: error: a receipt without" key.pub after
ok "/dev/zero has no end" check 1 "this is no text" key.pub /dev/zero
ok "nor has a line of it" says 1 "too long" bash -c 'yes receipt | tr -d "\n" | ./check key.pub -'
ok "a run of seals" check 0 "epoch 9" key.pub chain
ok "in any order" check 0 "epoch 9" key.pub backwards
ok "of two runs one cannot tell" check 0 "incarnation 2" key.pub two-runs
for f in two-eights forked-after forked-before; do
  ok "two histories of one run: $f" check 1 "^$f:2:1: error: two histories of one run" key.pub $f
done
for a in reached passed gone-on; do
  ok "final by the anchor: $a" check 0 "^certified: incarnation 1, epoch 7" key.pub good --anchor $a
done
ok "an anchor that comes by a pipe" bash -c './check key.pub good --anchor <(cat passed) | grep -q ^certified'
ok "with the nonce, too" check 1 "without a nonce" key.pub good --anchor passed --nonce 00
while read -r a why; do
  ok "not final: $a" check 1 "^good:3:1: error: $why" key.pub good --anchor "$a"
  ok "and nothing is said to be: $a" bash -c '! grep -q ^certified out'
done <<'W'
not-yet an epoch that the anchor has not reached
nothing-yet an epoch that the anchor has not reached
other-seal another seal than the anchor's
given-up a run that was given up before this epoch
given-up-passed a run before the anchor's
put-back a run that the anchor does not know
put-back-far a run that the anchor does not know
W
# An anchor of each run: a seal counts by that of its own, whichever comes first on the command line.
anchors() { printf -- '--anchor %s ' "$@"; }
for several in "passed given-up-passed" "given-up-passed passed" "put-back passed" "passed put-back gone-on"; do
  ok "final by one of several: $several" check 0 "^certified: incarnation 1, epoch 7" key.pub good $(anchors $several)
done
ok "the later of one run" check 0 "^certified" key.pub good --anchor not-yet --anchor passed
while read -r a b why; do
  ok "final by none of several: $a $b" check 1 "^good:3:1: error: $why" key.pub good --anchor "$a" --anchor "$b"
done <<'E'
put-back put-back-far a run that the anchor does not know
not-yet given-up a run that was given up before this epoch
not-yet given-up-passed a run before the anchor's
passed not-yet an epoch that the anchor has not reached
gone-on other-seal another seal than the anchor's
put-back not-yet an epoch that the anchor has not reached
E
for i in {100..164}; do printf 'fairlead anchor 1\nincarnation %s\nepoch 1\nseal %064d\n' "$i" 1 >"run$i"; done
ok "of 64 runs" check 0 "^certified" key.pub good $(anchors run{100..162}) --anchor passed
ok "and no more" check 2 "usage" key.pub good $(anchors run{100..164})
ok "all of a run up to the anchor" check 0 "epoch 9" key.pub chain --anchor passed
ok "and not one seal more" check 1 "^chain:2:1: error: an epoch that the anchor has not" key.pub chain --anchor reached
for a in empty cut twofold good /dev/zero . none; do
  ok "no anchor: $a" check 1 "the anchor $a: " key.pub good --anchor $a
done
ok "a folder" check 1 "error" key.pub .
ok "no file" check 1 "cannot be opened" key.pub nothing
ok "another key" check 1 "a seal that was not made with this key" other.pub good
for k in rsa.pub key.pem good empty /dev/zero . none; do
  ok "no key: $k" check 1 "the key $k: " $k good
done
cat key.pub other.pub >both.pub
ok "two keys" check 1 "the key both.pub: more than one key" both.pub good
{ cat key.pub; yes '' | head -20000; } >long.pub
ok "a key, and what is not looked at" check 1 "the key long.pub: it is too long" long.pub good
{ cat passed; yes '' | head -20000; } >long.anchor
ok "an anchor, and what is not looked at" check 1 "the anchor long.anchor: it is too long" key.pub good \
  --anchor long.anchor
ok "no argument" check 2 "usage" key.pub
ok "an option without a word" check 2 "usage" key.pub good --anchor
ok "an option that is none" check 2 "usage" key.pub good --seal 1
ok "an output that is full is no success" says 1 "cannot be written" bash -c './check key.pub good >/dev/full'
done_testing
