#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# Manual pages: apropos finds each (lexgrog reads its name), troff has nothing to say, each has an example, and the
# examples of commands run.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
ok "pages of commands" tools/man_pages "$work/man"
ok "pages of calls" tools/call_pages "$work/man"
ok "there are many" test "$(find "$work/man" -type f | wc -l)" -gt 80
# Without man-db (it is in no tier) names are compared with the shape that it reads.
for page in "$work"/man/*/*; do
  ! grep -q '^\.so ' "$page" || continue
  awk '/^\.SH NAME/ { getline; print }' "$page" | grep -qE '^(fl|fairlead)[a-z_, \\-]* \\- [^ ]' ||
    echo "${page##*/}: its name: $(awk '/^\.SH NAME/ { getline; print }' "$page")"
  ! command -v lexgrog >/dev/null || lexgrog "$page" | grep -c ': "' >/dev/null ||
    echo "${page##*/}: lexgrog cannot read it"
  case $page in */fl_threads.7) ;; *) grep -q '^\.SH EXAMPLES' "$page" || echo "${page##*/}: no example" ;; esac
done >"$work/bad"
is "each has a name that is found, and an example" "" "$(cat "$work/bad")"

mkdir "$work/files"
cp examples/readme/* examples/netstring/netstring.fl "$work/files"
export PATH="$PWD/bin:$PATH"
sed -n 's/^## //p' tools/package/examples | while IFS= read -r command; do
  rm -rf "$work/run"
  cp -r "$work/files" "$work/run"
  awk -v of="## $command" '/^## / { on = $0 == of } on && sub(/^\$ /, "")' tools/package/examples >"$work/run/commands"
  (cd "$work/run" && timeout 300 bash -euo pipefail commands >said 2>&1 </dev/null) ||
    echo "$command: $(tail -3 "$work/run/said")"
done >"$work/failed"
is "each example of a command does what it should" "" "$(cat "$work/failed")"
is "flcc's page is of flcc" "0" "$(grep -c 'threads cc' "$work/man/man1/flcc.1" || true)"
done_testing
