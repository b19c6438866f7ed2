#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# fairlead monitor serve over a Redis that lies. `LIES=10000 COMMANDS=150' is a long run (tests/monitor/host.t tells
# more, faster).
cd "$(dirname "$0")/../.." || exit 1
. tests/monitor/serve/built.sh
built
exec python3 tests/monitor/serve/liar.py
