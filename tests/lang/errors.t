#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# Every wrong program in errors/ gets exactly the diagnostics in its .expected file, and status 1.
# errors.t --accept writes the .expected files; read the difference before committing them.
cd "$(dirname "$0")/errors" || exit 1
. ../../tap.sh
PATH="$(cd ../../.. && pwd)/bin:$PATH"
if [ "${1:-}" = --accept ]; then
  for f in *.fl; do fairlead check "$f" >"${f%.fl}.expected" 2>&1; done
  exit 0
fi
shopt -s nullglob
for f in *.fl; do
  got=$(fairlead check "$f" 2>&1)
  status=$?
  is "$f" "$(cat "${f%.fl}.expected" 2>/dev/null) [1]" "$got [$status]"
done
ok "at least 60 wrong programs" [ "$tap_count" -ge 60 ]
done_testing
