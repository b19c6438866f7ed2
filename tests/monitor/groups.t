#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# Groups of a stream's readers of fairlead monitor serve, under sanitizers: beside Redis, who waits, limits, crashes,
# exports. `FUZZ_N=20000 FUZZ_SEED=7' is a long conversation.
cd "$(dirname "$0")/../.." || exit 1
. tests/monitor/serve/built.sh
. tests/tap.sh
export ASAN_OPTIONS=detect_leaks=0
export FUZZ_N=${FUZZ_N:-$(sized 800 8000)}
built_sanitized
exec python3 tests/monitor/serve/groups.py
