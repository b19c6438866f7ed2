#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: prove: it asks Coq
# fairlead derive: the theorem has effects, cases and fields by number, C has them by name. Whoever writes the .fl text
# himself, by a command in FILE, may not give what is of one type each other's names.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
. tests/derive/command.sh
theories=$(fairlead derive --where)

# Words of .fl (ask, count, state, coroutine), names that it does not have (high', sum'), a field without a name
cat >x.v <<'V'
From Coq Require Import ZArith.
From Fairlead.Derive Require Import Derive.
From Fairlead.Derive.ToC Require Import Data ToFl.
Local Open Scope program_scope.
Inductive colour := red | green | mixed (r b : u8) | grey (level : u8).
Inductive shade := light | dark.
Inductive point := Point (x y : u8) (state : colour) (_ : shade).
Inductive effect := paint | wipe | ask | count.
Definition args (e : effect) : Type :=
  match e with paint | wipe => colour * (unit * option point) | ask => unit | count => u8 end.
Definition rets (e : effect) : Type := match e with ask => u8 | count => u8 | _ => unit end.
Definition sum (a : u8) : u8 := a. Definition sum' (a : u8) : u8 := lit 1.
DeriveExtern sum. DeriveExtern sum'.
Definition p (low high' coroutine : u8) : t args rets u8 :=
  let! l := sum low in
  let! h := sum' l in
  _ <- ask tt;
  n <- count h;
  _ <- paint (green, (tt, Some (Point high' n red dark)));
  _ <- wipe (red, (tt, None));
  Return n.
Derive p. ToFl p.
V
is "ToFl's names are the program's" \
  "closed under the global context; C has to supply sum, sum_
status 0" "$(run --keep x.v -o out | sed -n 's/.*p_compiled, //p; $p')"
folder=$(sed -n 's/^fairlead: what was made is in //p' said)
sed '/^Elpi Fairlead_verdict/,$d' "$folder/p_verdict.v" >looks.v
sed -n '/^Elpi Fairlead_verdict/,/\.$/p' "$folder/p_verdict.v" >question

# other NAME SED SAID: with other names in the .fl text
names=() wants=()
other() {
  if sed -E "$2" question | cmp -s question; then echo "no change: $1" >&2; exit 1; fi
  names+=("$1") wants+=("$3")
  { echo "Fail" && sed -E "$2" question && echo 'Goal True. idtac "end". Abort.'; } >>looks.v
}
no="its .fl text does not have the names of the program:"
swap() { echo "s/\b$1\b/@/; s/\b$2\b/$1/; s/@/$2/"; }
other "two effects" "$(swap paint wipe)" "$no the effect paint is wipe x0:colour x1:point? -> -"
other "two that ToFl calls otherwise" "$(swap ask_ count_)" "$no the effect ask is count_ -> u8"
other "two cases" "$(swap in_red in_green)" \
  "$no the type colour is in_green:- in_red:- in_mixed:colour_mixed in_grey:u8"
other "two cases of a type in a record" "$(swap in_light in_dark)" "$no the type shade is in_dark:- in_light:-"
other "two fields" "/record point/{ $(swap x y) }" "$no the type point is $(
  sed -n 's/.*record point x:u8 y/y:u8 x/p' question | tr -d '".')"
other "two fields of a case" "/record colour/{ $(swap r b) }" "$no the type colour_mixed is b:u8 r:u8"
other "a field that has another's name" "/record point/{ s/ a[0-9]+:colour/ x:colour/ }" "$no the type point is $(
  sed -n 's/.*record point \(.*\) a[0-9]*:colour/\1 x:colour/p' question | tr -d '".')"
other "a field with a type that looks the same" '/record point/{ s/:shade/:colour/ }' "$no the type point is $(
  sed -n 's/.*record point \(.*\):shade/\1:colour/p' question | tr -d '".')"
other "an argument with a type that looks the same" '/paint/{ s/x0:colour/x0:shade/ }' \
  "$no the effect paint is paint x0:shade x1:point? -> -"
other "arguments called otherwise" '/paint/{ s/x0/x1/ }' "$no the effect paint is paint x1:colour x1:point? -> -"
other "two parameters" "/coroutine p/{ $(swap low high_) }" \
  "$no the program p is p high_:u8 low:u8 coroutine_1:u8 -> u8"
other "a parameter with another's name and a number" "/coroutine p/{ s/high_:/low_1:/ }" \
  "$no the program p is p low:u8 low_1:u8 coroutine_1:u8 -> u8"
other "another coroutine" 's/coroutine p/coroutine q/' \
  "$no the program p is q low:u8 high_:u8 coroutine_1:u8 -> u8"
other "two functions that C supplies" "$(swap sum sum_)" "$no the function sum is sum_ x0:u8 -> u8"
other "a parameter of another type" '/coroutine p/{ s/low:u8/low:u16/ }' \
  "$no the program p is p low:u16 high_:u8 coroutine_1:u8 -> u8"
other "a result" '/coroutine p/{ s/-> u8/-> bool/ }' "$no the program p is p low:u8 high_:u8 coroutine_1:u8 -> bool"
other "a reply" '/effect ask_/{ s/u8/u64/ }' "$no the effect ask is ask_ -> u64"
other "a case's" 's/in_grey:u8/in_grey:u32/' \
  "$no the type colour is in_red:- in_green:- in_mixed:colour_mixed in_grey:u32"
other "a function's" '/extern sum_/{ s/x0:u8/x0:u16/ }' "$no the function sum_ is sum_ x0:u16 -> u8"
other "a type that is not there" '/union shade/d' "$no the type shade is not there"
other "an effect that is not there" '/effect count_/d' "$no effect 3 is not there"
other "a function that is not there" '/extern sum_/d' "$no extern 1 is not there"
status=0
(cd "$folder" && coqc -q -test-mode -w none -R "$theories" Fairlead -R . Programs "$work/looks.v") >looked 2>&1 ||
  status=$?
is "all were looked at" 0 "$status"
[ "$status" = 0 ] || sed 's/^/# /' looked
for n in "${!names[@]}"; do
  is "${names[n]}" "${wants[n]}" \
    "$(awk -v n="$n" '/^end$/ { i++; next } i == n' looked | grep -v '^The command has indeed\|^File ')"
done

# The command itself, on a file that writes the text again
source_file 'Definition p : t args rets u8 := w <- input tt; _ <- log w; _ <- print w; Return w. Derive p. ToFl p.
From elpi Require Import elpi.
Elpi Command swapped.
Elpi Accumulate lp:{{
  main _ :- getenv "FAIRLEAD_DERIVE_FOLDER" (some D), F is D ^ "/p.fl",
    open_in F I, input I 100000 S0, close_in I,
    rex_replace "print" "@" S0 S1, rex_replace "log" "print" S1 S2, rex_replace "@" "log" S2 S3,
    open_out F O, output O S3, close_out O.
}}.
Elpi Typecheck.
Elpi swapped.' | sed 's/input | print\./input | print | log./; s/print =>/print | log =>/' >swapped.v
is "a file that gives two effects each other's names" \
  "swapped.v:8:95: error: p: $no the effect print is log x0:u8 -> -
status 1" "$(run swapped.v -o swapped | sed '/^  /d')"
is "no C is written" "" "$(files swapped 2>/dev/null || true)"

# One that has it written again while the proof is read: what was proved would not be what is compiled.
source_file "$good"'
From elpi Require Import elpi.
Elpi Command again.
Elpi Accumulate lp:{{
  main [str "now"] :- open_append "p.fl" O, output O "// more\n", close_out O.
  main _ :- getenv "FAIRLEAD_DERIVE_FOLDER" (some D), F is D ^ "/p_proof.v",
    open_append F O, output O "Elpi again now.", close_out O.
}}.
Elpi Typecheck.
Elpi again later.' >again.v
is "a file that has the text written again while Coq runs" \
  "again.v:8:83: error: p: what was proved of it is no longer what is there: its files were written again while Coq ran
status 1 " "$(run again.v -o again | sed '/^  /d') $(files again 2>/dev/null || true)"
done_testing
