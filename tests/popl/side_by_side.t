#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# examples/popl: the POPL paper's three programs and others like them: what they print on chosen inputs, and interpreter against
# compiled C on many.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh

run() { bin/fairlead run "examples/popl/$1.fl" --input "$2"; }

text() { printf '%02x00' ${#1}; printf '%s' "$1" | od -An -tx1 -v | tr -d ' \n'; } # as bytes<N> is decoded
hex() { printf '%s' "$1" | od -An -tx1 -v | tr -d ' \n'; }

# The paper's own programs, with what the paper says of them.
is "get_put prints w1+w2 and returns w2" \
  $'ask input()\nask input()\nask print(x"'"$(hex "ab cde")"$'")\ndone x"'"$(hex cde)\"" "$(run get_put "$(text "ab ")$(text cde)")"
is "get_put returns \"done\" when the first input is empty" \
  $'ask input()\nask input()\ndone x"'"$(hex done)\"" "$(run get_put "$(text "")$(text cde)")"
is "ex_coro's parent prints \"Hello, \" and then \"Hello, world!\"" \
  $'ask print(x"'"$(hex "Hello, ")"$'")\nask print(x"'"$(hex "Hello, world!")"$'")\ndone ()' "$(run ex_coro "")"
five=$'ask input()\nask input()\nask input()\nask input()\nask input()\nask input()\ndone x"'"$(hex done)\""
is "parent2: three rounds, a number and a string in each" "$five" \
  "$(run parent2 "$(for i in 0 4 2; do text $i; text s; done)")"
is "parent2: three times the same child, which then ends" "$five" "$(run parent2 "$(for i in 1 1 1; do text $i; text s; done)")"
for skipped in 5 -1 x 99999999999 ""; do
  is "parent2: \"$skipped\" is no index, its round reads no string" "$(sed 1d <<<"$five")" \
    "$(run parent2 "$(text 0)$(text s)$(text "$skipped")$(text 3)$(text s)")"
done

# Ours.
is "in_order prints when its two inputs are in order" \
  $'ask get()\nask get()\nask put(x"6f726465726564")\ndone ()' "$(run in_order 0700000008000000)"
is "in_order is silent when they are not" $'ask get()\nask get()\ndone ()' "$(run in_order 0700000007000000)"
is "greeting's parent says hello to the world" \
  $'ask print(x"48656c6c6f2c20")\nask print(x"776f726c6421")\ndone 2' "$(run greeting "")"
is "counters: five children keep their states apart" \
  $'ask choose()\nask report(1, 10)\nask choose()\nask report(4, 40)\nask choose()\nask report(1, 12)\nask choose()\nend of input' \
  "$(run counters 010000000400000001000000)"

three=010000004102000000420300000043            # 1, 2 and 3 begin a line
ends=010000000a$(printf '0200000042%.0s' 1 2 3)020000000a # 1 ends its line, then 2
silence=$(printf '0200000042%.0s' {1..13})0900000000       # only 2 goes on
is "broadcast: lines go to all others, the silent are closed" \
  $'ask deliver(3, x"41")\nask deliver(2, x"41")\nask deliver(3, x"42424242")\nask deliver(1, x"42424242")\nask closed(3, 2)\nask closed(1, 1)\ndone 4' \
  "$(run broadcast "$three$ends$silence" | grep -v packet)"
inputs=$(sized 8 40) n=0
for example in examples/popl/*.fl; do
  n=$((n + 1))
  in_turn $n 3 || continue
  ok "$(basename "$example"): interpreter and C agree on $inputs inputs" \
    python3 tests/fuzz/compare.py file "$example" "$inputs"
done
done_testing
