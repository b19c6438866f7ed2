#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# A bounded run of the front end beside the independent meaning, on random programs, new ones each day (FUZZ_SEED repeats
# a run), and two of the broken front ends that front_mutants.py has; README.md has long runs and the others.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
seed=${FUZZ_SEED:-$(date +%y%m%d)000}
front=_build/default/tests/fuzz/front.exe
ok "1,000 random programs from seed $seed" "$front" "$seed" 1000 4
ok "the same programs every time" "$front" 1 300 4
ok "every mutant of the front end can still be made" python3 tests/fuzz/front_mutants.py --check
ok "two of them are found" python3 tests/fuzz/front_mutants.py --limit 1000 \
  "assignments: the place before the value" "what a later call changes is read after it"
done_testing
