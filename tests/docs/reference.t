#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# What language.md and c-api.md show is so: the file at the top of the one checks, and compiles to what the other says.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
mkdir -p "$work/lib/v2"
echo 'fn f() { }' | tee "$work/chunker.fl" >"$work/lib/v2/text.fl"

# The first indented block after the heading.
awk '/^## A file/ {in_it = 1; next} in_it && /^    / {print substr($0, 5); seen = 1; next} in_it && /^$/ {print; next} seen {exit}' \
  docs/language.md >"$work/file.fl"
ok "the example of language.md is a program" test "$(wc -l <"$work/file.fl")" -gt 20
ok "which is in order" bin/fairlead check "$work/file.fl"
ok "and compiles" bin/fairlead compile "$work/file.fl" -o "$work" --entry echo
ok "as C" gcc -std=c11 -Wall -Wextra -Werror -c "$work/file.c" -o "$work/file.o"

# What c-api.md says of its coroutine, with blanks and comments evened out.
flat() { sed 's,/\*.*\*/,,' | tr -s ' \n' ' '; }
header=$(flat <"$work/file.h")
for what in '#define FL_ECHO_SIZE [0-9]+' 'void fl_echo_init\([^)]*\);' 'enum fl_status fl_echo_step\([^)]*\);'; do
  shown=$(flat <docs/c-api.md | grep -oE "$what" | head -1)
  ok "c-api.md: ${shown:-$what}" grep -qF -- "$shown" <<<"${shown:+$header}"
done
done_testing
