#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: prove: it asks Coq
# From Gallina to C: records of the user's wherever data may be, and any number of functions that C supplies.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
. tests/derive/to_c/runs.sh

derived() { bin/fairlead derive "${@:2}" -o "$work" "tests/derive/to_c/$1.v" 2>/dev/null | sed 's/^[^:]*: .*: //'; }
said() { echo "the theorem $1_compiled, closed under the global context"; }
programs=(pictures joined parent)
is "records as replies, in other data, in loops, tables and coroutines: the theorems, closed" \
  "$(said joined; said parent; said pictures)" "$(derived records --main --vo)"
compare records 8 "${programs[@]}"
is "five functions of C on one reply: the theorem, closed" \
  "$(said many); C has to supply e1, e3, e2, e4, e5" "$(derived many_externs)"
ok "many: the C" gcc -std=c11 -Wall -Wextra -Werror -c "$work/many.c" -o "$work/many.o"
done_testing
