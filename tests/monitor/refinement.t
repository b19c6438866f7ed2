#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: prove: it asks Coq
# A wrong monitor loses its proof. Lemmas of theories/products/Refinement are taken as they stand, with the
# definitions that they need, and checked against the program that is printed from monitor/clean: of the sources as they are they hold; of
# sources with one mistake the lemma of the procedure with the mistake does not, and the others still do. (The whole of
# the refinement takes minutes; these lemmas need nothing but the program and the tactics.)
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
theories=$PWD/_build/theories
refinement=$PWD/theories/products/Refinement
fairlead=$PWD/bin/fairlead

# sentence FILE KIND NAME: a definition (to the line that ends it), or a lemma with its proof.
sentence() {
  awk -v kind="$2" -v name="$3" '
    !on && $1 == kind && $2 == name { on = 1 }
    on { print }
    on && (kind == "Lemma" ? /Qed\.$/ : /\.$/) { found = 1; exit }
    END { if (!found) { print "no " kind " " name > "/dev/stderr"; exit 1 } }' "$refinement"/*/"$1"
}
definitions=$(for name in unit_value refusal passes done_value wait_value; do sentence State.v Definition $name; done
  sentence Operation.v Definition vtaken; sentence Step.v Definition vstep
  sentence Publish.v Definition sum_low; sentence Publish.v Definition sum_high
  for name in vnumber room number_ok is_number; do sentence Numbers.v Definition $name; done)
cut_off=$(sentence Operation.v Lemma cut_off_calls)    # operation.fl: an entry that is cut off has no bytes
came_to=$(sentence Step.v Lemma came_to_calls)         # verify.fl: what an operation came to is what the step came to
plus=$(sentence Publish.v Lemma plus_calls)            # verify.fl: sums modulo 2^128
room=$(sentence Numbers.v Lemma room_calls
  sentence Numbers.v Lemma plus_ensures)               # functions.fl: sums of clients' numbers stay within 64 bits

# program NAME: of the sources in $work/NAME, compiled by Coq.
program() {
  mkdir -p "$work/$1/coq"
  "$fairlead" coq --program "$work/$1/verify.fl" >"$work/$1/coq/Program.v"
  (cd "$work/$1/coq" && coqc -q -w none "${paths[@]}" -R . Sources Program.v)
}
paths=()
for layer in Base Core Lang; do paths+=(-R "$theories/$layer" "Fairlead.$layer"); done
# holds NAME LEMMA: does Coq accept it of this program?
holds() {
  cat >"$work/$1/coq/Holds.v" <<V
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang.Logic Require Export Tactics Ensures.
From Sources Require Export Program.
Local Open Scope Z_scope.
Section holds.
Context (external : nat → list data → option (list data * data)).
Local Notation calls := (calls Q external).
Local Notation ensures := (ensures Q external).
Local Notation value := (val fl_point).
Notation vsum low high := (VRecord [VInt low; VInt high]) (only parsing).
$definitions
$2
End holds.
V
  if (cd "$work/$1/coq" && coqc -q -w none "${paths[@]}" -R . Sources Holds.v) >"$work/$1/said" 2>&1; then echo yes
  elif grep -q '^Error' "$work/$1/said" && grep -q 'Holds.v' "$work/$1/said"; then echo no
  else cat "$work/$1/said"; fi
}
# mutant NAME FILE FROM TO: the sources with FROM, which is there once, replaced by TO.
mutant() {
  cp -r monitor/clean "$work/$1"
  python3 - "$work/$1/$2" "$3" "$4" <<'PY'
import sys
path, old, new = sys.argv[1:]
text = open(path).read()
assert text.count(old) == 1, (path, old)
open(path, "w").write(text.replace(old, new))
PY
  program "$1"
}

cp -r monitor/clean "$work/clean"
program clean
is "of the sources as they are the lemmas hold" "yes yes yes yes" \
  "$(holds clean "$cut_off") $(holds clean "$came_to") $(holds clean "$plus") $(holds clean "$room")"
mutant cut operation.fl 'fn cut_off() -> Taken { return Taken { size: 0' \
  'fn cut_off() -> Taken { return Taken { size: 1'
is "an entry that is cut off is counted as taken: cut_off_calls is lost, came_to_calls is not" "no yes" \
  "$(holds cut "$cut_off") $(holds cut "$came_to")"
mutant came verify.fl 'size: size, outcome: outcome,' 'size: size, outcome: blum.Outcome.done,'
is "what was refused counts as done: came_to_calls is lost, plus_calls is not" "no yes" \
  "$(holds came "$came_to") $(holds came "$plus")"
mutant carry verify.fl '+% (low < a.low ? 1 : 0)' ''
is "sums without their carry: plus_calls is lost, cut_off_calls is not" "no yes" \
  "$(holds carry "$plus") $(holds carry "$cut_off")"
mutant overflow functions.fl 'room(a.minus) - b.size' '0xffffffffffffffff - b.size'
is "an incr beyond 64 bits: plus_ensures is lost, cut_off_calls is not" "no yes" \
  "$(holds overflow "$room") $(holds overflow "$cut_off")"
done_testing
