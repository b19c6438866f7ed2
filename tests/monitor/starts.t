#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# fairlead monitor serve: each way in which it does not start, and what it says then.
cd "$(dirname "$0")/../.." || exit 1
. tests/monitor/serve/built.sh
built
exec python3 tests/monitor/serve/starts.py
