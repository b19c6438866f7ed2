#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# The command: honest logs verify, others are diagnosed with file, offset and check.
. tests/tap.sh
export PATH="$PWD/bin:$PATH"
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

for regime in merkle hybrid blum; do
  ok "gen $regime" fairlead monitor gen --regime $regime --threads 2 --records 12 --operations 30 -o "$dir/$regime"
  is "verify $regime" "certified up to epoch 1" "$(fairlead monitor verify "$dir/${regime}0.log" "$dir/${regime}1.log" 2>&1)"
done
fairlead monitor gen --seed 5 --records 100 --operations 300 -o "$dir/x" >/dev/null
fairlead monitor gen --seed 5 --records 100 --operations 300 -o "$dir/y" >/dev/null
ok "the same seed gives the same log" cmp "$dir/x0.log" "$dir/y0.log"
is "show prints one line per entry" "$(fairlead monitor verify --receipts "$dir/x0.log" | grep -c '^thread')" \
  "$(fairlead monitor show "$dir/x0.log" | grep -cE '^ +[0-9]+  (Get|Put)')"

status() { "$@" >"$dir/out" 2>&1; echo $?; }
head -c 100 "$dir/x0.log" >"$dir/cut.log"
is "a truncated log: status" 1 "$(status fairlead monitor verify "$dir/cut.log")"
ok "a truncated log: file and offset" grep -qE "cut.log: byte [0-9]+: error: malformed entry" "$dir/out"
{ cat "$dir/x0.log"; printf '\006'; } >"$dir/early.log"
is "a refused entry: status" 1 "$(status fairlead monitor verify "$dir/early.log")"
ok "a refused entry: the check" grep -q "byte $(stat -c %s "$dir/x0.log"): error: entry .* refused: the thread has not moved past" "$dir/out"
is "a record left behind: status" 1 "$(status fairlead monitor verify "$dir/blum0.log")"
ok "a record left behind: the epoch" grep -q "epoch 0 does not certify" "$dir/out"
is "no such file: status" 1 "$(status fairlead monitor verify "$dir/none.log")"
is "no log at all is a usage error" 2 "$(status fairlead monitor verify)"
is "bad parameters: status" 2 "$(status fairlead monitor gen --threads 0)"
done_testing
