#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: prove: it asks Coq
# fairlead derive: what it writes, what it refuses and how it says so, and that no C is left of what was refused.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/tap.sh
temporary_folder
. tests/derive/command.sh

# What the file declares cannot change what the theorem says, nor what it sets for all who require it how proofs are
# read; its own name, its folder's, and where its text is (Load) do not matter either.
mkdir "it's a \"dir\""
echo "$good" >part.v
source_file 'Load part.
#[global] Opaque add_wrap. #[global] Arguments eqw : simpl never. #[global] Set Universe Polymorphism.
#[global] Set Default Proof Mode "Noedit".' 'Module Fairlead. Definition compiles_to := 3. End Fairlead.
Definition compiles_to := 2. Definition ok := 3. Notation enc := 3. Definition p_compiled := 5.
Notation "x !! y" := (x + y) (at level 50). Ltac fl_compiled a b c d e f := idtac.
Module p_fl. Definition Q := 3. End p_fl. Module Datatypes. Definition length := 3. End Datatypes.
Canonical Structure other : Represent.Data u8 := {| Represent.enc P a := Value.VInt 0%Z; Represent.ok _ := False |}.
Set Warnings "none". #[global] Set Warnings "+all". #[global] Set Default Goal Selector "all".
#[global] Set Printing All. #[global] Set Printing Universes. #[global] Set Printing Depth 2.
#[global] Set Mangle Names. #[global] Set Keyed Unification. #[global] Set Program Mode.
#[global] Set Implicit Arguments. #[global] Set Maximal Implicit Insertion. #[global] Set Contextual Implicit.
#[global] Set Asymmetric Patterns. #[global] Set Default Proof Using "All". #[global] Set Typeclasses Depth 1.' |
  sed 's/^Inductive effect/From Fairlead.Derive.ToC Require Represent.\n&/' >"it's a \"dir\"/Fairlead.v"
is "all is proved and written, beside the file" \
  "p: p.fl, p_fl.v, p_proof.v, p.c, p.h: the theorem p_compiled, closed under the global context
status 0" "$(run "it's a \"dir\"/Fairlead.v")"
is "nothing else is there" "./Fairlead.v ./p.c ./p.fl ./p.h ./p_fl.v ./p_proof.v " "$(files "it's a \"dir\"")"
ok "the C compiles" gcc -std=c11 -Wall -Wextra -Werror -c "it's a \"dir\"/p.c" -o p.o
is "nothing is left elsewhere" "" "$(files "$TMPDIR")"

# A run that is refused takes away what an earlier one wrote; nothing of the user's. All that is wrong is said.
mkdir out
cp "it's a \"dir\""/p* out
echo mine >out/notes
echo 'int mine;' >out/p_main.c
sed -i 's/Programs\.Fairlead\./Programs.wrongs./' out/p.fl
cat >programs <<V
Definition p : $body Derive p. ToFl p.
Definition unfit : t args rets u8 := w <- input tt; _ <- print w; Return (add w (lit 1)). Derive unfit. ToFl unfit.
Definition keep : $body
Definition of_axiom (_ : 0 = 1) : Type := u8.
Axiom cheat : 0 = 1.
Definition rets1 (e : effect) : Type := match e with input => of_axiom cheat | print => unit end.
Definition assumes : ${body/rets/rets1} Derive assumes. ToFl assumes.
Lemma admitted : 0 = 1. Admitted.
Definition rets2 (e : effect) : Type := match e with input => of_axiom admitted | print => unit end.
Definition admits : ${body/rets/rets2} Derive admits. ToFl admits.
Unset Guard Checking.
Definition unguarded : $body Derive unguarded. ToFl unguarded.
Set Guard Checking. Unset Universe Checking.
Definition untyped : $body Derive untyped. ToFl untyped.
V
source_file "$(cat programs)" >wrongs.v
is "what has no proof, and what theorems may not rest on" \
  "9:105: unfit: the proof that what would be compiled does what it says does not go through (unfit_at2_realized)
14:96: assumes: its theorem rests on assumptions: wrongs.cheat
17:94: admits: its theorem rests on assumptions: wrongs.admitted
19:99: unguarded: ...: wrongs.unguarded_at2 is assumed to be guarded.
21:95: untyped: ...: wrongs.untyped_at2 relies on an unsafe hierarchy." \
  "$(run wrongs.v -o out --assume wrongs.unguarded_at2 |
    sed -nE 's/_realized\): .*/_realized)/; s/its theorem rests on what Coq was told not to check:/...:/
      s/^wrongs.v:([0-9]+:[0-9]+): error: /\1: /p' | sort -n)"
is "of what has no proof: on the way to which leaf, and the line of the .fl text" \
  "on the way to (Done {| number := number x0 + 1 |}) it is not shown that line 9 of the .fl text
  return (w + 1u8);" \
  "$(grep -o 'on the way to .* of the \.fl text' said; grep -o '  return (w.*' said)"
is "no C of an earlier run is left, and what is the user's is" "./notes ./p_main.c " "$(files out)"
source_file "$good" >other.v
echo 'int mine;' >out/p.c
is "a file that Fairlead did not write is not replaced" \
  "fairlead: error: cannot write out/p.c: it is there, and was not written by fairlead
  help: give a folder that can be written, or made, with -o DIR
status 1" "$(run other.v -o out)"
is "it is there as it was" "int mine; ./notes ./p.c ./p_main.c " "$(cat out/p.c) $(files out)"

source_file "$good" 'Axiom cheat : 0 = 1.
Definition kind (_ : 0 = 1) : Type := u8.' | sed '/^Definition rets/s/u8/kind cheat/' >assuming.v
is "what may be assumed is said; coqchk accepts it too" \
  "p: p.fl, p_fl.v, p_proof.v, p.c, p.h: the theorem p_compiled, assuming assuming.cheat
status 0" "$(run assuming.v -o assumed --assume assuming.cheat --coqchk)"

source_file "$good
From Fairlead.Derive.ToC Require Import Represent.
Definition other_bytes : Data (bytes 0) := {| enc P a := Value.VInt 0%Z; ok _ := True |}.
#[global] Existing Instance other_bytes.
From elpi Require Import elpi.
From Fairlead.Derive.ToC Require Import Verdict.
Elpi Accumulate Fairlead_verdict lp:{{ other-meaning _. ours _. part-of-meaning _. }}." >instance.v
is "another meaning of data, and an addition to what would see it" \
  "p: data mean what Programs.instance.other_bytes says, an instance that is not Fairlead's" \
  "$(run instance.v -o instance | sed -n '1s/.*error: //p')"

# By what Coq says of the file alone
module="Module A. Definition p : $body Derive p. End A. Module B. Definition p : $body Derive p. End B."
source_file "$module
Fail ToFl A.p.
Module C.
Definition p : $body Derive p.
Fail ToFl p.
End C.
#[universes(polymorphic)] Definition poly : $body
Fail Derive poly.
Import A. ToFl A.p.
Import B.
ToFl B.p." >two.v
is "two of one name, and what Fail stands before" \
  "two.v:18:1: error: to C: p: the files of Programs.two.A.p have that name already
  ToFl B.p.
  ^^^^^^^^^
  help: rename one of the two
status 1" "$(run two.v -o refused)"
refused() { # NAME FILE WANT [OPTION...]
  is "$1" "$3
status 1" "$(run "$2" -o refused "${@:4}")"
}
source_file "Definition p_ : $body Derive p_. ToFl p_.
Definition default : $body Derive default. ToFl default." >p__fl.v
is "a file called as one that is made; a word of .fl" \
  "p__fl.v:9:95: error: default: the .fl text that ToFl printed of it is refused
p__fl.v:8:85: error: p_: a file with the name of this one, p__fl.v, is made of it" \
  "$(run p__fl.v -o refused | grep '^p_')"
source_file "Definition q : $body Derive q. ToFl q.
Definition q_main : $body Derive q_main. ToFl q_main." >q.v
is "two programs that would write one file" \
  "q.v:8:83: error: q: q_main.c would be written for q_main, too" "$(run q.v --main -o refused | grep '^q.v')"
source_file "Definition p : $body Derive p." >nothing.v
refused "nothing is handed over" nothing.v "nothing.v: error: no program in it is handed to ToFl
  help: write \`From Fairlead.Derive.ToC Require Import Data ToFl.\`, and \`ToFl p.\` after \`Derive p.\`"
printf 'Definition x := 1 +\t(* é *) y.\n' >wrong.v
is "what Coq says, with line and column" 'wrong.v:1:29: error: The reference y was not found in the current environment.
  Definition x := 1 + (* é *) y.
                              ^
  help: this is Coq'"'"'s word on the file: see what it says with coqc, or in an editor
status 1' "$(run wrong.v -o refused)"
is "as JSON" '{"severity": "error", "where": "wrong.v", "line": 1, "column": 29, "end_line": 1, "end_column": 30' \
  "$(run --format=json wrong.v -o refused | sed -n '1s/, "message.*//p')"

for bad in forall 'a b' -x 1a 'é'; do cp other.v "$work/$bad.v"; done
for bad in 'a b' ./-x 1a 'é'; do
  refused "a file called $bad" "$bad.v" \
    "$bad.v: error: \`${bad#./}\` is no name for a Coq file: letters, digits and underscores, a letter first
  help: give a file with another name"
done
refused "a file called forall" forall.v "forall.v: error: \`forall\` is a word of Coq's, and cannot name its file
  help: give a file with another name"
refused "no file" none.v "none.v: error: no such file or directory
  help: give a Coq file, FILE.v"
mkdir folder.v
refused "a folder" folder.v "folder.v: error: it is a directory
  help: give a Coq file, FILE.v"
mkfifo pipe.v
refused "a pipe" pipe.v "pipe.v: error: it is no regular file
  help: give a Coq file, FILE.v"
is "a file that is no Coq file" "status 1" "$(run said | tail -1)"
is "no argument" "status 2" "$(run | tail -1)"
is "two" "status 2" "$(run other.v later.v | tail -1)"
is "an option that is none" "status 2" "$(run --nothing other.v | tail -1)"
is "another folder in place of Fairlead's" "status 2" "$(run -R out=Fairlead.Derive other.v | tail -1)"
is "--where, and a file" "status 2" "$(run --where other.v | tail -1)"
ok "--where is where the files are" test -f "$(fairlead derive --where)/Derive/Derive.vo"
done_testing
