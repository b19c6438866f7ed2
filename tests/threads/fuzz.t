#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: quick, longer in all
# A few random programs; many more: make fuzz-threads.
. "$(dirname "$0")/programs.sh"
for first in $(sized 1 "1 5"); do
  ok "random programs from seed $first" tests/threads/fuzz/run "$(sized 2 4)" "$first"
done
ok "values of all types in all positions" tests/threads/fuzz/run --positions 1 3
ok "programs of csmith's, with marks and yields" tests/threads/fuzz/run --csmith "$(sized 1 4)" 104
done_testing
