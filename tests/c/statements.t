#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# What theories/layers/C says of random C statements (stores, copies, blocks, traps, what is pushed and appended),
# beside gcc and clang: how they end and what is in memory then, of those it calls defined. Of these no sanitizer
# says anything, and no memcpy has bytes that overlap; where it calls just the memcpy undefined, the addresses overlap.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
run=_build/default/tests/c/statements.exe

same() { # COMPILER...
  "$@" -w -std=c11 -o "$work/program" "$work/program.c" && "$work/program" >"$work/printed" 2>"$work/messages" &&
    [ -s "$work/printed" ] && [ ! -s "$work/messages" ] && cmp "$work/printed" "$work/expected"
}
overlap() {
  gcc -w -std=c11 -o "$work/undefined" "$work/undefined.c" && "$work/undefined" | cut -c2 | sort -u >"$work/said" &&
    echo 1 | cmp - "$work/said"
}

size=$(sized 300 400)
for seed in $(seq "$(sized 1 2)" "${BATCHES:-$(sized 1 2)}"); do
  ok "lists of statements from seed $seed" "$run" "$seed" "$size" "$work"
  ok "$size of them, gcc -O2" same gcc -O2
  ok "$size of them, clang -O1, with sanitizers" same clang -O1 -g -fsanitize=address,undefined
  ok "what is called undefined for its memcpy overlaps" overlap
done
done_testing
