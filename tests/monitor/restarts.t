#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# fairlead monitor serve, run after run: their logs are audited as one history. `RUNS=60 FUZZ_SEED=7' is a long one.
cd "$(dirname "$0")/../.." || exit 1
. tests/monitor/serve/built.sh
built
exec python3 tests/monitor/serve/restarts.py
