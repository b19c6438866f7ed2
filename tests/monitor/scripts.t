#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# fairlead monitor serve: EVAL, EVALSHA and SCRIPT, of scripts that release and extend locks, beside Redis, and under
# sanitizers. `FUZZ_N=20000 FUZZ_SEED=7' says how many texts.
cd "$(dirname "$0")/../.." || exit 1
. tests/monitor/serve/built.sh
built_sanitized
[ "${FAIRLEAD_TIER:-}" = quick ] || export FUZZ_N="${FUZZ_N:-8000}"
exec /usr/bin/python3 tests/monitor/serve/scripts.py
