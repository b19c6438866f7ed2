#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# fairlead monitor serve: its protocol beside Redis', under sanitizers. `FUZZ_N=20000 FUZZ_SEED=7' is a longer
# conversation.
cd "$(dirname "$0")/../.." || exit 1
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
make -s -C monitor serve OUT="$out" CC=gcc \
  CFLAGS="-g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all" || exit 1
FAIRLEAD_SERVE=$out/fairlead-monitor-serve PYTHONPATH=tests/monitor/serve python3 tests/monitor/serve/protocol.py
