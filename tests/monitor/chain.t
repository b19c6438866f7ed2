#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# Where a run began: headers of version 3, and which logs make a chain. (host.t, restarts.t: chains of real runs.)
. tests/tap.sh
export PATH="$PWD/bin:$PATH"
temporary_folder
cd "$work"
says() { # STATUS WORDS ARGUMENT...: the status; WORDS somewhere in what is said; certified or not accordingly
  local status=$1 words=$2 got=0
  shift 2
  fairlead monitor verify "$@" >out 2>err || got=$?
  [ "$got" = "$status" ] && grep -qE -- "$words" out err && return
  cat out err >&2
  echo "status $got" >&2
  return 1
}
none() { says 1 "$@" && [ "$(tail -1 out)" = "no epoch is certified" ]; }

fairlead monitor gen --regime merkle --records 12 --operations 40 --epochs 3 -o a >/dev/null
fairlead monitor gen --records 12 --operations 40 --epochs 3 --seed 2 --regime merkle -o b >/dev/null
fairlead monitor gen --records 12 --operations 40 --threads 2 -o two >/dev/null
python3 - <<'P'
log = open("a0.log", "rb").read()
head, body = log[:36], log[36:]
def u(n, x): return x.to_bytes(n, "big")
def header(epoch=0, incarnation=0, root=b"\1\0\0", size=None):
    size = len(root) if size is None else size
    return head[:8] + u(2, 3) + head[10:] + u(8, epoch) + u(8, incarnation) + u(2, size) + root
def write(name, bytes): open(name, "wb").write(bytes)
write("same.log", header() + body)
write("numbered.log", header(incarnation=7) + body)
write("third.log", header(epoch=3, incarnation=8) + body)
write("later.log", header(epoch=5, incarnation=8) + body)
edge = b"\1" + u(2, 256) + bytes(32) + bytes(32) + b"\0"
bad = {"none": b"", "datum": b"\0\0", "value": b"\0\1\0\1x", "more": b"\1\0\0\0", "short": b"\1\0", "tag": b"\2\0\0",
       "mark": b"\1\0" + edge[:-1] + b"\2", "bits": b"\1" + b"\1" + u(2, 3) + b"\377" * 32 + bytes(33) + b"\0",
       "long": b"\1\0\0" + bytes(65532)}
for name, root in bad.items(): write(f"bad-{name}.log", header(root=root) + body)
write("bad-size.log", header(size=65535) + body)
write("far-epoch.log", header(epoch=2**63) + body)
write("far-incarnation.log", header(incarnation=2**64 - 1) + body)
whole = header(root=b"\1\0" + edge)
for n in range(36, len(whole)): write(f"cut-{n:03}.log", whole[:n])
P
ok "a header of version 3 that begins with nothing" says 0 "^certified up to epoch 2$" same.log
ok "with an incarnation" says 0 "^certified up to epoch 2$" numbered.log
ok "show says where it begins" bash -c '
  fairlead monitor show later.log | sed -n 2p | grep -q "from epoch 5, incarnation 8, root [0-9a-f]\{64\}"'
for f in bad-*.log; do
  ok "a root that is none: $f" none "byte [0-9]+: error: (this is not the value of a root|the log ends in)" "$f"
done
ok "a first epoch out of reach" none "byte 36: error: the first epoch" far-epoch.log
ok "an incarnation out of reach" none "byte 44: error: the incarnation" far-incarnation.log
cuts() { for f in cut-*.log; do none "the log ends in its header" $f || return 1; done; }
ok "a header cut short anywhere" cuts
ok "one that comes byte by byte" bash -c 'python3 -c "
import sys
for b in open(\"same.log\", \"rb\").read()[:400]: sys.stdout.buffer.write(bytes([b])); sys.stdout.buffer.flush()" |
  fairlead monitor verify --expect-epoch 0 - >out 2>err; [ $? -eq 1 ] && grep -q "torn\|not certified" err'

# A run that began later is not one that began with nothing, though its root be that of the empty store.
empty=$(printf '\1\0\0' | sha256sum | cut -d' ' -f1)
ok "later, and nobody said so" none "in epoch 5, from the root $empty; --root says" later.log
ok "with the root" says 0 "^certified up to epoch 7$" --root "$empty" later.log
ok "with a root that is not its" none "expected is" --root "${empty:1}0" later.log
ok "a root is 64 digits" bash -c 'fairlead monitor verify --root 12 same.log 2>/dev/null; [ $? -eq 2 ]'
ok "a root in capitals is none" bash -c '
  fairlead monitor verify --root "${1^^}" same.log 2>/dev/null; [ $? -eq 2 ]' _ "$empty"

# Chains.
mkfifo pipe
ok "one log is a chain" says 0 "^certified up to epoch 2$" --chain a0.log
ok "a chain says what it left" grep -qE '^left the root [0-9a-f]{64}$' out
ok "one that begins elsewhere" says 1 "third.log: error: it began from the root $empty; in b0.log, the root was" \
  --chain --expect-epoch 2 b0.log third.log
ok "nothing of it is certified" bash -c '! grep -q "^third.log" out'
ok "one that begins after what is certified" says 1 \
  "certified is what is before epoch 3, and later.log goes on from epoch 5" \
  --chain --expect-epoch 2 b0.log later.log
ok "of two that begin with nothing, the first is void" says 1 \
  "answers that are not certified: 52" --chain b0.log numbered.log
ok "the second is not" test "$(tail -1 out)" = "certified up to epoch 2"
ok "the same log twice" none "the same run" --chain a0.log a0.log
ok "of two threads" none "a run of 2 threads" --chain two0.log two1.log
ok "the other way round" none "begins in epoch 0, and later.log before it in epoch 5" --chain later.log b0.log
ok "a pipe" none "the logs of a chain are files" --chain pipe a0.log
ok "a folder" none "the logs of a chain are files" --chain . a0.log
ok "no file" none "cannot be opened" --chain a0.log none.log

: >empty.log; echo text >text
ok "an empty file" none "the log is empty" --chain a0.log empty.log
ok "a log that is none, in a chain" none "not a monitor's log" --chain a0.log text
done_testing
