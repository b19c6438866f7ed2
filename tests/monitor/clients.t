#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# fairlead monitor serve and clients that people use. python3-redis is Debian's, so it is Debian's Python that runs.
cd "$(dirname "$0")/../.." || exit 1
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
make -s -C monitor serve OUT="$out" CC=gcc || exit 1
FAIRLEAD_SERVE=$out/fairlead-monitor-serve PYTHONPATH=tests/monitor/serve \
  /usr/bin/python3 tests/monitor/serve/clients.py
