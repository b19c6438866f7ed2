#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# Optimizing compilers have nothing to say about the C: what they warn of is what they find out, so the levels differ.
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
quiet -O2 gcc
quiet -O2 clang
find "$work" -name '*.c' ! -name 'append*' ! -name 'bytes*' -delete
for level in -O0 -Os -O3; do quiet $level gcc; done
done_testing
