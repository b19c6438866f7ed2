#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# A checker of trapless procedures that accepts too much is found by trapless.t: two of the eight that the program
# beside has, which takes a minute for each.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
ok "every mutant can still be made" python3 tests/lang/trapless_mutants.py --check
for mutant in "what is required is not asked of a call" "what is called need not be marked"; do
  ok_mutant "found: $mutant" python3 tests/lang/trapless_mutants.py "$mutant"
done
done_testing
