#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# Optimizing compilers have nothing to say about the C: what they warn of is what they find out, so the levels differ.
# (That what overlaps is moved is copies.t's: fli_copy asks gcc to say nothing of it.)
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/emit/c.sh
quiet() { # LEVEL CC
  local f bad=""
  for f in "$work"/*.c; do
    "$2" "${strict[@]}" -Wrestrict -Wno-unknown-warning-option "$1" -c "$f" -o "$work/o.o" 2>"$work/said" || bad+=" $(basename "$f") $(head -1 "$work/said")"
  done
  is "$2 $1" "" "$bad"
}
for f in tests/lang/meaning/*.fl; do bin/fairlead compile "$f" -o "$work"; done
# Neighbours in a frame, and a length of which gcc knows only that it is a byte.
cat >"$work/bytes_beside.fl" <<'F'
effect next() -> u32;
effect print(n: u64);
fn g(a1: bytes<8>, inout a2: bytes<8>) { a2 = a1; }
coroutine main(a: u32) asks next, print {
  var s2: bytes<8>;
  var s3: bytes<8>;
  loop {
    let n = ask next();
    resize s2, n % 9;
    ask print(1);
    s3 = s2;
    ask print(2);
    g(s2, inout s3);
    for b in s3 { ask print(b as u64); }
  }
}
F
bin/fairlead compile "$work/bytes_beside.fl" -o "$work"
quiet -O2 gcc
quiet -O2 clang
find "$work" -name '*.c' ! -name 'append*' ! -name 'bytes*' -delete
for level in -O0 -Os -O3; do quiet $level gcc; done
done_testing
