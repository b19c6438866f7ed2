#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# From Gallina to C: programs of examples/derive/c are derived and printed as .fl, their theorems are closed, and C
# and Gallina do the same: what Coq computes of the Gallina program, on sample inputs.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
root=$PWD
coq() { ( cd "$work" && coqc -q -w none -R "$root/_build/default/theories" Fairlead -R . Programs "$1.v" ); }

# What is computed in Coq, one line for each run: its lines, with semicolons between.
computed() {
  coq "$1" | tr -d '\n' | sed 's/: list string/\n/g' |
    sed 's/"%string/"/g; s/^ *= *\[//; s/\] *$//' |
    sed ' s/"; */;/g; s/"" *//g; s/\(^\|;\) *"/\1/g; s/"$//'
}
# The same of the C: one input in hexadecimal for each run.
run_c() { # PROGRAM HEX...
  local program=$1 input
  shift
  for input in "$@"; do
    xxd -r -p <<<"$input" | "$work/$program.exe" | tr -d '"' | paste -sd ';'
  done
}
bytes() { local b=${1:-}; printf '%02x00%s' "${#b}" "$(printf %s "$b" | xxd -p)"; }

cp tests/derive/to_c/*.v "$work"
coq show

try() { # PROGRAM FILE HEX...: the theorem, and runs
  local program=$1 file=$2
  shift 2
  ok "$program: the theorem, closed" tools/derive_to_c "examples/derive/c/$file.v" "$work"
  ok "$program: the C" gcc -std=c11 -Wall -Wextra -Werror -O1 -o "$work/$program.exe" \
    "$work/$program.c" "$work/${program}_main.c"
  is "$program: the C does what the Gallina program does" "$(computed "${program}_run")" "$(run_c "$program" "$@")"
}

try get_put get_put "$(bytes ab)$(bytes cdefghij)" "$(bytes)$(bytes cde)" "$(bytes ab)" "$(bytes ab)$(bytes)"
try tickets tickets 07000000010100 0000000001
try reader nested 026162016300 1101 "10$(seq -f %02g 0 9 | tr -d '\n')0a0b0c0d0eff0107c8" 0301

# Events of the server: opened KEY TICKET, fed KEY BYTE, closed KEY, stop; little endian.
word() { printf '%02x000000' "$1"; }
o() { printf 00; word "$1"; word "$2"; }
f() { printf 01; word "$1"; printf %02x "$2"; }
c() { printf 02; word "$1"; }
try server connections \
  "$(o 5 9; o 6 9; f 5 7; f 6 1; f 5 255; f 5 0; o 7 5; f 7 1; o 8 5; f 8 1; f 5 1)03" \
  "$(o 1 0; o 2 0; o 2 0; o 3 0; o 4 0; o 5 0; c 3; c 3; o 5 0; f 4 3; f 5 4; f 1 5; f 2 6)03" \
  "$(for k in 1 2 3; do o $k 0; done; for k in 1 2 3; do f $k $k; done; for k in 1 2 3; do f $k 0; done
    o 4 3; o 5 2; o 6 1; for k in 4 5 6; do f $k 9; done; f 6 0)"

cp examples/derive/c/tickets_invariant.v "$work"
is "an invariant of the program is kept by what is compiled; no assumptions" "Closed under the global context" \
  "$(coq tickets_invariant)"

is "what is refused, and the messages" "$(cat tests/derive/to_c/refused.expected)" \
  "$(cd "$work" && coqc -test-mode -q -w none -R "$root/_build/default/theories" Fairlead -R . Programs refused.v 2>&1 |
    grep -v '^File')"
done_testing
