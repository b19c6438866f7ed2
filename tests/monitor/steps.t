#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# A transaction, or a command, that takes long lets others in, and is one step for all of them (serve/steps.py).
. tests/monitor/serve/built.sh
built_sanitized
if [ "${FAIRLEAD_TIER:-}" != quick ]; then export FUZZ_N=${FUZZ_N:-4}; fi
exec python3 tests/monitor/serve/steps.py
