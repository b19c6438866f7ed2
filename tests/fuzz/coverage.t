#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# Random programs use every construct of the language: every constructor of the verified syntax, operators at every
# width, and the shapes that printing goes wrong with. `COVERAGE=out/coverage` keeps the table.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
batch=_build/default/tests/fuzz/batch.exe
"$batch" 1 600 "$work" 0 >"$work/lines"
is "the front end accepts all of 600 programs" "" "$(grep '^failure' "$work/lines" | head -3)"
sed -n 's/^uses //p' "$work/lines" | tr , '\n' | sort | uniq -c | sort -n >"$work/table"
is "a construct that none of them uses" "" "$("$batch" constructs | while read -r name; do
  grep -q "^ *[0-9]* $name\$" "$work/table" || echo "$name"
done)"
[ -z "${COVERAGE:-}" ] || { mkdir -p "$(dirname "$COVERAGE")" && cp "$work/table" "$COVERAGE"; }
done_testing
