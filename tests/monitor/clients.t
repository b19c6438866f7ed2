#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# fairlead monitor serve and clients that people use. python3-redis is Debian's, so it is Debian's Python that runs.
cd "$(dirname "$0")/../.." || exit 1
. tests/monitor/serve/built.sh
built
exec /usr/bin/python3 tests/monitor/serve/clients.py
