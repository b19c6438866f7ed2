#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: the translator is built again for each mutant
# flcc refuses to go on when its dataflow is broken, and tests find what no check sees (all: make mutants-threads).
. "$(dirname "$0")/programs.sh"
ok "every mutant can still be made" python3 tests/threads/fuzz/mutants.py --check
found() { # MUTANT WHAT
  python3 tests/threads/fuzz/mutants.py "$1" >"$work/found" && grep -qF "$2" "$work/found" && return
  cat "$work/found"
  return 1
}
ok "the check finds a broken dataflow" found "nothing is live behind calls" "| the check ("
ok "tests find primitives whose results are dropped" found "results of primitives are dropped" "poisoned |"
done_testing
