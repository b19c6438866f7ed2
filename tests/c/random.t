#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# What theories/layers/C says of random C expressions, beside gcc and clang: type and value of those it calls defined.
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

size=$(sized 1000 5000)
for batch in $(seq "${BATCHES:-$(sized 1 6)}"); do
  ok "$size expressions from seed $batch, gcc -O2" same "$batch" "$size" gcc -O2
  ok "$size expressions from seed $batch, clang -O1" same "$batch" "$size" clang -O1
done
done_testing
