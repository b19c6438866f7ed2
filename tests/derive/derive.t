#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# theories/Derive: every example is derived, its theorem closed under the global context; what is refused, and the
# messages.
#   tests/derive/derive.t --accept   writes tests/derive/errors.expected again
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder

coq() {
  coqc -test-mode -q -R _build/default/theories/Derive Fairlead.Derive -R "$work" Examples \
    -o "$work/$(basename "$1" .v).vo" "$1"
}
messages() { coq tests/derive/errors.v 2>&1 | grep -v '^File '; }

if [ "${1:-}" = --accept ]; then
  messages >tests/derive/errors.expected
  exit
fi

for example in tests/derive/{constructs,children,maps}.v examples/derive/*.v; do
  name=$(basename "$example" .v)
  status=0
  coq "$example" >"$work/said" 2>&1 || status=$?
  ok "$name" [ "$status" -eq 0 ]
  [ "$status" -eq 0 ] || sed 's/^/# /' "$work/said"
  is "$name: no assumptions" "$(grep -c '^ *Print Assumptions' "$example")" \
    "$(grep -c '^Closed under the global context' "$work/said")"
done
is "what is refused, and the messages" "$(cat tests/derive/errors.expected)" "$(messages)"
done_testing
