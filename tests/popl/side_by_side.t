#!/usr/bin/env bash
# The POPL paper's examples: what they print on chosen inputs, and interpreter against compiled C on many.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh

run() { bin/fairlead run "examples/popl/$1.fl" --input "$2"; }

is "get_put prints when its two inputs are in order" \
  $'ask get()\nask get()\nask put(x"6f726465726564")\ndone ()' "$(run get_put 0700000008000000)"
is "get_put is silent when they are not" $'ask get()\nask get()\ndone ()' "$(run get_put 0700000007000000)"
is "ex_coro's parent says hello to the world" \
  $'ask print(x"48656c6c6f2c20")\nask print(x"776f726c6421")\ndone 2' "$(run ex_coro "")"
is "parent2: five children keep their states apart" \
  $'ask choose()\nask report(1, 10)\nask choose()\nask report(4, 40)\nask choose()\nask report(1, 12)\nask choose()\nend of input' \
  "$(run parent2 010000000400000001000000)"

three=010000004102000000420300000043            # 1, 2 and 3 begin a line
ends=010000000a$(printf '0200000042%.0s' 1 2 3)020000000a # 1 ends its line, then 2
silence=$(printf '0200000042%.0s' {1..13})0900000000       # only 2 goes on
is "broadcast: lines go to all others, the silent are closed" \
  $'ask deliver(3, x"41")\nask deliver(2, x"41")\nask deliver(3, x"42424242")\nask deliver(1, x"42424242")\nask closed(3, 2)\nask closed(1, 1)\ndone 4' \
  "$(run broadcast "$three$ends$silence" | grep -v packet)"
for example in examples/popl/*.fl; do
  ok "$(basename "$example"): interpreter and C agree on 40 inputs" python3 tests/fuzz/compare.py file "$example" 40
done
done_testing
