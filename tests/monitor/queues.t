#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# Lists, sorted sets and streams as queues of fairlead monitor serve, under sanitizers: programs of several clients
# beside Redis, whose turn it is, and who goes away while it waits. `FUZZ_N=20000 FUZZ_SEED=7' is a long program.
cd "$(dirname "$0")/../.." || exit 1
. tests/monitor/serve/built.sh
. tests/tap.sh
export ASAN_OPTIONS=detect_leaks=0
export FUZZ_N=${FUZZ_N:-$(sized 800 8000)}
built_sanitized
exec python3 tests/monitor/serve/queues.py
