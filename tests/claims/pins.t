#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: prove: it asks Coq
# What tools/claims pins: statements, the definitions under them, axioms. A small theory, and a copy of the claims on Core, are
# damaged in ways that leave every proof valid, and are refused; what is no part of a claim may change.
# And each claim has a refuter, or a reason for none.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
claims() { tools/claims --root "$work/$1" --golden "$work/golden-$1" "${@:2}" >"$work/out" 2>&1; }

# A claim [toy_legal] on two layers of definitions, an inductive type and a lemma that a definition uses.
toy() {
  mkdir -p "$work/$1/Claims" "$work/$1/Toy"
  cat >"$work/$1/Toy/Rules.v" <<'V'
Inductive move := Stay | Go (n : nat).
Lemma positive_two : 0 < 2. Proof. auto. Qed.
Definition bound : { n | 0 < n } := exist _ 2 positive_two.
Fixpoint far (ms : list move) : nat := match ms with nil => 0 | cons Stay ms => far ms | cons (Go n) ms => n + far ms end.
Definition legal (ms : list move) : Prop := far ms <= proj1_sig bound.
Definition unrelated := 1.
Record game := Game { moves : list move; fair : legal moves }.
Lemma start : legal nil. Proof. apply le_0_n. Qed.
V
  cat >"$work/$1/Claims/Toy.v" <<'V'
From Fairlead.Toy Require Import Rules.
(** Games are legal, and there is one. *)
Theorem toy_legal (g : game) : legal (moves g) /\ legal nil.
Proof. split; [destruct g; assumption | exact start]. Qed.
V
  printf '(** [toy_legal] *)\nFrom Fairlead.Claims Require Toy.\n' >"$work/$1/Claims/All.v"
}
compile_in() { # DIRECTORY FILE...
  ( cd "$1" && for f in "${@:2}"; do coqc -q -R . Fairlead -w none "$f" || exit 1; done; ) >"$work/coqc" 2>&1
}
compile() { compile_in "$work/$1" Toy/Rules.v Claims/Toy.v Claims/All.v; }
toy toy
compile toy
mkdir "$work/golden-toy"
echo "toy_legal: here only what is pinned is tested; refuters are further down" >"$work/golden-toy/no_refuter"
claims toy --accept || cat "$work/out"
ok "a small theory is as it was accepted" claims toy --quick

changed() { # NAME, then: a sed script and the file it changes, repeated; it compiles, and there is a difference
  rm -rf "$work/damaged" "$work/golden-damaged"
  toy damaged
  cp -r "$work/golden-toy" "$work/golden-damaged"
  shift
  while [ $# -gt 0 ]; do
    cp "$work/damaged/$2" "$work/before"
    sed -i "$1" "$work/damaged/$2"
    ! cmp -s "$work/before" "$work/damaged/$2" || { echo "nothing was changed" >&2; return 1; }
    shift 2
  done
  compile damaged || { cat "$work/coqc" >&2; return 1; }
}
refused() { changed "$@" && ! claims damaged --quick && grep -q "differs from what is there\|has no theorem" "$work/out"; }
accepted() { changed "$@" && claims damaged --quick; }

ok "refused: a conclusion that became True" refused _ 's/: legal (moves g).*/: True./; s/split; .*Qed/exact I. Qed/' Claims/Toy.v
ok "refused: half of a conclusion" refused _ 's| /\\ legal nil||; s/split; \[\(.*\) | exact start\]/\1/' Claims/Toy.v
ok "refused: one more hypothesis" refused _ 's/(g : game)/(g : game) (_ : fair g = fair g)/' Claims/Toy.v
ok "refused: a definition emptied" refused _ 's/^\(Definition legal.*:=\).*/\1 True./; s/apply le_0_n/exact I/' Toy/Rules.v
ok "refused: a definition under that" refused _ 's/cons (Go n) ms => n + far ms/cons (Go n) ms => far ms/' Toy/Rules.v
ok "refused: a constant under that" refused _ 's/exist _ 2 positive_two/exist _ 3 positive_two/; s/0 < 2/0 < 3/' Toy/Rules.v
ok "refused: a type with one case more" refused _ 's/Stay |/Stay | Wait |/; s/cons Stay ms/cons (Stay | Wait) ms/' Toy/Rules.v
ok "refused: a type with one case less" refused _ 's/Stay | Go/Go/; s/cons Stay ms => far ms | //' Toy/Rules.v
ok "refused: a field less" refused _ 's/; fair : legal moves//' Toy/Rules.v 's/destruct g; assumption/admit/; s/Qed/Admitted/' Claims/Toy.v
ok "refused: the same name for something else" refused _ \
  's/legal/legal_/; /^Record/i Definition legal (_ : list move) := True.' Toy/Rules.v 's/destruct g; assumption | exact start/exact I | exact I/' Claims/Toy.v
ok "refused: a proof by an axiom" refused _ 's/^Theorem/Axiom trust_me : forall P : Prop, P.\n&/; s/split; .*\]\./apply trust_me./' Claims/Toy.v
ok "refused: an axiom two files away" refused _ 's/Proof. apply le_0_n. Qed/Proof. Admitted/' Toy/Rules.v
ok "refused: a claim less" refused _ 's/toy_legal/toy_other/' Claims/Toy.v 's/toy_legal/toy_other/' Claims/All.v
ok "accepted: another proof" accepted _ 's/split; .*\]\./destruct g; split; auto; apply start./' Claims/Toy.v
ok "accepted: another proof of a lemma that a definition uses" accepted _ 's/auto\./apply le_S; auto./' Toy/Rules.v
ok "accepted: a definition that no claim names" accepted _ 's/unrelated := 1/unrelated := 2/' Toy/Rules.v
ok "accepted: comments, blanks and line ends" accepted _ 's/ : legal (moves g)/\n  :  legal (* !!! *)\n (moves g)/' Claims/Toy.v

# Refuters: a theorem that denies the claim of something, and names what the claim names.
refuter() { # STATEMENT PROOF [NAME]: the toy with this refuter, accepted, and with the two lists that are there
  rm -rf "$work/refuted" "$work/golden-refuted/refuters"
  toy refuted
  mkdir "$work/refuted/Claims/Refuters"
  local name=${3:-toy_legal_refuter}
  printf 'From Fairlead.Toy Require Import Rules.\nTheorem %s : %s.\nProof. %s Qed.\n' "$name" "$1" "$2" \
    >"$work/refuted/Claims/Refuters/OfToy.v"
  printf 'From Fairlead.Claims.Refuters Require OfToy.\n' >>"$work/refuted/Claims/All.v"
  compile_in "$work/refuted" Toy/Rules.v Claims/Toy.v Claims/Refuters/OfToy.v Claims/All.v ||
    { cat "$work/coqc" >&2; return 1; }
  claims refuted --accept || true
}
rm -rf "$work/golden-refuted"; mkdir "$work/golden-refuted"
lists() { printf "%s" "$1" >"$work/golden-refuted/refuted_by"; printf "%s" "$2" >"$work/golden-refuted/no_refuter"; }
broken='~ legal (cons (Go 3) nil)' proof='intros H. repeat apply le_S_n in H. inversion H.'
complains() { ! claims refuted --quick && grep -q "$1" "$work/out" || { cat "$work/out" >&2; return 1; }; }
lists "" ""
refuter "$broken" "$proof"
ok "a claim with a refuter" claims refuted --quick
ok "of one layer" claims refuted --only Toy
sed -i 's/Go 3/Go 4/' "$work/refuted/Claims/Refuters/OfToy.v"
compile_in "$work/refuted" Claims/Refuters/OfToy.v Claims/All.v
ok "refused: another refuter than was accepted" complains "toy_legal_refuter.expected differs"
sed -i 's/:= far ms <=.*/:= True./; s/apply le_0_n/exact I/' "$work/refuted/Toy/Rules.v"
emptied() { compile_in "$work/refuted" Toy/Rules.v && ! compile_in "$work/refuted" Claims/Refuters/OfToy.v; }
ok "a definition emptied: the refuter has no proof any more" emptied
lists "" "toy_legal: it is a toy, and the next line says that it has none"
refuter "$broken" "$proof"
ok "refused: a refuter, and a reason for none" complains "has a refuter, and no_refuter says why"
lists "" ""
refuter "$broken" "$proof" other_refuter
ok "refused: a claim without a refuter" complains "toy_legal has no refuter"
ok "refused: a refuter of no claim" complains "other_refuter refutes no claim"
lists "toy_legal other_refuter
" ""
ok "the list says whose refuter it is" claims refuted --quick
lists "toy_legal gone_refuter
" ""
ok "refused: a refuter that is not there" complains "refuted by gone_refuter, which is no theorem"
lists "toy_gone other_refuter
" "toy_legal: short"
ok "refused: a list that names what is no claim" complains "toy_gone, which is to have a refuter or a reason for none"
ok "refused: no reason to speak of" complains "hardly a reason: short"
lists "" ""
refuter 'legal nil' 'exact start.'
ok "refused: a refuter that denies nothing" complains "denies nothing"
refuter '~ 1 = 2' 'discriminate.'
ok "refused: a refuter of something else" complains "names nothing that toy_legal names"
refuter "$broken" "$proof" other
ok "refused: what is not called a refuter, among them" complains "does not end in _refuter"

# The same of the real claims on Core.
cp -rL _build/theories "$work/real"
chmod -R u+w "$work/real"
cp -r tests/claims "$work/golden-real"
ok "the claims on Core are as accepted" claims real --only Core
sed -i '/^Theorem core_check_sound/,/^Proof/{s/accepts A bodies = true → .*/True./; s/^Proof.*/Proof. exact I. Qed./}' "$work/real/Claims/Core.v"
compile_in "$work/real" Claims/Core.v Claims/All.v || cat "$work/coqc"
refuses_core() { ! claims real --only Core && grep -q "core_check_sound.expected differs" "$work/out"; }
ok "refused: core_check_sound without its conclusion" refuses_core
done_testing
