#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# fairlead monitor serve: command lines, clients and stores that are at the edge of what is allowed, or past it.
cd "$(dirname "$0")/../.." || exit 1
. tests/monitor/serve/built.sh
built
exec python3 tests/monitor/serve/edges.py
