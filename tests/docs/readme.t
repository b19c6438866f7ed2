#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# The first screen of README.md: its program is the example, the C is what that becomes, the picture is of its states.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
block() { awk -v kind="$1" '$0 == "```" kind {in_it = 1; next} /^```/ {in_it = 0} in_it' README.md; }
source=examples/netstring/netstring.fl
is "the program is $source" "$(grep -v SPDX $source)" "$(block fl)"
bin/fairlead compile $source -o "$work"
grep -v '^#line' "$work/netstring.c" >"$work/without_lines"
block c >"$work/shown"
ok "it shows C" test "$(wc -l <"$work/shown")" -ge 5
ok "which is what the compiler prints" python3 -c 'import sys; sys.exit(open(sys.argv[1]).read() not in open(sys.argv[2]).read())' "$work/shown" "$work/without_lines"
frame=$(bin/fairlead report $source | grep -oE 'frame: [0-9]+ bytes')
ok "the struct has the size that is said: $frame" grep -qF "\`struct\` of ${frame//[^0-9]/} bytes" README.md
bin/fairlead graph $source >"$work/netstring.dot"
is "the picture was made from what graph prints" "$(cat docs/pictures/netstring.dot)" "$(cat "$work/netstring.dot")"
grep -oE '\w+ -> \w+' docs/pictures/netstring.dot | sed 's/\(.*\) -> \(.*\)/<title>\1\&#45;\&gt;\2<\/title>/' | while IFS= read -r edge; do
  grep -qF "$edge" docs/pictures/netstring.svg || echo "$edge"
done >"$work/not_drawn"
is "and has its edges" "" "$(cat "$work/not_drawn")"
ok "there are some" grep -q 'at_4&#45;&gt;at_4' docs/pictures/netstring.svg
printf '5:hello,' >"$work/input"
ok "the program does what its comments say" grep -qF 'ask found(x"68656c6c6f")' <(bin/fairlead run $source <"$work/input")
done_testing
