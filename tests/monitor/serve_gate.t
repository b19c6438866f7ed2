#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# What serve.t asks of the protocol, with the gate in a process of its own: a short conversation.
cd "$(dirname "$0")/../.." || exit 1
. tests/monitor/serve/built.sh
built
export FAIRLEAD_GATE=process FUZZ_N="${FUZZ_N:-100}"
exec python3 tests/monitor/serve/protocol.py
