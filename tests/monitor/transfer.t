#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# fairlead monitor import and export: there and back, beside Redis' own files, what is wrong in a file, what is wrong in
# a store.
cd "$(dirname "$0")/../.." || exit 1
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
make -s -C monitor serve OUT="$out" CC=gcc \
  CFLAGS="-g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all" || exit 1
export ASAN_OPTIONS=detect_leaks=0
FAIRLEAD_SERVE=$out/fairlead-monitor-serve PYTHONPATH=tests/monitor/serve python3 tests/monitor/serve/transfer.py
