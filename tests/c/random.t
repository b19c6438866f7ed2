#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# What theories/layers/C says of random C expressions, beside gcc and clang: type and value of those it calls defined.
# Of these no sanitizer says anything, and of each that it calls undefined one of the two does (not both: constants
# that are folded, and the remainder of a bool, are not looked at by each).
# `BATCHES=200 tests/c/random.t' is a million of them, for an hour or more.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
run=_build/default/tests/c/random.exe

same() { # SEED COUNT COMPILER...
  "$run" "$1" "$2" "$work" >"$work/said" &&
    "${@:3}" -w -std=c11 -o "$work/program" "$work/defined.c" && "$work/program" >"$work/printed" &&
    [ -s "$work/printed" ] && cmp "$work/printed" "$work/expected"
}

# What a sanitizer says is of line n of "expression" (random.ml).
said() { # PROGRAM
  local cc
  for cc in gcc clang; do
    "$cc" -w -std=c11 -fsanitize=undefined -o "$work/$1" "$work/$1.c" && "$work/$1" 2>&1 >"$work/out" || return
  done >"$work/messages"
  sed -n 's/^expression:\([0-9]*\):.*runtime error.*/\1/p' "$work/messages" | sort -u
}
silent() { # SEED COUNT
  "$run" "$1" "$2" "$work" >/dev/null && said defined >"$work/said" && [ ! -s "$work/messages" ]
}
spoken() {
  said undefined >"$work/said" && [ -s "$work/wrong" ] && sort "$work/wrong" |
    comm -23 - "$work/said" >"$work/missed" && [ ! -s "$work/missed" ]
}

size=$(sized 1000 2000)
for batch in $(seq "$(sized 1 2)" "${BATCHES:-$(sized 1 2)}"); do
  ok "$size expressions from seed $batch, gcc -O2" same "$batch" "$size" gcc -O2
  ok "$size expressions from seed $batch, clang -O1" same "$batch" "$size" clang -O1
  ok "500 of seed $batch: of the defined ones sanitizers say nothing" silent "$batch" 500
  ok "and of each of the others one of them does" spoken
done
done_testing
