#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# fairlead monitor serve over a Redis that lies. `LIES=10000 COMMANDS=150' is a long run (tests/monitor/host.t tells more, faster).
cd "$(dirname "$0")/../.." || exit 1
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
# What was changed since a checkpoint is in memory: with many of them the store is asked more often.
make -s -C monitor serve OUT="$out" CC=gcc CFLAGS="-O2 -DFL_CHECKPOINT_MS=20" || exit 1
FAIRLEAD_SERVE=$out/fairlead-monitor-serve PYTHONPATH=tests/monitor/serve python3 tests/monitor/serve/liar.py
