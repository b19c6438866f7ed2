#!/usr/bin/env bash
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
for n in encrypt_128 encrypt_256 decrypt_128 decrypt_256; do
  clean=$work/clean_$n.S
  sed '0,/vpclmulqdq \$0x11/s//vpclmulqdq $0x10/' "gcm/gen/$n.S" >"$work/wrong_half.S"
  sed '0,/vaesenclast.*/s///' "gcm/gen/$n.S" >"$work/dropped.S"
  sed '0,/vmovdqu %xmm3, 0x30(%rcx)/s//vmovdqu %xmm3, 0x40(%rcx)/' "gcm/gen/$n.S" >"$work/wrong_place.S"
  sed '0,/fl_gcm_constants+0x70/s//fl_gcm_constants+0x60/' "gcm/gen/$n.S" >"$work/wrong_count.S"
  for damage in wrong_half dropped wrong_place wrong_count; do
    ok "$n: $damage is damage" bash -c "! cmp -s '$work/$damage.S' gcm/gen/$n.S"
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
for n in encrypt_128 encrypt_256 decrypt_128 decrypt_256; do
  ok "$n: no secret in addresses or branches" constant_time "$work/clean_$n.S" "gcm/gen/$n.S"
  ok "$n: a secret as an address is found" leaks "$work/clean_$n.S" "gcm/gen/$n.S"
done
for n in keystream_128 keystream_256 hash powers expand; do
  make -s -C gcm OUT="$work" "$work/clean_$n.S" || true
  ok "$n: no secret in addresses or branches" "$fairlead" asm taint "$work/clean_$n.S"
done

text_of() { gcc -c "$1" -o "$work/t.o" && objcopy -O binary -j .text "$work/t.o" "$2"; }
round_trip() {
  "$fairlead" asm print "$1" >"$work/printed.S" && text_of "$1" "$work/one" && text_of "$work/printed.S" "$work/two" && cmp "$work/one" "$work/two"
}
for n in {encrypt,decrypt,keystream}_{128,256} hash powers expand; do
  ok "$n: printed as the model understands it, the same bytes" round_trip "$work/clean_$n.S"
done
done_testing
