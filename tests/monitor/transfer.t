#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# fairlead monitor import and export: there and back, beside Redis' own files, what is wrong in a file, what is wrong in
# a store.
cd "$(dirname "$0")/../.." || exit 1
. tests/monitor/serve/built.sh
built_sanitized
export ASAN_OPTIONS=detect_leaks=0
exec python3 tests/monitor/serve/transfer.py
