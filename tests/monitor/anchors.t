#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# fairlead monitor serve: anchors that a command keeps, one in a TPM (swtpm), and what happens between seal and anchor.
cd "$(dirname "$0")/../.." || exit 1
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
make -s -C monitor serve OUT="$out" CC=gcc || exit 1
FAIRLEAD_SERVE=$out/fairlead-monitor-serve PYTHONPATH=tests/monitor/serve python3 tests/monitor/serve/anchors.py
