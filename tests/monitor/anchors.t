#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# fairlead monitor serve: anchors that a command keeps, one in a TPM (swtpm), and what happens between seal and anchor.
cd "$(dirname "$0")/../.." || exit 1
. tests/monitor/serve/built.sh
built
exec python3 tests/monitor/serve/anchors.py
