#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# Recorded runs (docs/threads/replay.md): a rare error of order is replayed fifty times the same; a server is
# replayed without its clients; records that are damaged, cut off, another program's or of a run that went another way
# are diagnosed.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
export PATH="$PWD/bin:$PATH" FL_REPLAY_PATIENCE=120000
here=$PWD/tests/threads/replay
runtime=$PWD/runtime/threads
build() { # OPTION... : race and server in $work, with the runtime, under the same sanitizers
  local f native=("$runtime"/*.c) options=("$@" -std=gnu11 -Wall -Wextra -Werror -I"$runtime" -I"$runtime/library")
  case "$*" in *--erased*) native+=("$runtime"/erased/*.c) ;; esac
  rm -f "$work"/*.o
  for f in "${native[@]}"; do
    gcc -std=gnu11 "${@/--[a-z]*/-O1}" -I"$runtime" -c "$f" -o "$work/$(basename "$f" .c).o" || return 1
  done
  flcc "${options[@]}" -c "$runtime/library/fl_stream.c" -o "$work/fl_stream.o" || return 1
  for f in race server; do
    flcc "${options[@]}" -c "$here/$f.c" -o "$work/$f.main" || return 1
    gcc "${@/--[a-z]*/-O1}" "$work/$f.main" "$work"/*.o -lpthread -o "$work/$f" || return 1
  done
}
run() { # COMMAND... : its output, and last its status
  local status=0
  (cd "$work" && "$@") >"$work/output" 2>&1 || status=$?
  cat "$work/output"
  echo "status $status"
}
record_failure() { # until the total is wrong
  local n
  for n in {1..300}; do
    run env FL_RECORD=bug ./race >"$work/recorded"
    if grep -q '^status 3' "$work/recorded"; then return 0; fi
  done
  return 1
}

ways=()
ci || ways=("-O2")
short ||
  ways+=("--erased -O1" "-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all" "-O1 -g -fsanitize=thread")
for way in "${ways[@]}"; do
  # shellcheck disable=SC2086
  ok "$way: builds" build $way
  ok "$way: the error of order is found" record_failure
  same=0 times=$(sized 10 50)
  case $way in *sanitize*) times=10 ;; esac
  for ((n = 0; n < times; n++)); do
    run env FL_REPLAY=bug ./race >"$work/replayed"
    if cmp -s "$work/recorded" "$work/replayed"; then
      same=$((same + 1))
    else
      tail -2 "$work/replayed" | sed 's/^/# /'
    fi
  done
  is "$way: $times replays are the same" "$times" "$same"
  run env FL_RECORD=served ./server socket >"$work/recorded" &
  server=$!
  ok "$way: a server is recorded" timeout 120 python3 "$here/client.py" "$work/socket"
  wait "$server"
  is "$way: and replayed without clients" "$(<"$work/recorded")" \
    "$(run timeout 60 env FL_REPLAY=served ./server socket)"
done

if ci; then
  done_testing
  exit
fi
# shellcheck disable=SC2086
build -O1
record_failure
is "recording changes nothing" "status 2" "$(run ./server | tail -1)"
says() { # NAME PATTERN COMMAND... : ends with status 1 and a line that says so
  local name=$1 pattern=$2
  shift 2
  run "$@" >"$work/said"
  is "$name" "1 status 1" "$(grep -cE "^fairlead threads: .*$pattern" "$work/said" || true) $(tail -1 "$work/said")"
  if ! grep -qE "$pattern" "$work/said"; then tail -2 "$work/said" | sed 's/^/# /'; fi
}
refused() { # FILE PATTERN NOTE: replaying it ends with status 1 and such a line
  run env "FL_REPLAY=$1" ./race >"$work/said"
  if ! grep -qE "^fairlead threads: $1: ($2)" "$work/said" || ! grep -qx "status 1" "$work/said"; then
    wrong=$((wrong + 1))
    echo "# $3: $(tail -2 "$work/said" | tr '\n' ' ')"
  fi
}
flip='import sys
b = bytearray(open(sys.argv[1], "rb").read())
b[int(sys.argv[2])] ^= 1 << int(sys.argv[2]) % 8
open(sys.argv[3], "wb").write(b)'
cuts=$(sized 40 150)
size=$(stat -c %s "$work/bug")
wrong=0
for ((n = 0; n < size; n += 1 + size / cuts)); do
  head -c "$n" "$work/bug" >"$work/cut"
  refused cut "is cut off|is not a recorded run" "cut to $n"
done
is "a record that is cut off, wherever it is" 0 "$wrong"
wrong=0
for ((n = 0; n < size; n += 1 + size / cuts)); do
  python3 -c "$flip" "$work/bug" "$n" "$work/flipped"
  refused flipped "entry [0-9]+ is damaged|is cut off|its first bytes are damaged|is not a recorded" "byte $n"
done
is "one bit of it changed, wherever it is" 0 "$wrong"
(cat "$work/bug" && tail -c 64 "$work/bug") >"$work/longer"
says "something behind its end" "entry [0-9]+ is damaged" env FL_REPLAY=longer ./race
says "another program's record" "was recorded by another program" env FL_REPLAY=served ./race
cp "$here/race.c" "$work/text"
says "a file that is none" "is not a recorded run" env FL_REPLAY=text ./race
: >"$work/empty"
says "an empty one" "is not a recorded run" env FL_REPLAY=empty ./race
says "one that is not there" "No such file" env FL_REPLAY=nowhere ./race
says "a folder" "is not a file" env FL_REPLAY=. ./race
says "one that cannot be written" "Is a directory" env FL_RECORD=. ./race
is "both at once" "status 2" "$(run env FL_RECORD=a FL_REPLAY=bug ./race | tail -1)"
is "a file to which another process records" "1" \
  "$(run flock "$work/bug" env FL_RECORD=bug ./race | grep -c 'another process records to it: this one is not')"
ok "which stays as it was" test "$(stat -c %s "$work/bug")" -eq "$size"
is "empty variables mean nothing" "status 0 status 0" \
  "$(for v in FL_RECORD FL_REPLAY; do run env $v= NO_DETACHED=1 ./race | tail -1; done | paste -sd ' ')"

# Where the only detached block was an adder's last, nothing else happens in its place: the thread just does not come.
says "a program that goes another way" \
  "(diverges at entry [0-9]+, which is .* here is .* after|waits at entry [0-9]+ for a thread from elsewhere, which)" \
  env FL_REPLAY_PATIENCE=500 NO_DETACHED=1 FL_REPLAY=bug ./race
says "one that does more" "diverges at entry [0-9]+, which is" env MORE=1 FL_REPLAY=bug ./race
says "one for which signals do not come" "waits at entry [0-9]+ for a signal from elsewhere, which does not come" \
  env FL_REPLAY_PATIENCE=500 NO_OTHER=1 FL_REPLAY=bug ./race

crashed() {
  local n
  for n in {1..100}; do
    run env ABORT=1 FL_RECORD=crash ./race >"$work/recorded"
    if grep -qx 'status 134' "$work/recorded"; then return 0; fi
  done
  return 1
}
ulimit -c 0
ok "a run that crashes is recorded" crashed
is "and crashes again" "status 134" "$(run env ABORT=1 FL_REPLAY=crash ./race | tail -1)"
says "one that goes on is told" "ends with entry [0-9]+: there the recorded run was killed or crashed; this one goes" \
  env FL_REPLAY=crash ./race
done_testing
