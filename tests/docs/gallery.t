#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# examples/README.md: each example is in it; netstring's C and picture are what the commands print.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
page=examples/README.md
for example in examples/*/ examples/threads/*/ examples/popl/*.fl examples/derive/*.v examples/derive/c/*.v; do
  name=${example#examples/}
  grep -qF "]($name" $page || grep -qF "]($(dirname "$name")/)" $page || echo "$name"
done >"$work/missing"
is "each example is in the gallery" "" "$(cat "$work/missing")"
sed -n 's/^    \(.*bin\/fairlead .*\)/\1/p' $page >"$work/commands"
ok "the gallery has commands" test "$(wc -l <"$work/commands")" -ge 3
while IFS= read -r command; do
  ok "$command" bash -euo pipefail -c "${command//out\//$work/}" </dev/null
done <"$work/commands"
source=examples/netstring/netstring.fl
bin/fairlead compile $source -o "$work"
bin/fairlead graph $source >"$work/netstring.dot"
is "the picture was made from what graph prints" "$(cat docs/pictures/netstring.dot)" "$(cat "$work/netstring.dot")"
grep -oE '\w+ -> \w+' docs/pictures/netstring.dot |
  sed 's/\(.*\) -> \(.*\)/<title>\1\&#45;\&gt;\2<\/title>/' | while IFS= read -r edge; do
  grep -qF "$edge" docs/pictures/netstring.svg || echo "$edge"
done >"$work/not_drawn"
is "and has its edges" "" "$(cat "$work/not_drawn")"
ok "there are some" grep -q 'at_4&#45;&gt;at_4' docs/pictures/netstring.svg
printf '5:hello,' >"$work/input"
ok "the program does what its comments say" \
  grep -qF 'ask found(x"68656c6c6f")' <(bin/fairlead run $source <"$work/input")
done_testing
