#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# External types and functions: the C calls them with what the program means, with the header's own storage for the type
# and with a type of the user's.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/emit/c.sh
want="4 7 0000141414140000
1009 7 0000141414140000
3015 7 0000141414140000
done 103"

build() { # DIR
  ok "$1: compiles" gcc "${sanitized[@]}" -I"$work/$1" "$work/$1/extern.c" tests/emit/extern/main.c -o "$work/$1/run"
  is "$1: calls see their arguments, results come back" "$want" "$("$work/$1/run")"
}

ok "declared by the compiler" bin/fairlead compile tests/emit/extern/extern.fl -o "$work/own"
build own

mkdir -p "$work/theirs"
cat >"$work/theirs/sum.h" <<'C'
typedef struct { uint64_t sum; uint64_t spare; } fl_Sum;
struct fl_Pair;
uint32_t sum_start(void);
void sum_add(fl_Sum *s, struct fl_view data, const struct fl_Pair *pair, struct fl_span out, uint32_t *n);
void sum_end(const fl_Sum *s, struct fl_Pair *result);
void nothing(void);
C
ok "declared by a header of the user's" \
  bin/fairlead compile --extern-header sum.h tests/emit/extern/extern.fl -o "$work/theirs"
build theirs

sed -i 's/uint64_t spare;//' "$work/theirs/sum.h"
gcc -std=c11 -I"$work/theirs" -c "$work/theirs/extern.c" -o "$work/theirs/wrong.o" 2>"$work/error" && status=0 || status=1
is "a type of another size is refused" 1 "$status"
ok "and the reason is given" grep -q "size of an extern type" "$work/error"
done_testing
