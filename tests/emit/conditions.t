#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# Tests with guards inside, printed as chains of jumps: interpreter and C side by side.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
ok "conditions.fl on 60 inputs" python3 tests/fuzz/compare.py file tests/emit/conditions.fl 60
done_testing
