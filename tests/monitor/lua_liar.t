#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# fairlead monitor serve: scripts over a store that lies.
cd "$(dirname "$0")/../.." || exit 1
. tests/monitor/serve/built.sh
built
exec /usr/bin/python3 tests/monitor/serve/lua_liar.py
