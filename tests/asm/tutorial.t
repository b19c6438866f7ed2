#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick
# Every command of the tutorial in docs/asm.md, on its files.
cd "$(dirname "$0")/../.." || exit 1
. tests/tap.sh
temporary_folder
cp tests/asm/data/tutorial/* tests/asm/data/structured/sum.* "$work"
cp docs/asm.md "$work"
cd "$work" || exit 1

listing() { # FILE: its lines stand in the tutorial, as an indented block, in this order
  python3 - "$1" <<'X'
import re, sys
page = [re.sub(r"\s+", " ", l).strip() for l in open("asm.md")]
wanted = [re.sub(r"\s+", " ", l).strip() for l in open(sys.argv[1])]
sys.exit(not any(page[k:k + len(wanted)] == wanted for k in range(len(page))))
X
}
mentioned() { grep -qF -- "\$ $1" asm.md || { echo "the tutorial does not say: $1"; return 1; }; }
run() { # COMMAND: as the tutorial says it
  mentioned "$1" && bash -c "$1"
}
ok "the clean kernel is the one in the tutorial" listing clean.S
ok "the fast kernel too" listing fast.S
ok "assembles" as -o clean.o clean.S
cp fast.S good.S; cp attempt.S fast.S
out=$(fairlead asm check clean.S fast.S 2>&1)
is "the attempt: its diagnosis is the one in the tutorial" "" \
  "$(grep -E '^[a-z]+.S:[0-9]+:[0-9]+: |^  help: ' <<<"$out" | grep -vF 'this is the instruction that moved' | while read -r l; do grep -qF -- "$l" asm.md || echo "not in the tutorial: $l"; done)"
ok "... and it is refused" bash -c '! fairlead asm check clean.S fast.S'
cp good.S fast.S
ok "the fast version" run "fairlead asm check --symbolic --dead %xmm2 clean.S fast.S"
ok "explained" run "fairlead asm explain --symbolic --dead %xmm2 clean.S fast.S"
fairlead asm explain --symbolic --dead %xmm2 clean.S fast.S >explained
ok "... as the tutorial shows" listing explained
ok "the harness" run "cc -O2 -o harness harness.c -ldl"
ok "the search" bash -c "fairlead asm optimize --harness ./harness --prefetches 0 --seconds 3 --candidates 20 clean.S best.order"
ok "... is the tutorial's but for its length" mentioned "fairlead asm optimize --harness ./harness --prefetches 0 --seconds 10 clean.S best.order"
ok "its order applied" run "fairlead asm transform --order best.order clean.S -o best.S"
ok "... and checked" run "fairlead asm check clean.S best.S"
ok "the pipelined loop" run "fairlead asm check sum.clean.S sum.pipelined.S"
done_testing
