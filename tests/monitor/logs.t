#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# Which logs belong together, and how they come: any order on the command line, files, pipes, standard input.
. tests/tap.sh
export PATH="$PWD/bin:$PATH"
temporary_folder
root=$PWD
cd "$work"
status() { "$@" >out 2>err; echo $?; }
# refused NAME REASON LOG...: status 1, nothing certified, no receipt, and the reason
refused() {
  local name=$1 reason=$2
  shift 2
  ok "$name" bash -c '
    fairlead monitor verify --receipts "${@:2}" >out 2>err; s=$?; cat out err
    [ $s -eq 1 ] && [ "$(cat out)" = "no epoch is certified" ] && grep -qE -- "$1" err' _ "$reason" "$@"
}
certified() { # LOG...
  [ "$(fairlead monitor verify "$@")" = "certified up to epoch 1" ]
}

fairlead monitor gen --threads 12 --regime blum --records 20 --operations 60 -o t >names
is "names have as many digits as the last" "t00.log t11.log" "$(sed -n '1p;$p' names | paste -sd' ')"
fairlead monitor gen --threads 2 --records 20 --operations 60 -o a >/dev/null
fairlead monitor gen --threads 2 --records 20 --operations 60 --seed 2 -o b >/dev/null
fairlead monitor gen --threads 3 --records 20 --operations 60 -o c >/dev/null

ok "the shell's order" certified t*.log
ok "the other way round" certified $(ls -r t*.log)
for i in {0..11}; do cp "$(printf t%02d.log $i)" u$i.log; done
ok "eleven and more logs without zeros in their names, in the shell's order" certified u*.log

refused "one is missing" "the log of thread 7 is missing; the run has 12 threads" t0[0-689].log t1*.log
refused "some are missing" "the logs of threads 0-4, 9, 11 are missing; the run has 12 threads" t0[5678].log t10.log
refused "one twice" "t03.log: error: a second log of thread 3; the first is t03.log" t*.log t03.log
refused "a copy" "u3.log: error: a second log of thread 3; the first is t03.log" t*.log u3.log
refused "one of another run" "b1.log: error: this log and a0.log do not belong together: they are of different runs" \
  a0.log b1.log
refused "one too many, of another run" "c2.log: error: this log and a0.log do not belong" a0.log a1.log c2.log
refused "no such file" "none.log: error: no such file or directory" a0.log a1.log none.log
refused "a directory" "error: it is a directory" a0.log a1.log .
refused "a log without its header" "error: this is not a monitor's log" <(tail -c +37 a0.log) a1.log
refused "something else" "error: this is not a monitor's log" names
refused "text without an end" "error: this is not a monitor's log" /dev/zero
refused "a header cut short" "byte 20: error: the log ends in its header" <(head -c 20 a0.log) a1.log
refused "a prefix of the first eight bytes" "byte 3: error: the log ends in its header" <(head -c 3 a0.log) a1.log
cp names $'e\e[2J\ncertified'
refused "a name that a terminal would obey" '^e\\x1b\[2J\\x0acertified: byte 0: error: this is not' $'e\e[2J\ncertified'
refused "nothing" "byte 0: error: the log is empty" <(:) a1.log
is "a number of threads that is not the run's" 1 "$(status fairlead monitor verify --expect-threads 3 a0.log a1.log)"
ok "said" grep -q "a0.log: error: this log is of a run with 2 threads; --expect-threads says 3" err
is "the right number" 0 "$(status fairlead monitor verify --expect-threads 2 --slots 65536 --depth 256 a0.log a1.log)"
is "slots that are not the run's" 1 "$(status fairlead monitor verify --slots 12 a0.log a1.log)"
is "digits that are not the run's" 1 "$(status fairlead monitor verify --depth 12 a0.log a1.log)"

# Every field of the header changed: never certified, never a crash.
python3 - <<'P'
header = open("a0.log", "rb").read()
for i in range(36):
    for n, flip in enumerate((1, 0x80)):
        changed = bytearray(header)
        changed[i] ^= flip
        open(f"h{i:02}-{n}.log", "wb").write(changed)
fields = [(8, b"\0\1"), (10, b"\0\2"), (10, b"\377\377"), (12, b"\0\0"), (12, b"\0\1"), (12, b"\377\377"),
          (14, b"\0\0"), (14, b"\1\1"), (16, b"\0\0\0\0"), (16, b"\0\1\0\1"), (16, b"\377\377\377\377"), (10, b"\0\1")]
for n, (at, field) in enumerate(fields):
    open(f"i{n:02}.log", "wb").write(header[:at] + field + header[at + len(field):])
P
headers() {
  local f s
  for f in h*.log i*.log; do
    s=$(status fairlead monitor verify $f a1.log)
    [ "$s" = 1 ] && [ "$(cat out)" = "no epoch is certified" ] || { echo "$f: $s"; cat out err; return 1; }
  done
}
ok "each byte of a header changed, and each field out of its bounds" headers

# Pipes.
ok "standard input" bash -c 'cat a0.log | fairlead monitor verify - a1.log >/dev/null'
ok "/dev/stdin" bash -c 'cat a0.log | fairlead monitor verify a1.log /dev/stdin >/dev/null'
ok "a file as standard input" bash -c 'fairlead monitor verify - a1.log <a0.log >/dev/null'
mkfifo done twice
# ended STATUS LOG: standard input is a named pipe, and who wrote it is gone before it is looked at
ended() {
  timeout 20 bash -c 'exec 3<>done; cat "$1" >&3; exec <done 3>&-; fairlead monitor verify /dev/stdin a1.log' _ "$2"
  [ $? -eq "$1" ]
}
head -c 3000 a0.log >a0.part
ok "/dev/stdin, a named pipe whose writer is done" ended 0 a0.log
ok "and wrote a part" ended 1 a0.part
ok "and wrote nothing" ended 1 /dev/null
refused "a named pipe twice" "twice: error: the same as twice, which can be read only once" twice twice
ok "standard input twice" bash -c '
  cat a0.log a1.log | fairlead monitor verify - /dev/stdin 2>err; [ ${PIPESTATUS[1]} -eq 1 ] && grep -q "the same as -" err'
ok "more pipes than can be read at once" bash -c '
  mkdir p && cd p && for i in $(seq 1100); do echo p$i; done | xargs mkfifo
  fairlead monitor verify p* 2>err; [ $? -eq 1 ] && grep -q "error: too many pipes" err'
gzip -k t*.log
ok "twelve of the shell's pipes" certified <(zcat t00.log.gz) <(zcat t01.log.gz) <(zcat t02.log.gz) <(zcat t03.log.gz) \
  <(zcat t04.log.gz) <(zcat t05.log.gz) <(zcat t06.log.gz) <(zcat t07.log.gz) <(zcat t08.log.gz) <(zcat t09.log.gz) \
  <(zcat t10.log.gz) <(zcat t11.log.gz)
mkfifo f0 f1
# A host that opens the named pipes in the other order, and writes to them by turns and in little pieces.
cat >host.py <<'P'
import time
logs = {name: open(log, "rb").read() for name, log in (("f1", "a1.log"), ("f0", "a0.log"))}
pipes = {name: open(name, "wb", buffering=0) for name in logs}
at = {name: 0 for name in logs}
while any(at[n] < len(logs[n]) for n in logs):
    for n in logs:
        pipes[n].write(logs[n][at[n]:at[n] + 997])
        at[n] += 997
P
python3 host.py &
host=$!
ok "named pipes, opened in the other order, written by turns" timeout 60 fairlead monitor verify f0 f1
wait $host || :
ok "a log that comes byte by byte" bash -c 'python3 -c "
import sys
for b in open(\"a0.log\", \"rb\").read()[:4000]: sys.stdout.buffer.write(bytes([b])); sys.stdout.buffer.flush()" |
  fairlead monitor verify - a1.log 2>err; grep -q "is torn" err'
printf '\x89FLMON\r\n\0\2\0\0\0\1\1\0\0\1\0\0................' >big.log
python3 - <<'P'
# Values of every length to 65,535 through the chunks in which a log is read; written, read, written again.
log = open("big.log", "ab")
u16 = lambda n: n.to_bytes(2, "big")
log.write(b"\0" + u16(256) + b"k" * 32 + b"\0\0" + u16(1) + u16(0))
for n in list(range(0, 65536, 257)) + [65535]:
    log.write(b"\7\1\1\0" + u16(1) + u16(n) + b"v" * n + b"\7\0\1\0" + u16(1) + u16(0))
log.write(b"\x05\x06")
P
is "values as long as they can be" "certified up to epoch 0" "$(fairlead monitor verify big.log)"
is "the same from a pipe" "certified up to epoch 0" "$(cat big.log | fairlead monitor verify -)"
is "every answer is there" 514 "$(fairlead monitor verify --receipts big.log | grep -c ', certified$')"

# What docs/monitor-log.md says is enough to write logs.
python3 "$root/tests/monitor/log_writer.py" golden_
ok "a writer made from the document writes the golden logs" bash -c '
  for i in 0 1; do cmp golden_$i.log "$1/tests/data/monitor_two_threads_$i.log" || exit 1; done' _ "$root"
is "their answers" "thread 0 put 0/4 = \"first\", answer 0, counter 0, epoch 0, certified
thread 0 put 8/4 = \"second\", answer 1, counter 0, epoch 0, certified
thread 0 put 3/4 = \"third\", answer 2, counter 0, epoch 0, certified
thread 0 exists of 3/4, 4/4: \"\" gave 0x0100, answer 3, counter 0, epoch 0, certified
thread 0 got 0/4 = \"first\", answer 4, counter 0, epoch 0, certified
thread 0 got 0/4 = 0x00ff, answer 5, counter 2, epoch 1, certified
thread 0 delete of 3/4: \"\" gave 0x01, answer 6, counter 2, epoch 1, certified
thread 1 got 0/4 = \"first\", answer 0, counter 2, epoch 0, certified
thread 1 put 0/4 = 0x00ff, answer 1, counter 2, epoch 0, certified
certified up to epoch 1" "$(fairlead monitor verify --receipts golden_0.log golden_1.log)"
is "their entries" "$(cat "$root/tests/data/monitor_two_threads.txt")" \
  "$(for i in 0 1; do fairlead monitor show golden_$i.log; done)"
# Each byte of the golden logs (each fifth in the quick tier) flipped: whatever is certified then, it is no other
# answer than before.
flips() {
  python3 - "$(sized 5 1)" <<'P'
import subprocess, sys
step = int(sys.argv[1])
logs = [open(f"golden_{i}.log", "rb").read() for i in (0, 1)]
verify = ["fairlead", "monitor", "verify", "--receipts", "flip_0.log", "flip_1.log"]
run = lambda: subprocess.run(verify, capture_output=True)
value = lambda answer: answer.split(b" = ")[1].split(b", answer")[0]
def put(i, log): open(f"flip_{i}.log", "wb").write(log)
for i in (0, 1): put(i, logs[i])
good = set(run().stdout.splitlines())
for i in (0, 1):
    for at in range(0, len(logs[i]), step):
        log = bytearray(logs[i]); log[at] ^= 1 << at % 8; put(i, log)
        r = run()
        certified = [l for l in r.stdout.splitlines() if l.endswith(b", certified")]
        if r.returncode not in (0, 1, 4): sys.exit(f"log {i}, byte {at}: status {r.returncode} {r.stderr}")
        written = {value(l) for l in certified if b" put " in l} | {b"null"}
        written |= {l.split(b": ")[1].split(b" gave ")[0] for l in certified if b" gave " in l}
        for l in certified:
            if b" got " in l and l not in good and value(l) not in written:
                sys.exit(f"log {i}, byte {at}: {l}")
    put(i, logs[i])
P
}
ok "bytes of the golden logs changed: no crash, and no get certified of what was not put" flips

# Two records whose keys differ in the last of their 256 digits.
python3 - <<'P'
u16 = lambda n: n.to_bytes(2, "big")
one, other = b"k" * 32, b"k" * 31 + b"j"
open("keys.log", "wb").write(
    b"\x89FLMON\r\n\0\2\0\0\0\1\1\0\0\1\0\0" + b"." * 16
    + b"\0" + u16(256) + one + b"\0\0" + u16(1) + u16(0) + b"\7\1\1\0" + u16(1) + u16(1) + b"x"
    + b"\2" + u16(1) + u16(0) + b"\0" + u16(255) + other + b"\1\0\0" + u16(2) + u16(0)
    + b"\0" + u16(256) + other + b"\0\0" + u16(1) + u16(2) + b"\7\0\1\0" + u16(1) + u16(0) + b"\5\6")
P
k=$(printf '6b%.0s' {1..31})
is "answers name whole keys" "thread 0 put ${k}6b/256 = \"x\", answer 0, counter 0, epoch 0, certified
thread 0 got ${k}6a/256 = null, answer 1, counter 0, epoch 0, certified
certified up to epoch 0" "$(fairlead monitor verify --receipts keys.log)"
ok "so does show" bash -c 'fairlead monitor show keys.log | grep -q "AddM *$1/256"' _ "${k}6a"

# More logs than can be open at once.
fairlead monitor gen --threads 600 --regime blum --records 3 --depth 2 --operations 900 -o many >/dev/null
ok "600 threads where 100 files can be open" bash -c '
  ulimit -n 100; [ "$(fairlead monitor verify many*.log)" = "certified up to epoch 1" ]'
# Epochs of two bytes: none of them is kept.
python3 - <<'P'
header = b"\x89FLMON\r\n\0\2\0\0\0\1\1\0\0\1\0\0" + b"." * 16
open("short.log", "wb").write(header + b"\5\6" * 300000)
P
is "300,000 epochs" "certified up to epoch 299999" "$(fairlead monitor verify short.log)"
ok "nothing is left in the temporary folder" bash -c '
  mkdir tmp; TMPDIR=$PWD/tmp fairlead monitor verify --receipts big.log >/dev/null; [ -z "$(ls tmp)" ]'
done_testing
