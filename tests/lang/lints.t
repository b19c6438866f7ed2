#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# Every program in lints/ is in order, and gets exactly the warnings in its .expected file; what --warnings does.
# Of the tree's other .fl files those of tests get the warnings in lints/tests.expected, each of them right; the others,
# none.
# lints.t --accept writes the .expected files; read the difference before committing them.
cd "$(dirname "$0")/lints" || exit 1
. ../../tap.sh
PATH="$(cd ../../.. && pwd)/bin:$PATH"
# What is printed by Derive is left out: a program that it writes may have variables that nobody reads.
everywhere() {
  (cd ../../.. &&
    find . \( -name _build -o -path ./out -o -name .git -o -path ./tests/lang/errors -o -path ./tests/lang/lints \) \
      -prune -o -name '*.fl' -print0 | xargs -0 grep -LZ '^// Written by ToFl' |
    xargs -0 -n 1 -P 2 sh -c 'fairlead check "$0" 2>&1 | grep ": warning: "' |
    sed 's|^\./||; s|:[0-9]*:[0-9]*: warning||' | LC_ALL=C sort)
}
if [ "${1:-}" = --accept ]; then
  for f in *.fl; do fairlead check "$f" >"${f%.fl}.expected" 2>&1; done
  everywhere >tests.expected
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
is "and they are called so" 5 "$(grep -c ': error: ' "$out/err")"
is "none: status 0" 0 "$(status fairlead check --warnings=none unused.fl)"
is "and nothing is said" "" "$(cat "$out/err")"
is "as JSON: one object each" 5 "$(fairlead check --format=json unused.fl 2>&1 | grep -c '^{"severity": "warning"')"
is "compile warns as well" 5 "$(fairlead compile unused.fl -o "$out" 2>&1 | grep -c ': warning: ')"
is "and as errors writes nothing" "1 " \
  "$(status fairlead compile --warnings=error unused.fl -o "$out/none") $(ls "$out/none" 2>/dev/null)"
is "a file without any is silent" "[0]" "$(fairlead check --warnings=error lib/net.fl 2>&1)[$?]"
everywhere >"$out/everywhere"
is "in the tree's other files: what is in lints/tests.expected" "" "$(diff tests.expected "$out/everywhere")"
is "which are files of tests" "" "$(grep -v '^tests/' "$out/everywhere")"
done_testing
