#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# fairlead monitor serve: scripts (EVAL, EVALSHA, SCRIPT), beside Redis; scripts that mean harm; their process killed,
# or another program in its place.
cd "$(dirname "$0")/../.." || exit 1
. tests/monitor/serve/built.sh
built_sanitized
[ "${FAIRLEAD_TIER:-}" = quick ] || export FUZZ_N="${FUZZ_N:-200}"
exec /usr/bin/python3 tests/monitor/serve/lua.py
