#!/usr/bin/env bash
# A bounded run of the differential fuzzer (make fuzz N=10000 is the long one). New programs each day;
# FUZZ_SEED repeats a run.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
seed=${FUZZ_SEED:-$(date +%Y%m%d)000}
ok "25 random programs from seed $seed" python3 tests/fuzz/compare.py programs "$seed" 25
# Programs that once found a bug in the compiler, and others worth keeping.
ok "the same programs every time" python3 tests/fuzz/compare.py programs 1 12
done_testing
