#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# The monitor in C does what the model does: monitor/gen is made of monitor/clean, and answers honest and mutated logs
# as the extracted model does. `FUZZ_N=100000 FUZZ_SEED=7 tests/monitor/implementation.t' is a long run.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
. tests/monitor/host/built.sh
temporary_folder

ok "monitor/gen is reproduced byte for byte" make -s -C monitor check OUT="$work" FAIRLEAD="$PWD/bin/fairlead"
for cc in gcc clang; do
  ok_long "$cc compiles it without a warning" make -s -C monitor OUT="$work/$cc" CC=$cc
done
built=$work/gcc
! short || built=out/monitor # by `make build`, as it ships
is "it needs nothing but the two external functions, and what every C program has" "fl_prf_sum fl_sha256" \
  "$(nm -u "$built/verify.o" | awk '{ print $2 }' | grep -vxE 'mem(cmp|cpy|set|move)|_GLOBAL_OFFSET_TABLE_' |
     paste -sd ' ')"

sanitizers=(-fsanitize=address,undefined -fno-sanitize-recover=all)
! short || sanitizers=()
answer() { # FOLDER OPTION...: of the C in that folder
  local from=$1; shift
  clang -g -O1 "$@" "${sanitizers[@]}" -std=c11 -Wall -Wextra -Werror \
    -I"$from" -Imonitor tests/monitor/c/answer.c "$from/verify.c" monitor/secret_trusted.c -lcrypto -o "$from/answer"
}
compare() { _build/default/tests/monitor/implementation.exe "$1/answer" "$2" "${FUZZ_SEED:-1}"; }
mkdir "$work/gen"; cp monitor/gen/* "$work/gen"
secret() {
  clang -g "${sanitizers[@]}" -Imonitor -Imonitor/gen tests/monitor/c/secret.c monitor/secret_trusted.c \
    -lcrypto -o "$work/secret" && "$work/secret"
}
ok "its two external functions, beside libcrypto's AES" secret
assembled() { # ARCHIVE
  nm "$1" 2>/dev/null | grep -q ' T fli_monitor_macs' &&
    gcc -Imonitor -Imonitor/gen tests/monitor/c/secret.c "$1" -lcrypto -o "$work/assembled" && "$work/assembled"
}
clean=$work/clean_assembly/libfairlead-monitor.a
ok_long "the proved assembly, clean" make -s -C monitor OUT="${clean%/*}" MACS=clean "$clean"
ok_long "is in the library" assembled "$clean"
ok "the proved assembly, fast, is in the library that ships" assembled "$built/libfairlead-monitor.a"
ok "the comparison is compiled" answer "$work/gen"
misuse() {
  clang -g -std=c11 -Wall -Wextra -Werror "${sanitizers[@]}" -Imonitor -Imonitor/gen \
    tests/monitor/c/misuse.c monitor/gen/verify.c monitor/secret_trusted.c -lcrypto -o "$work/misuse" && "$work/misuse"
}
ok "a caller's mistakes with threads' numbers and aggregates certify nothing" misuse
edges() { # FOLDER: of the C in that folder
  clang -g -std=c11 -Wall -Wextra -Werror "${sanitizers[@]}" -Imonitor -I"$1" \
    tests/monitor/c/edges.c "$1/verify.c" monitor/secret_trusted.c -lcrypto -o "$work/edges" && "$work/edges"
}
ok "quiet, numbers of operands, long arguments, a sealed root, full output" edges monitor/gen
logs=${FUZZ_N:-$(sized 200 400)}
ok "$logs logs and mutants" compare "$work/gen" "$logs"

# What the comparison sees: one check gone, one order reversed, one field left out of the hash.
broken() { # NAME FILE SED
  mkdir "$work/$1"; cp -r monitor/clean "$work/$1/clean"; sed -i "$3" "$work/$1/clean/$2"
  cmp -s "$work/$1/clean/$2" "monitor/clean/$2" && return 1
  bin/fairlead compile --entry init --entry verify --entry quiet --entry init_aggregate --entry publish \
    --entry certify --prefix fl_monitor_ -o "$work/$1" "$work/$1/clean/verify.fl" && answer "$work/$1" &&
    ! compare "$work/$1" 400 >"$work/$1/out" && grep -q '^not ok .*what the model does' "$work/$1/out"
}
unquiet() {
  mkdir "$work/unquiet"; cp -r monitor/clean "$work/unquiet/clean"
  sed -i 's/if v.thread.open\[i\].added.count != 0 || /if /' "$work/unquiet/clean/verify.fl"
  cmp -s "$work/unquiet/clean/verify.fl" monitor/clean/verify.fl && return 1
  bin/fairlead compile --entry init --entry verify --entry quiet --entry init_aggregate --entry publish \
    --entry certify --prefix fl_monitor_ -o "$work/unquiet" "$work/unquiet/clean/verify.fl" || return 1
  ! edges "$work/unquiet" >"$work/unquiet/out" &&
    grep -qx 'quiet when a record has come from Blum for the tree' "$work/unquiet/out"
}
ok_mutant "a monitor that calls itself quiet too early is noticed" unquiet
ok_mutant "a put that is answered and not done is noticed" \
  broken simple operation.fl '/functions.write_value(inout t, s, b\[8/d'
ok_mutant "a digest that is not compared is noticed" broken digest merkle.fl '/Refusal.wrong_digest/d'
ok_mutant "an order of keys that is reversed is noticed" \
  broken order keys.fl 's/if x != y { return x < y; }/if x != y { return x > y; }/'
ok_mutant "a thread left out of the hash is noticed" broken thread state.fl '/store be u16 m\[78\]/d'
ok_mutant "a counter that is not checked is noticed" \
  broken later blum.fl 's/!keys.before(t.last, t.cache\[s\].key)/keys.before(t.last, t.cache[s].key)/'

# Logs of an honest host on as many OS threads, with one lock, under the thread sanitizer.
races=(-fsanitize=thread)
! short || races=()
fairlead() { bin/fairlead "$@"; }
concurrent() {
  local certified
  clang -g -O1 "${races[@]}" -std=c11 -Wall -Wextra -Werror -Imonitor -Imonitor/gen tests/monitor/c/threads.c \
    monitor/gen/verify.c monitor/secret_trusted.c -lcrypto -lpthread -o "$work/threads" || return 1
  fairlead monitor gen --mixed --regime hybrid --threads 4 --epochs 12 --records 50 --operations 2000 \
    -o "$work/log" || return 1
  certified=$("$work/threads" "$work"/log[0-3].log) || return 1
  [ "certified up to epoch $((certified - 1))" = "$(fairlead monitor verify "$work"/log[0-3].log)" ]
}
ok "four threads, one lock" concurrent

# A record from Blum that never left, in epoch 0; then twelve epochs, more than the aggregate has room for.
broken_for_ever() {
  local status=0
  python3 - "$work/broken.log" <<'END' || return 1
import sys
header = b"\x89FLMON\r\n" + bytes([0, 2, 0, 0, 0, 1, 1, 0, 0, 0, 0, 8]) + bytes(16)
add_blum = b"\1" + b"\1\0" + bytes(32) + b"\0\0" + b"\0\1" + bytes(12) + b"\0\0"
open(sys.argv[1], "wb").write(header + add_blum + b"\5\6" * 12)
END
  timeout 60 "$work/threads" "$work/broken.log" >"$work/seen" 2>&1 || status=$?
  [ $status -eq 1 ] && grep -q 'an epoch does not certify' "$work/seen"
}
ok "an epoch that does not agree: a host can tell, and does not wait for ever" broken_for_ever
# NextEpoch five times, and then a record of epoch 5: nothing that waiting brings about moves that thread on.
ahead() {
  printf '\x89FLMON\r\n\0\2\0\0\0\1\1\0\0\1\0\0................\5\5\5\5\5\1\1\0' >"$work/ahead.log"
  { printf 'k%.0s' {1..32}; printf '\0\0\0\1\0\0\0\0\0\0\0\5\0\0\0\1\0\0\6\6\6\6'; } >>"$work/ahead.log"
  timeout 20 "$work/threads" "$work/ahead.log" 2>"$work/err"
  [ $? -eq 1 ] && grep -q "an epoch too far ahead" "$work/err"
}
ok "an epoch too far ahead ends its thread" ahead

anything() {
  mkdir "$work/corpus"
  for regime in merkle hybrid blum; do
    fairlead monitor gen --mixed --regime $regime --records 3 --operations 12 -o "$work/seed" &&
      tail -c +37 "$work/seed0.log" >"$work/corpus/$regime" || return 1
  done
  clang -g -O1 -fsanitize=fuzzer,address,undefined -std=c11 -Wall -Wextra -Werror -Imonitor -Imonitor/gen \
    tests/monitor/c/fuzz.c monitor/gen/verify.c monitor/secret_trusted.c -lcrypto -o "$work/fuzz" &&
    "$work/fuzz" -runs=30000 -seed="${FUZZ_SEED:-1}" -max_len=8000 -artifact_prefix="$work/" "$work/corpus"
}
ok_long "any bytes at all" anything
done_testing
