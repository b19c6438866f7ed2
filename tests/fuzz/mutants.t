#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: the printer is built again for each mutant
# The fuzzer finds a miscompile that once was in the printer, and a copy that overlaps (mutants.py has the others; README.md).
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
ok "every mutant can still be made" python3 tests/fuzz/mutants.py --check
for mutant in "chain falls through to nowhere" "bytes that overlap copied as if they were apart"; do
  ok_mutant "found: $mutant" python3 tests/fuzz/mutants.py --limit 200 "$mutant"
done
done_testing
