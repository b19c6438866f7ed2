#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# fairlead monitor serve: its protocol beside Redis', under sanitizers. `FUZZ_N=20000 FUZZ_SEED=7' is a longer
# conversation.
cd "$(dirname "$0")/../.." || exit 1
. tests/monitor/serve/built.sh
built_sanitized
exec python3 tests/monitor/serve/protocol.py
