#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# A bounded run of the front end beside the independent meaning, and two of the broken front ends that front_mutants.py
# has; README.md has long runs and the others. The programs are the same each time, so that a change is judged by what
# it changes; other ones with FUZZ_SEED. (Among these were two that call_order.ml put in an order that the verified
# checker refused.)
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
seed=${FUZZ_SEED:-261122000}
front=_build/default/tests/fuzz/front.exe
n=$(sized 250 500)
ok "$n random programs from seed $seed" "$front" "$seed" "$n" 4
ok "the first programs" "$front" 1 "$(sized 50 300)" 4
ok "every mutant of the front end can still be made" python3 tests/fuzz/front_mutants.py --check
for mutant in "assignments: the place before the value" "what a later call changes is read after it"; do
  ok_mutant "found: $mutant" python3 tests/fuzz/front_mutants.py --limit 1000 "$mutant"
done
done_testing
