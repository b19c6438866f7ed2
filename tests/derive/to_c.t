#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: prove: it asks Coq
# From Gallina to C: programs of examples/derive/c are derived and printed as .fl, their theorems are closed, and C
# and Gallina do the same: what Coq computes of the Gallina program, on sample inputs.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
. tests/derive/to_c/runs.sh

cp tests/derive/to_c/*.v "$work"
coq show

try get_put get_put "$(bytes ab)$(bytes cdefghij)" "$(bytes)$(bytes cde)" "$(bytes ab)" "$(bytes ab)$(bytes)"
try tickets tickets 07000000010100 0000000001
try reader nested 026162016300 1101 "10$(seq -f %02g 0 9 | tr -d '\n')0a0b0c0d0eff0107c8" 0301

# A program that calls functions which C supplies, and has a driver of its own.
ok "receiver: the theorem, whose hypothesis is that C computes the models; no assumptions" \
  bin/fairlead derive --vo -o "$work" examples/derive/c/checksum.v
cp tests/derive/to_c/receiver_main.c "$work"
ok "receiver: the C" gcc -std=c11 -Wall -Wextra -Werror -O1 -I "$work" -o "$work/receiver.exe" \
  "$work/receiver.c" "$work/receiver_main.c" examples/derive/c/checksum.c
long=$(printf 0123456789abcdef0123456789ABCDEF)
is "receiver: the C does what the Gallina program does, with its models" "$(computed receiver_run)" "$(run_c receiver \
  "$(bytes 123456789)2639f4cb$(bytes a)43beb7e8$(bytes a)43beb7e8$(bytes b)01000000$(bytes)" \
  "$(bytes "$long")00000000$(bytes xyz)")"

ok "functions that C supplies, of options and datatypes: the theorem, closed" \
  bin/fairlead derive -o "$work/options" tests/derive/to_c/extern_options.v

ok "a coroutine whose argument is computed, resumed at once: the theorem, closed" \
  bin/fairlead derive -o "$work/computed" tests/derive/to_c/computed_argument.v
ok "names that .fl does not have, numbers of 64 bits, operations on bits, results of the user's types, no result" \
  bin/fairlead derive -o "$work/accepted" tests/derive/to_c/accepted.v

cp examples/derive/c/tickets_invariant.v "$work"
is "an invariant of the program is kept by what is compiled; no assumptions" "Closed under the global context" \
  "$(coq tickets_invariant)"

is "what is refused, and the messages" "$(cat tests/derive/to_c/refused.expected)" \
  "$(cd "$work" && FAIRLEAD_DERIVE_FOLDER=$work coqc -test-mode -q -w none -R "$root/_build/theories" Fairlead \
    -R . Programs refused.v 2>&1 | grep -v '^File')"
done_testing
