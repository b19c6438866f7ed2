#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: the translator is built again for each mutant
# flcc refuses to go on when its dataflow or its text is broken, and tests find what no check sees (all: make
# mutants-threads).
. "$(dirname "$0")/programs.sh"
ok "every mutant can still be made" python3 tests/threads/fuzz/mutants.py --check
found() { # MUTANT WHAT
  python3 tests/threads/fuzz/mutants.py "$1" >"$work/found" && grep -qF "$2" "$work/found" && return
  cat "$work/found"
  return 1
}
ok "the check finds a broken dataflow" found "nothing is live behind calls" "| the check ("
ok "what is read back: primitives whose results are dropped" found "results of primitives are dropped" "| the check ("
ok "what is read back: two variables in two members" found "members that are shared lie side by side" "| the check ("
ok "tests find that what && leaves out is 1" found "&&: what is left out counts as 1" "poisoned |"
done_testing
