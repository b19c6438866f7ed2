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
ok_mutant "the check finds a broken dataflow" found "nothing is live behind calls" "| the check ("
ok_mutant "what is read back: primitives whose results are dropped" \
  found "results of primitives are dropped" "| the check ("
ok_mutant "what is read back: two variables in two members" \
  found "members that are shared lie side by side" "| the check ("
ok_mutant "un-hoisting: a declaration that is there twice" \
  found "a declaration whose initializer suspends is there twice" "| the check ("
ok_mutant "un-hoisting: sides of a comma that are exchanged" found "comma: its sides are exchanged" "| the check ("
ok_mutant "un-hoisting: calls that && may pass by" \
  found "&&: calls in its right side are evaluated before" "| the check ("
ok_mutant "un-hoisting: calls in sizeof" found "sizeof evaluates calls" "| the check ("
ok_mutant "un-hoisting: a value that is written over" found "one intermediate value of each type" "| the check ("
ok_mutant "names: an initializer that names its variable" \
  found "names in their own initializers: those of the block around" "| the check ("
ok_mutant "un-hoisting: what && leaves out is 1" found "&&: what is left out counts as 1" "| the check ("
ok_mutant "control: a return that is copied as it is" found "return in text stays what it was" "| the check ("
ok_mutant "control: a continue that passes the condition of its do by" \
  found "do: continue stays what it was" "| the check ("
done_testing
