#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# Every program in lints/ is in order, and gets exactly the warnings in its .expected file; what --warnings does.
# lints.t --accept writes the .expected files; read the difference before committing them.
cd "$(dirname "$0")/lints" || exit 1
. ../../tap.sh
PATH="$(cd ../../.. && pwd)/bin:$PATH"
if [ "${1:-}" = --accept ]; then
  for f in *.fl; do fairlead check "$f" >"${f%.fl}.expected" 2>&1; done
  exit 0
fi
for f in *.fl; do
  got=$(fairlead check "$f" 2>&1)
  is "$f" "$(cat "${f%.fl}.expected" 2>/dev/null) [0]" "$got [$?]"
done
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
status() { "$@" 2>"$out/err"; echo $?; }
is "as errors: status 1" 1 "$(status fairlead check --warnings=error unused.fl)"
is "and they are called so" 6 "$(grep -c ': error: ' "$out/err")"
is "none: status 0" 0 "$(status fairlead check --warnings=none unused.fl)"
is "and nothing is said" "" "$(cat "$out/err")"
is "as JSON: one object each" 6 "$(fairlead check --format=json unused.fl 2>&1 | grep -c '^{"severity": "warning"')"
is "compile warns as well" 6 "$(fairlead compile unused.fl -o "$out" 2>&1 | grep -c ': warning: ')"
is "and as errors writes nothing" "1 " \
  "$(status fairlead compile --warnings=error unused.fl -o "$out/none") $(ls "$out/none" 2>/dev/null)"
is "a file without any is silent" "[0]" "$(fairlead check --warnings=error lib/net.fl 2>&1)[$?]"
done_testing
