#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# What the verified checker of orders is told comes from a planner that nobody trusts: with less than what is right it
# refuses.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
damage=${FAIRLEAD_DAMAGE:-_build/default/tests/order/damage.exe}
ok "loops, calls, marks" "$damage" tests/order/program.fl
ok "libfairlead-tls" "$damage" tls/clean/connection.fl
done_testing
