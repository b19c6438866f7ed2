#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
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
  "$(fairlead monitor show "$dir/x0.log" | grep -cE '^ +[0-9]+  Run')"

status() { "$@" >"$dir/out" 2>&1; echo $?; }
head -c 100 "$dir/x0.log" >"$dir/cut.log"
is "a truncated log: status" 1 "$(status fairlead monitor verify "$dir/cut.log")"
ok "a truncated log: file and offset" grep -qE "cut.log: byte 100: error: entry [0-9]+ is torn, from byte" "$dir/out"
is "shown up to there: status" 1 "$(status fairlead monitor show "$dir/cut.log")"
{ cat "$dir/x0.log"; printf '\006'; } >"$dir/early.log"
is "a refused entry: status" 1 "$(status fairlead monitor verify "$dir/early.log")"
ok "a refused entry: the check" grep -q "byte $(stat -c %s "$dir/x0.log"): error: entry .* refused: the thread has not moved past" "$dir/out"
fairlead monitor gen --regime blum --records 3 --operations 4 --epochs 1 -o "$dir/left" >/dev/null
fairlead monitor show "$dir/left0.log" >"$dir/shown"
last=$(awk '$2 == "AddB" { print $1 }' "$dir/shown" | tail -1)
{ head -c "$last" "$dir/left0.log"; printf '\006'; } >"$dir/behind.log"
is "a record left behind: status" 1 "$(status fairlead monitor verify "$dir/behind.log")"
ok "a record left behind: the epoch" grep -q "epoch 0 does not certify" "$dir/out"
is "no such file: status" 1 "$(status fairlead monitor verify "$dir/none.log")"
is "no log at all is a usage error" 2 "$(status fairlead monitor verify)"
for bad in --threads=0 --threads=-1 --threads=65536 --records=-1 --records=10000001 --operations=-1 \
  --operations=1000000001 --epochs=0 --epochs=-3 --depth=0 --depth=257 --zipf=-1 --zipf=nan "--depth=2 --records=5"; do
  is "misuse: gen $bad" 2 "$(status fairlead monitor gen $bad -o "$dir/bad")"
done
ok "misuse writes nothing" bash -c '! ls "$1"/bad* 2>/dev/null' _ "$dir"
is "logs that cannot be written: status" 1 "$(status fairlead monitor gen -o "$dir/none/t")"
# Every command of the server is in the operator's page and in --help.
sed -n '/^fn command/,/^}/p' monitor/serve/clean/table.fl | grep -oE 'name == "[a-z]+"' | cut -d'"' -f2 | tr a-z A-Z |
  sort -u >"$dir/commands"
named() { grep -oE '[A-Z]{3,}' | sort -u | comm -23 "$dir/commands" - | tr '\n' ' '; }
is "commands that docs/monitor-serve.md leaves out" "" "$(sed -n '/^## Commands/,/^Errors:/p' docs/monitor-serve.md | named)"
is "commands that serve --help leaves out" "" "$(fairlead monitor serve --help=plain | named)"
ok "and there are some" [ "$(wc -l <"$dir/commands")" -gt 50 ]
ok "80,000 operations through Blum: no stack is used up" bash -c '
  fairlead monitor gen --regime blum --records 3 --depth 2 --operations 80000 -o "$1/long" >/dev/null &&
    fairlead monitor verify "$1/long0.log" >/dev/null' _ "$dir"
done_testing
