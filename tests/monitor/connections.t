#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# What clients ask of a server beside its records: connections, sections of INFO, cursors; and sums of floats, as Redis
# has them.
cd "$(dirname "$0")/../.." || exit 1
. tests/monitor/serve/built.sh
built_sanitized
exec python3 tests/monitor/serve/connections.py
