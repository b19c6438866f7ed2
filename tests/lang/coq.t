#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: prove: it asks Coq
# `fairlead coq`: what it prints of real programs is accepted by Coq: their types, aliasing and frames, checked there, meet the
# hypotheses of the theorems from one end to the other: with all checks, without those that facts decide, by reference.
# Changed programs and frames are refused.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
export PATH="$PWD/bin:$PATH"
theories=$PWD/_build/theories
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

accepts() { ( cd "$work" && nice coqc -q -R "$theories" Fairlead -w none "$1.v" >"$1.out" 2>&1 ); }
refuses() { # NAME LEMMA: Coq stops at that lemma
  ! accepts "$1" && grep -q "Unable to unify\|No applicable tactic\|Tactic failure" "$work/$1.out" &&
    [ "$(sed -n "$(sed -nE 's/^File "[^"]*", line ([0-9]+),.*/\1/p' "$work/$1.out")p" "$work/$1.v")" = "Proof. by vm_compute. Qed." ] &&
    [ "$(sed -n "$(($(sed -nE 's/^File "[^"]*", line ([0-9]+),.*/\1/p' "$work/$1.out") - 1))p" "$work/$1.v" | cut -d' ' -f2)" = "$2" ]
}

for file in examples/http/http.fl examples/memcached/memcached.fl examples/popl/{parent2,counters,table}.fl tests/emit/extern/extern.fl; do
  name=$(basename "$file" .fl)
  fairlead coq "$file" >"$work/$name.v"
  ok "$file: types, aliasing, frames and facts, checked by Coq" accepts "$name"
done

fairlead coq --program examples/search/search.fl >"$work/program.v"
ok "--program: no theorem, the functions by name" accepts program
is "... lower_bound and contains" "fn_lower_bound 0 fn_contains 1" \
  "$(sed -nE 's/^Notation (fn_[a-z_]+) := ([0-9]+)%nat .*/\1 \2/p' "$work/program.v" | paste -sd' ')"
is "... and nothing of Claims" 0 "$(grep -c 'Claims\|^Theorem' "$work/program.v")"

fairlead coq --facts examples/popl/table.fl >"$work/facts.v"
ok "--facts: the program, its layout, and what is known at its statements, checked" accepts facts
is "... nothing of Claims, and no theorem" 0 "$(grep -c 'Claims\|^Theorem' "$work/facts.v")"
is "... and else what is printed without it" "" \
  "$(diff <(sed '0,/\*)$/d; /^Theorem/,/Qed\.$/d' "$work/table.v" | grep -v 'Claims\|compiled_in_place\|By reference') <(sed '0,/\*)$/d' "$work/facts.v") |
    grep '^[<>] .')"

# Nothing here is true because nothing happens: counters meets every hypothesis, starts, and makes its first request.
{ cat "$work/counters.v"; cat <<'V'
Notation external := (λ _ _, Some ([], VRecord [])).
Notation main := (length (procs Q) - 1).
Theorem instance : ∃ st st', fl_initial Q source main [] [] = Some st ∧ fl_initial Q (laid_out Q (plans_of L)) main [] [] = Some st' ∧
  bisimilar (driven Q main (fl Q source external)) (driven Q main (lowered Q (laid_out Q (plans_of L)) external)) (None, st) (None, st').
Proof. destruct (procs Q !! main) as [pr|] eqn:Hp; [|done]. vm_compute in Hp. injection Hp as <-.
  apply (compiled external main _ [] [] ltac:(done) ltac:(done) eq_refl eq_refl); by constructor. Qed.
Fixpoint first_request n (st : fl_state) : option nat :=
  match n, Core.Model.Semantics.step (fl Q source external) st with
  | S n, Go st' => first_request n st' | _, Emit q _ => Some (fst (fst q)) | _, _ => None
  end.
Theorem happens : fl_initial Q source main [] [] ≫= first_request 1000 = Some 0.
Proof. by vm_compute. Qed.
Print Assumptions instance.
V
} >"$work/instance.v"
ok "an instance of the theorem, all hypotheses met" accepts instance
is "it assumes what the theorem does" "$(sed "1,/^Assumptions:/d" tests/claims/lang_end_to_end.expected)" "$(cat "$work/instance.out")"

first=$work/http.v
sed '0,/(Slot [0-9]* /s//(Slot 0 /' "$first" >"$work/frame.v"
ok "a variable over the state is refused" refuses frame layouts
sed -E '0,/^  \(FrameLayout .*\[\(([0-9]+), \(0, 0\)\)/s/\(([0-9]+), \(0, 0\)\)/(99999, (0, 0))/' "$first" >"$work/stop.v"
ok "a suspension that the frames do not know is refused" refuses stop layouts
sed '0,/(Lin 15%Z \[((-1)%Z, (ALen 1))\]/s//(Lin 14%Z [((-1)%Z, (ALen 1))]/' "$work/table.v" >"$work/fact.v"
ok "the machine without the checks that facts decide has its theorem" grep -q "^Theorem compiled_pruned" "$work/fact.v"
ok "... and so has the one that works by reference" grep -q "^Definition compiled_in_place" "$work/fact.v"
ok "a fact that is not known is refused" refuses fact facts
sed '0,/(EInt W32 /s//(EInt W16 /' "$first" >"$work/width.v"
ok "a number of another width is refused" refuses width types
done_testing
