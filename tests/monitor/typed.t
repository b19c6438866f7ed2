#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# fairlead monitor serve and values that are no strings: limits, crashes, receipts, what is exported, who takes one type
# for another. That they are answered as in Redis is in serve.t.
cd "$(dirname "$0")/../.." || exit 1
. tests/monitor/serve/built.sh
built # its library for clients
export ASAN_OPTIONS=detect_leaks=0 FAIRLEAD_RECEIPTS=$PWD/out/monitor/libfairlead-receipts.so
built_sanitized
export PYTHONPATH=tests/monitor/serve:monitor/client
exec python3 tests/monitor/serve/typed.py
