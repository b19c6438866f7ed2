#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# fairlead monitor serve: records whose time is over go without being asked for, DBSIZE is counted while others are
# served, and who sends without end does not keep others waiting. `FUZZ_N=20 FUZZ_SEED=7' counts more often.
cd "$(dirname "$0")/../.." || exit 1
. tests/monitor/serve/built.sh
built
exec python3 tests/monitor/serve/expire.py
