#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# fairlead monitor serve's redo log: what was done between checkpoints is done again, by all commands, or the store is
# refused. Under sanitizers, with checkpoints a minute, or a MiB, apart. `REDO_N=50' is a long run.
cd "$(dirname "$0")/../.." || exit 1
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
make -s -C monitor serve OUT="$out" CC=gcc \
  CFLAGS="-g -O1 -DFL_CHECKPOINT_MS=60000 -DFL_REDO_MOST=1048576 -fsanitize=address,undefined -fno-sanitize-recover=all" ||
  exit 1
export ASAN_OPTIONS=detect_leaks=0 # a server that does not start ends as it is
FAIRLEAD_SERVE=$out/fairlead-monitor-serve PYTHONPATH=tests/monitor/serve python3 tests/monitor/serve/redo.py
