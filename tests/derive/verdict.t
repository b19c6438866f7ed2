#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: prove: it asks Coq
# fairlead derive: what its last look at a theorem lets through. Whoever writes the proof's file, by a command in FILE,
# may state what is easier to prove: more hypotheses, other requests, replies of which there are none.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
. tests/derive/command.sh
theories=$(fairlead derive --where)
coq() { coqc -test-mode -q -w none -R "$theories" Fairlead -R . Programs "$1.v" 2>&1; }

source_file 'Definition p (a : u8) : t args rets u8 := w <- input tt; _ <- print w; Return a. Derive p. ToFl p.
Definition other (a : u8) : t args rets u8 := Return a.
Definition f (a : u8) : u8 := a. Definition g (a : u8) : u8 := lit 1.
Inductive two := one (a : u8) (b : bool) | none.
Definition mine : Represent.Data u8 := Represent.data_word Syntax.W8.' \
  'From Fairlead.Derive.ToC Require Represent. From Fairlead.Lang Require Model.Syntax.' >x.v
FAIRLEAD_DERIVE_FOLDER=. coq x >/dev/null
fairlead coq p.fl >p_fl.v
coq p_fl
sed '/^Definition frame_p/,$d' p_proof.v >head
sed -n '/^Theorem p_compiled/,/^Proof/p' p_proof.v |
  sed '1s/.*/forall external (x0 : u8),/; /^Proof/d' | tr '\n' ' ' >statement

# try NAME SED SAID: a theorem that says what ToFl's does after this change
names=() wants=()
cp head p_proof.v
cat >>p_proof.v <<'V'
Import Programs.x Data.
Definition asks_twice (e : effect) : args e -> request :=
  match e with input => fun _ => (0, [], []) | print => fun a => (0, [enc a], []) end.
Definition no_replies (e : effect) : rets e -> response -> Prop := fun _ _ => False.
Definition computes (external : nat -> list data -> option (list data * data)) : Prop :=
  (forall a : u8, ok a -> external 0 [enc a] = Some ([enc a], enc (f a)) /\ ok (f a)) /\
  (forall a : u8, ok a -> external 1 [enc a] = Some ([enc a], enc (g a)) /\ ok (g a)) /\ True.
Definition nothing : Represent.Data u8 := {| enc P a := Value.VInt (number a); ok _ := False |}.
V
two() { # NAME FIRST SECOND RANGE: a meaning of x.v's datatype beside the theorem
  cat <<V
Definition $1 : Represent.Data two :=
  {| enc P x := match x with
       one a b => Value.VUnion 0 (Value.VRecord $2) | none => Value.VUnion $3 (Value.VRecord []) end;
     ok x := match x with one a b => $4 | none => True end |}.
V
}
{
  two right '[enc a; enc b]' 1 'ok a /\ ok b /\ True'
  two swapped '[enc b; enc a]' 1 'ok a /\ ok b /\ True'
  two alike '[enc a; enc b]' 0 'ok a /\ ok b /\ True'
  two empty '[enc a; enc b]' 1 'ok a /\ ok b /\ False'
  two wider '[enc a; enc b]' 1 'ok a /\ True'
  two nested '[enc a; enc b]' 1 '@ok _ nothing a /\ ok b /\ True'
} >>p_proof.v
try() {
  local n=${#names[@]} s
  names+=("$1") wants+=("$3")
  s=$(sed -E "$2" statement)
  if [ "$1" != "what ToFl writes" ] && [ "$s" = "$(cat statement)" ]; then echo "no change: $1" >&2; exit 1; fi
  echo "Parameter theorem$n : $s" >>p_proof.v
}
no="its theorem has a hypothesis that it may not have:"
else="its theorem says something else:"
try "what ToFl writes" '' ''
try "functions that C supplies" 's/ok x0 ->/computes external -> &/' ''
try "a hypothesis that is false" 's/ok x0 ->/False -> &/' "$no False"
try "of a parameter" 's/ok x0 ->/x0 = lit 3 -> &/' "$no x0 = lit 3"
try "of what is supplied" 's/ok x0 ->/external 0 nil = None -> &/' "$no external 0 [] = None"
try "false, and hidden in a type" 's/u8\),/u8) (no : Empty_set),/' \
  "$else what the program is given: p x0"
try "false, and first" 's/^forall/False -> forall/' "$no False"
try "a range of one's own" 's/ok x0 ->/@ok u8 mine x0 ->/' \
  "data mean what Programs.x.mine says, an instance that is not Fairlead's"
try "one that is made on the spot" \
  's/ok x0 ->/@ok u8 (Build_Data _ (fun _ _ => Value.VRecord []) (fun _ => False)) x0 ->/' \
  "data mean what Fairlead.Derive.ToC.Represent.Build_Data says, an instance that is not Fairlead's"
other="an instance that is not Fairlead's"
try "one beside the theorem" 's/ok x0 ->/@ok u8 nothing x0 ->/' "data mean what Programs.p_proof.nothing says, $other"
try "a datatype's, as ToFl writes it" 's/ok x0 ->/@ok two right none ->/' "$no ok none"
for meaning in swapped alike empty wider; do
  try "a datatype's, $meaning" "s/ok x0 ->/@ok two $meaning none ->/" \
    "data mean what Programs.p_proof.$meaning says, $other"
done
try "a datatype's, of such a part" 's/ok x0 ->/@ok two nested none ->/' \
  "data mean what Programs.p_proof.nothing says, $other"
try "one parameter only" 's/\(@Programs.x.p x0\)/(@Programs.x.p (lit 3))/' "$else what the program is given: p (lit 3)"
try "another program" 's/Programs.x.p x0/other x0/' \
  "its theorem is about other and not about that program of Programs.x"
try "other requests" 's/asks_p/asks_twice/' "$else what is asked: asks_twice"
try "no replies" 's/replies_p/no_replies/' "$else what is replied: no_replies"
try "another result" 's/fun a => \(enc a, \[\]\)/fun _ => (enc (lit 1 : u8), [])/' \
  "$else what the result stands for: λ _ : u8, (enc (lit 1 : u8), [])"
try "started otherwise" 's/\[enc x0\]/[]/' "$else what is given: []"
try "another coroutine" 's/external 0 asks/external 1 asks/' "$else about another coroutine: 1"
try "another function" 's/F.T external/F.T (fun _ _ => None)/' \
  "$else about other functions than those that are supplied: λ (_ : nat) (_ : list data), None"
try "no program" 's/compiles_to.*/True./' "$else True"
# what the .fl text calls its parts (names.t has other names)
declared='"coroutine p a:u8 -> u8" "effect input -> u8" "effect print x0:u8 -> -" "extern f x0:u8 -> u8"'
declared+=' "extern g x0:u8 -> u8"'
{
  echo 'Require Import Fairlead.Derive.ToC.Verdict. Require Programs.p_proof. Import Programs.p_proof Programs.x.'
  echo 'Import Proofs Data. Set Printing Width 1000000.'
  for n in "${!names[@]}"; do
    fail=Fail
    [ -n "${wants[n]}" ] || fail=
    echo "$fail Fairlead_verdict \"p\" \"Programs.p_proof.theorem$n\" \"Programs.x\" $declared."
    echo "Goal True. idtac \"end\". Abort."
  done
} >verdicts.v
coq p_proof
status=0
coq verdicts >said || status=$?
is "all were looked at" 0 "$status"
[ "$status" = 0 ] || sed 's/^/# /' said
for n in "${!names[@]}"; do
  is "${names[n]}" "${wants[n]}" \
    "$(awk -v n="$n" '/^end$/ { i++; next } i == n' said | grep -v '^The command has indeed\|^File ')"
done

# The models of what C supplies: each with its own number, of all that is in range, computed of what it is given
cp p_proof.v all.v
models() { # NAME SED
  sed -E "/^Definition computes/,/True\.$/ { $2 }; /^Parameter/ { /computes/!d }" all.v >p_proof.v
  if cmp -s <(grep -v ^Parameter all.v) <(grep -v ^Parameter p_proof.v); then echo "no change: $1" >&2; exit 1; fi
  coq p_proof
  is "$1" "$no computes external" "$(coq models | sed -n 's/^Error: //p')"
}
sed '4,$d; s/\(Fairlead_verdict.*theorem\)0/\11/' verdicts.v >models.v
models "two with one number" 's/external 1/external 0/'
models "one that is false" 's/True\.$/False./'
models "a model on one value" 's/enc \(f a\)\) \/\\ ok \(f a\)/enc (f (lit 1))) \/\\ ok (f (lit 1))/'

done_testing
