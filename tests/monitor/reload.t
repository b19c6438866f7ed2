#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# SIGHUP: users, passwords and certificates of fairlead monitor serve are read again while it serves, under sanitizers;
# and how many passwords a connection may guess.
cd "$(dirname "$0")/../.." || exit 1
. tests/monitor/serve/built.sh
built_sanitized
exec python3 tests/monitor/serve/reload.py
