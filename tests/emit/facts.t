#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# Checks that earlier checks, tests and assignments decide are not in the C; the others are. Then interpreter and C side by side.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/emit/c.sh
ok "facts.fl compiles" bin/fairlead compile tests/emit/facts.fl -o "$work"
python3 tests/emit/facts.py tests/emit/facts.fl "$work/facts.c" >"$work/counts"
while read -r name expected found; do
  is "checks left in $name" "$expected" "$found"
done <"$work/counts"
is "functions looked at" "$(grep -c '^// checks: ' tests/emit/facts.fl)" "$(wc -l <"$work/counts")"
ok "facts.fl on 60 inputs" python3 tests/fuzz/compare.py file tests/emit/facts.fl 60
done_testing
