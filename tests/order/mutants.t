#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# A checker of orders that accepts too much is found by tests/lang/order.t or damage.t: two of those that the program
# beside has, which takes a minute for each.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
ok "every mutant can still be made" python3 tests/order/mutants.py --check
for mutant in "a loop comes round in any state" "one state may ask, so all may"; do
  ok_mutant "found: $mutant" python3 tests/order/mutants.py "$mutant"
done
done_testing
