#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# `monitor verify` says "certified" of what is, and succeeds if that is everything, or what was asked for.
. tests/tap.sh
export PATH="$PWD/bin:$PATH"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
verify() { fairlead monitor verify "$@" >"$dir/out" 2>"$dir/err"; }
# says STATUS WORDS LOG...: the status, WORDS on standard output, and no other answer that is called certified
says() {
  local status=$1 words=$2 got=0
  shift 2
  verify "$@" || got=$?
  [ "$got" = "$status" ] && grep -qx -- "$words" "$dir/out" || { cat "$dir/out" "$dir/err" >&2; echo "status $got" >&2; return 1; }
}
none="no epoch is certified"

fairlead monitor gen --records 12 --operations 40 --epochs 3 -o "$dir/t" >/dev/null
log=$dir/t0.log
# Where each entry begins, and what it is.
fairlead monitor show "$log" >"$dir/shown"
verifies=($(awk '$2 == "VerifyEpoch" { print $1 }' "$dir/shown"))
upto() { head -c "$1" "$log" >"$2"; } # BYTES FILE
is "three epochs are verified in the log" 3 ${#verifies[@]}
ok "a whole log: certified" says 0 "certified up to epoch 2" "$log"
ok "a whole log from a pipe" bash -c 'cat "$1" | fairlead monitor verify /dev/stdin >/dev/null' _ "$log"

: >"$dir/empty.log"
ok "an empty log" says 1 "$none" "$dir/empty.log"
ok "said of its header" grep -q 'empty.log: byte 0: error: the log is empty' "$dir/err"
ok "/dev/null" says 1 "$none" /dev/null
ok "a directory" bash -c '! fairlead monitor verify "$1" 2>/dev/null' _ "$dir"
upto 36 "$dir/header.log"
ok "a header and no entry" says 1 "$none" "$dir/header.log"
ok "said as an error" grep -q '^fairlead: error: nothing is certified' "$dir/err"

upto "${verifies[0]}" "$dir/open.log"
ok "an epoch that is not closed" says 1 "$none" "$dir/open.log"
upto "${verifies[1]}" "$dir/one.log"
ok "one epoch closed and one not" says 1 "certified up to epoch 0" "$dir/one.log"
ok "what is not certified is counted" grep -qE '^fairlead: error: answers .* not certified: [1-9][0-9]*$' "$dir/err"
ok "expected is what is certified" says 0 "certified up to epoch 0" --expect-epoch 0 "$dir/one.log"
ok "the rest is a note" grep -q '^note: answers that are not certified' "$dir/err"
ok "expected is what is not" says 1 "certified up to epoch 0" --expect-epoch 1 "$dir/one.log"
ok "said of that epoch" grep -q '^fairlead: error: epoch 1 is not certified' "$dir/err"
ok "expected of nothing" says 1 "$none" --expect-epoch 0 /dev/null
for misuse in --expect-epoch=-1 --expect-epoch=9223372036854775808 --root=x --root=$(printf %064d 0)0 --slots=0 --slots=-1 --slots=65537 --depth=0 --depth=257 \
  --expect-threads=0 --expect-threads=65536; do
  ok "misuse: $misuse" bash -c 'fairlead monitor verify "$2" "$1" 2>/dev/null; [ $? -eq 2 ]' _ "$log" "$misuse"
done

# The last entry torn, at its tag and inside: what is before it stands, and the status says that there was more.
last=$(awk '$2 == "AddB" || $2 == "AddM" { print $1 }' "$dir/shown" | tail -1)
torn() { # STATUS WORDS OPTION...
  local status=$1 words=$2 more
  shift 2
  for more in 1 5 20; do
    upto $((last + more)) "$dir/torn.log"
    says "$status" "$words" "$@" "$dir/torn.log" || return 1
    grep -qE "byte [0-9]+: error: entry [0-9]+ is torn, from byte $last on: the log ends in the" "$dir/err" || return 1
  done
}
ok "a torn last entry: the epochs before it are certified, its own is not" torn 1 "certified up to epoch 1"
ok "a torn last entry after all that was expected: its own status" torn 4 "certified up to epoch 1" --expect-epoch 1
ok "a torn last entry before what was expected" torn 1 "certified up to epoch 1" --expect-epoch 2
{ cat "$log"; printf '\007'; } >"$dir/tail.log"
ok "all is certified, and then an entry is torn" says 4 "certified up to epoch 2" "$dir/tail.log"
{ cat "$log"; printf '\007\001\001\000\000\001\377\377value'; } >"$dir/tail.log"
ok "a torn value" says 4 "certified up to epoch 2" "$dir/tail.log"
{ cat "$log"; printf '\011'; } >"$dir/tail.log"
ok "a malformed entry is not a torn one" says 1 "certified up to epoch 2" "$dir/tail.log"
ok "said at its byte" grep -q "tail.log: byte $(stat -c %s "$log"): error: malformed entry: unknown tag" "$dir/err"

# Nobody hears why; the status is the same.
unheard() { # STATUS ARGUMENT...
  local status=$1 got=0
  shift
  fairlead monitor "$@" >"$dir/out" 2>/dev/full || got=$?
  [ "$got" = "$status" ] || { echo "/dev/full: status $got" >&2; return 1; }
  got=0
  fairlead monitor "$@" >"$dir/out" 2>&- || got=$?
  [ "$got" = "$status" ] || { echo "closed: status $got" >&2; return 1; }
}
{ cat "$log"; printf '\007'; } >"$dir/tail.log"
ok "torn, and standard error cannot be written" unheard 4 verify "$dir/tail.log"
ok "not all certified, likewise" unheard 1 verify "$dir/one.log"
ok "expected and not certified, likewise" unheard 1 verify --expect-epoch 1 "$dir/one.log"
ok "a note, likewise" unheard 0 verify --expect-epoch 0 "$dir/one.log"
ok "no such log, likewise" unheard 1 verify "$dir/none.log"
ok "show of a torn log, likewise" unheard 1 show "$dir/tail.log"

# Receipts: each with its epoch, and certified only if that is.
verify --receipts "$log"
ok "every answer of a certified log is certified" bash -c '[ "$(grep -c ", certified$" "$1")" = "$(grep -c ^thread "$1")" ]' _ "$dir/out"
verify --receipts "$dir/one.log" || :
ok "answers of epoch 0 are, later ones are not" bash -c '
  grep -q ", epoch 0, certified$" "$1" && grep -q ", epoch 1, not certified$" "$1" && ! grep -q ", epoch 0, not\|, epoch 1, certified" "$1"' _ "$dir/out"
verify --receipts "$dir/open.log" || :
ok "of a log that never certifies, none" bash -c 'grep -q "^thread.*, not certified$" "$1" && ! grep -q ", certified$" "$1"' _ "$dir/out"
verify --receipts "$dir/torn.log" || :
ok "of a torn log, those before" bash -c '
  grep -q ", epoch 1, certified$" "$1" && ! grep -q ", epoch 1, not\|, epoch 2, certified" "$1"' _ "$dir/out"

# A forged answer: a record comes back from the Blum set with another value. The monitor answers, and does not certify.
fairlead monitor gen --regime blum --records 4 --operations 12 --epochs 1 --seed 3 -o "$dir/blum" >/dev/null
fairlead monitor show "$dir/blum0.log" >"$dir/shown"
python3 - "$dir/blum0.log" "$dir/shown" "$dir/forged.log" <<'P'
import re, sys
log = bytearray(open(sys.argv[1], "rb").read())
entries = open(sys.argv[2]).read().splitlines()
at, value = next(m.groups() for e in entries if (m := re.match(r' *(\d+)  AddB .* = "([^"]+)" ', e)))
place = log.index(value.encode(), int(at)) + len(value) - 1
log[place] ^= 1
open(sys.argv[3], "wb").write(log)
P
ok "a forged value: no epoch" says 1 "$none" --receipts "$dir/forged.log"
ok "the answers are shown, none as certified" bash -c 'grep -q "^thread.*, not certified$" "$1" && ! grep -q ", certified$" "$1"' _ "$dir/out"
done_testing
