#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# The Coq terms that the theorems about the loops speak of are what the assembly files say, byte for byte; and they
# follow a change of the assembly.
set -uo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
work=$PWD/out/test/gcm/code
fairlead=$PWD/bin/fairlead
rm -rf "$work"
mkdir -p "$work"
ok "theories/products/Gcm/Generated is made from gcm/clean, gcm/gen and examples/asm/six_blocks.S" make -s -C gcm check-terms OUT="$work" FAIRLEAD="$fairlead"

differs() { # NAME SED: the term of the changed file is another one
  sed "$2" "gcm/gen/$1.S" >"$work/changed.S"
  "$fairlead" asm coq --regions "$work/clean_$1.S" "$work/changed.S" >"$work/changed.v" || return 1
  ! cmp -s <(tail -n +4 "$work/changed.v") <(tail -n +4 "theories/products/Gcm/Generated/shipped_$1.v")
}
unannotated() { # NAME
  sed '/fairlead: region input/d' "$work/clean_$1.S" >"$work/regions.S"
  "$fairlead" asm coq --regions "$work/regions.S" "gcm/gen/$1.S" >"$work/regions.v" || return 1
  ! cmp -s <(tail -n +4 "$work/regions.v") <(tail -n +4 "theories/products/Gcm/Generated/shipped_$1.v")
}
for n in encrypt_128 encrypt_256 decrypt_128 decrypt_256; do
  ok "$n: another half of a product" differs "$n" '0,/vpclmulqdq \$0x11/s//vpclmulqdq $0x10/'
  ok "$n: another constant" differs "$n" '0,/fl_gcm_constants+0x70/s//fl_gcm_constants+0x60/'
  ok "$n: another condition" differs "$n" '0,/jne/s//je/'
  ok "$n: another register" differs "$n" '0,/%xmm3, %xmm3, %xmm3/s//%xmm3, %xmm4, %xmm3/'
  ok "$n: without an annotation, another region" unannotated "$n"
done

six_differs() { # SED: the term of the changed example is another one
  sed "$1" "$work/clean_six_blocks.S" >"$work/changed.S"
  "$fairlead" asm coq "$work/changed.S" >"$work/changed.v" || return 1
  ! cmp -s <(tail -n +4 "$work/changed.v") <(tail -n +4 theories/products/Gcm/Generated/clean_six_blocks.v)
}
ok "six_blocks: an overflow seen one block late" six_differs 's/cmpq \$256/cmpq $257/'
ok "six_blocks: another half of a product" six_differs '0,/vpclmulqdq \$0x11/s//vpclmulqdq $0x10/'
ok "six_blocks: bytes of another block" six_differs 's/(16\*6 -8)(%r14)/(16*5 -8)(%r14)/'
done_testing
