#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# fairlead monitor serve --standby: who leads when servers are killed, stopped and cut off from the anchor, under
# clients whose answers have to make one history; and what is refused at the start.
cd "$(dirname "$0")/../.." || exit 1
. tests/monitor/serve/built.sh
built
exec python3 tests/monitor/serve/standby.py
