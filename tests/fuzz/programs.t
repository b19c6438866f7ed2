#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# A bounded run of the differential fuzzer (make fuzz N=10000 is the long one), on the same programs each time, so that
# a change is judged by what it changes; other ones with FUZZ_SEED.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
seed=${FUZZ_SEED:-$(sized 261122000 261122020)}
n=$(sized 20 40)
ok "$n random programs from seed $seed" python3 tests/fuzz/compare.py programs "$seed" "$n"
ok "the first programs" python3 tests/fuzz/compare.py programs "$(sized 1 11)" "$(sized 10 15)"
done_testing
