#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# Messages of fairlead monitor serve, under sanitizers: programs of several clients beside Redis, who does not take what
# it is told, who may listen to what. `FUZZ_N=20000 FUZZ_SEED=7' is a long program.
cd "$(dirname "$0")/../.." || exit 1
. tests/monitor/serve/built.sh
. tests/tap.sh
export ASAN_OPTIONS=detect_leaks=0
export FUZZ_N=${FUZZ_N:-$(sized 250 1500)}
built_sanitized
exec python3 tests/monitor/serve/channels.py
