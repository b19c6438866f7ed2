#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# From Gallina to C: records of the user's wherever data may be, and any number of functions that C supplies.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
derived() { bin/fairlead derive -o "$work" "tests/derive/to_c/$1.v" 2>/dev/null; }
compiles() { gcc -std=c11 -Wall -Wextra -Werror -c "$work/$1.c" -o "$work/$1.o"; }

said() {
  echo -n "$1: $1.fl, $1_fl.v, $1_proof.v, $1.c, $1.h: the theorem $1_compiled, closed under the global context"
}
is "records as replies, in other data, in loops, tables and coroutines: the theorems, closed" \
  "$(for p in joined parent pictures; do said $p; echo; done)" "$(derived records)"
for p in joined parent pictures; do ok "$p: the C" compiles $p; done
is "five functions of C on one reply: the theorem, closed" \
  "$(said many); C has to supply e1, e3, e2, e4, e5" "$(derived many_externs)"
ok "many: the C" compiles many
done_testing
