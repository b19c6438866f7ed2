#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: whole searches
# The search for orders, with a harness whose answers do not depend on the machine: it improves, goes on where it stopped,
# and refuses orders that are not legal. And the harness for AES-GCM, which measures.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
clean=tests/asm/data/optimize/clean.S
harness=tests/asm/data/optimize/harness
temporary_folder
search() { # ORDER CANDIDATES OPTION...
  local order=$1 n=$2
  shift 2
  fairlead asm optimize -q $clean "$work/$order" --harness "$PWD/$harness" --candidates "$n" --seconds 60 "$@"
}
apply() { fairlead asm optimize --apply $clean "$work/$1"; }
note() { sed -n "s/^$2: //p" "$work/$1"; }
cost() { # of an order, by the harness
  apply "$1" >"$work/cost.S" && gcc -shared -nostdlib -o "$work/cost.so" "$work/cost.S" && $harness four "$work/cost.so" "$work/cost.so" | cut -d' ' -f1
}
less() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a < b) }'; }
accepted() { apply "$1" >"$work/fast.S" && fairlead asm check "$clean" "$work/fast.S"; }
diagnosed() { # PATTERN COMMAND...: status 1 and such an error
  local pattern=$1 out status=0
  shift
  out=$("$@" 2>&1) || status=$?
  [ "$status" -eq 1 ] && grep -qE "error: .*$pattern" <<<"$out" || { echo "status $status: $out"; return 1; }
}

search clean.order 0 --prefetches 0 >/dev/null
start=$(cost clean.order)
for method in climb genetic; do
  ok "$method: a search" search $method.order 40 --method $method --seed 1 --prefetches 0
  first=$(cost $method.order)
  ok "$method: it found a better order ($start, then $first)" less "$first" "$start"
  ok "$method: the checker accepts it" accepted $method.order
  is "$method: it counted its candidates" 40 "$(note $method.order candidates)"
  ok "$method: another search goes on from there" search $method.order 40 --method $method --seed 1 --prefetches 0
  is "$method: it added its candidates" 80 "$(note $method.order candidates)"
  ok "$method: it kept or improved what was there ($first, then $(cost $method.order))" bash -c "! awk 'BEGIN { exit !($first < $(cost $method.order)) }'"
  ok "$method: provenance" bash -c "grep -q '^processor: .*family' '$work/$method.order' && grep -q '^method: .*seed 1' '$work/$method.order'"
done
is "the population is kept" 16 "$(grep -c '^member: ' "$work/genetic.order.state")"
ok "the progress line" bash -c "fairlead asm optimize $clean '$work/progress.order' --harness '$PWD/$harness' --candidates 3 2>&1 | tr '\r' '\n' | grep -q 'four: 2 tried'"

ok "prefetches are inserted where they help" env PREFETCH=liked fairlead asm optimize -q $clean "$work/prefetch.order" --harness "$PWD/$harness" --candidates 40 --seconds 60 --prefetches 2
is "two at most, and here as many" 2 "$(grep -c '^prefetch: ' "$work/prefetch.order")"
apply prefetch.order >"$work/prefetch.S"
is "they are in the code" 2 "$(grep -c prefetch "$work/prefetch.S")"
ok "the symbolic checker accepts it" fairlead asm check --symbolic $clean "$work/prefetch.S"
ok "they are removed where they hurt" search prefetch.order 80 --prefetches 2 --seed 2
is "none is left" 0 "$(grep -c '^prefetch: ' "$work/prefetch.order")"

changed() { sed "$2" "$work/genetic.order$3" >"$work/$1"; }
order="order: $(seq -s ' ' 0 15)"
changed early.order "s/^order: .*/order: 1 0 $(seq -s ' ' 2 15)/"
ok "an order that is not legal is refused, with the reason" diagnosed 'cannot move before .*it reads %xmm0' apply early.order
ok "no search starts from it" diagnosed 'cannot move before' search early.order 5
changed short.order "s/^order: .*/order: $(seq -s ' ' 0 14)/"
ok "an order of other code is refused" \
  diagnosed 'the order is not one of the 16 instructions of the block' apply short.order
changed elsewhere.order "s/^order: .*/$order\nprefetch: 3 prefetcht0 (%r15)/"
ok "a prefetch of memory that the clean code does not access is refused" diagnosed 'accesses memory that the clean code does not' apply elsewhere.order
changed store.order "s/^order: .*/$order\nprefetch: 3 movdqu %xmm0, (%rsi)/"
ok "what is no prefetch is not inserted" diagnosed 'should be the number of an instruction, then a prefetch' apply store.order
cp "$work/genetic.order" "$work/member.order"
changed member.order.state "0,/^order: .*/s//order: 1 0 $(seq -s ' ' 2 15)/" .state
ok "a population with an order that is not legal is refused" diagnosed 'member of the population is not legal' search member.order 5
printf 'nonsense' >"$work/nonsense.order"
ok "what is no order file is refused" diagnosed 'first line should be' apply nonsense.order
ok "a harness that fails is reported" diagnosed 'exits with status 9' env ALWAYS=9 fairlead asm optimize -q $clean "$work/new.order" --harness "$PWD/$harness"
ok "a machine that is never quiet is reported" diagnosed 'never quiet' env ALWAYS=3 fairlead asm optimize -q $clean "$work/new.order" --harness "$PWD/$harness"

ok "the harness for AES-GCM builds" make -s -C gcm OUT="$work" "$work/harness"
loop() { sed '/hidden/d' "$1" >"$work/$2.S" && gcc -shared -nostdlib -o "$work/$2.so" "$work/$2.S" gcm/clean/constants.S gcm/clean/wide_constants.S; }
ok "two loops" loop gcm/gen/encrypt_128.S same
sed '0,/vaesenclast.*/s///' gcm/gen/encrypt_128.S >"$work/damaged"
ok "one of them damaged" loop "$work/damaged" damaged
measures() { # PROCEDURE A.so
  local out status=0
  out=$("$work/harness" "$1" "$work/$2.so" "$work/$2.so" 2>&1) || status=$?
  case $status in
    0) awk '{ exit !(NF == 2 && $1 > 0 && $2 > 0) }' <<<"$out" ;;
    3) grep -q 'not quiet' <<<"$out" ;;
    *) false ;;
  esac || { echo "status $status: $out"; return 1; }
}
ok "it measures, or says that the machine is not quiet" measures fl_gcm_encrypt_128 same
ok "it refuses loops that compute different results" bash -c "'$work/harness' fl_gcm_encrypt_128 '$work/same.so' '$work/damaged.so' 2>&1 | grep -q 'different results'"

for n in wide_encrypt_128 wide_decrypt_256; do
  make -s -C gcm OUT="$work" "$work/clean_$n.S" "$work/hand_$n.S"
  ok "$n: built for the harness" loop "$work/hand_$n.S" $n
  if fairlead asm processor | grep -q '^features: .* vaes vpclmulqdq '; then
    ok "$n: the harness measures it, or says that the machine is not quiet" measures fl_gcm_$n $n
  else
    ok "$n: the harness says what this processor lacks" \
      bash -c "! '$work/harness' fl_gcm_$n '$work/$n.so' '$work/$n.so' 2>'$work/error' && grep -q 'lacks VAES or VPCLMULQDQ' '$work/error'"
  fi
done
sed '0,/vaesenclast.*/s///' "$work/hand_wide_encrypt_128.S" >"$work/damaged_wide"
loop "$work/damaged_wide" damaged_wide
ok "it tells wide loops that compute different results apart, where it can run them" bash -c \
  "'$work/harness' fl_gcm_wide_encrypt_128 '$work/wide_encrypt_128.so' '$work/damaged_wide.so' 2>&1 | grep -E 'different results|lacks VAES'"
printf '#!/bin/sh\necho 100 99\n' >"$work/always"
chmod +x "$work/always"
ok "a search among orders of a wide loop, by a harness that likes each" fairlead asm optimize -q "$work/clean_wide_encrypt_128.S" \
  "$work/wide.order" --from "$work/hand_wide_encrypt_128.S" --harness "$work/always" --method climb --candidates 3 --seconds 60 --prefetches 0 \
  --with gcm/clean/constants.S --with gcm/clean/wide_constants.S
is "it took each" 3 "$(note wide.order accepted)"
done_testing
