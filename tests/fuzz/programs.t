#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# A bounded run of the differential fuzzer (make fuzz N=10000 is the long one). New programs each day;
# FUZZ_SEED repeats a run.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
seed=${FUZZ_SEED:-$(date +%y%m%d)000}
ok "100 random programs from seed $seed" python3 tests/fuzz/compare.py programs "$seed" 100
ok "the same programs every time" python3 tests/fuzz/compare.py programs 1 25
done_testing
