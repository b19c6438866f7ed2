#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# The assembly that ships is what the recorded orders make of the clean one, the proved checkers accept it, and they
# refuse it once it is damaged. Printing the clean code back assembles to the same bytes.
set -uo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
work=$PWD/out/test/gcm/shipped
fairlead=$PWD/bin/fairlead
export TMPDIR=$work
rm -rf "$work"
mkdir -p "$work"
ok "gen/ is reproduced byte for byte; reordering and symeq accept it" make -s -C gcm check OUT="$work" FAIRLEAD="$fairlead"

refused() { # WHAT CLEAN FAST: the reordering checker says no, with the reason
  local message reason='is not an instruction of the clean block'
  [ "$1" = dropped ] && reason='the fast code has lost `vaesenclast'
  message=$("$fairlead" asm check "$2" "$3" 2>&1) && { echo "accepted: $1"; return 1; }
  grep -q "error: .*$reason" <<<"$message" || { echo "another reason: $message"; return 1; }
}
symbolically_refused() {
  ! "$fairlead" asm check --symbolic "$1" "$2" >/dev/null 2>&1
}
shipped() { # PROCEDURE: the file that ships
  case $1 in wide_*) echo "$work/hand_$1.S" ;; *) echo "gcm/gen/$1.S" ;; esac
}
loops=({encrypt,decrypt}_{128,256} wide_{encrypt,decrypt}_{128,256})
for n in "${loops[@]}"; do
  clean=$work/clean_$n.S
  fast=$(shipped "$n")
  case $n in wide_*) constants=fl_gcm_wide_constants last=0x80 other=0x60 ;; *) constants=fl_gcm_constants last=0x70 other=0x60 ;; esac
  "$fairlead" asm print "$fast" | grep -v prefetch >"$work/fast.S" # prefetches are for the symbolic checker
  sed '0,/vpclmulqdq \$0x11/s//vpclmulqdq $0x10/' "$work/fast.S" >"$work/wrong_half.S"
  sed '0,/vaesenclast.*/s///' "$work/fast.S" >"$work/dropped.S"
  sed '0,/mm3, 0x\([36]\)0(%rcx)/s//mm3, 0x\150(%rcx)/' "$work/fast.S" >"$work/wrong_place.S"
  sed "0,/$constants+$last/s//$constants+$other/" "$work/fast.S" >"$work/wrong_count.S"
  for damage in wrong_half dropped wrong_place wrong_count; do
    ok "$n: $damage is damage" bash -c "! cmp -s '$work/$damage.S' '$work/fast.S'"
    ok "$n: $damage is refused" refused "$damage" "$clean" "$work/$damage.S"
    ok "$n: $damage is refused symbolically" symbolically_refused "$clean" "$work/$damage.S"
  done
done

# Taint analysis of what ships: the annotations are the clean file's, the code is gen/'s.
constant_time() {
  { grep '^# fairlead:' "$1"; cat "$2"; } >"$work/taint.S" && "$fairlead" asm taint "$work/taint.S"
}
leaks() { # the analysis notices when a secret becomes an address
  { grep '^# fairlead:' "$1"; sed '0,/decq %r8/s//vmovq %xmm0, %r9; movq (%rdx,%r9), %r9; decq %r8/' "$2"; } >"$work/leak.S"
  ! "$fairlead" asm taint "$work/leak.S"
}
for n in "${loops[@]}"; do
  ok "$n: no secret in addresses or branches" constant_time "$work/clean_$n.S" "$(shipped "$n")"
  ok "$n: a secret as an address is found" leaks "$work/clean_$n.S" "$(shipped "$n")"
done
for n in keystream_128 keystream_256 hash powers wide_powers expand_128 expand_256; do
  make -s -C gcm OUT="$work" "$work/clean_$n.S" || true
  ok "$n: no secret in addresses or branches" "$fairlead" asm taint "$work/clean_$n.S"
done

text_of() { gcc -c "$1" -o "$work/t.o" && objcopy -O binary -j .text "$work/t.o" "$2"; }
round_trip() {
  "$fairlead" asm print "$1" >"$work/printed.S" && text_of "$1" "$work/one" && text_of "$work/printed.S" "$work/two" && cmp "$work/one" "$work/two"
}
for n in "${loops[@]}" {keystream,expand}_{128,256} hash powers wide_powers; do
  ok "$n: printed as the model understands it, the same bytes" round_trip "$work/clean_$n.S"
done
done_testing
