#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# fairlead monitor serve's redo log: what was done between checkpoints is done again, by all commands, or the store is
# refused. Under sanitizers. `REDO_N=50' is a long run.
cd "$(dirname "$0")/../.." || exit 1
. tests/monitor/serve/built.sh
built_sanitized
export ASAN_OPTIONS=detect_leaks=0 # a server that does not start ends as it is
exec python3 tests/monitor/serve/redo.py
