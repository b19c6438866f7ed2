(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* What a run of a Gallina program looks like in the words of docs/run-protocol.md:
  so that it can be compared with a run
   of the C. *)
From Coq Require Import ZArith List String Ascii.
From Fairlead.Derive Require Import Freer Run.
From Fairlead.Derive.ToC Require Import Data.
Import ListNotations.
Local Open Scope string_scope.

Definition digit (n : nat) : string := String (ascii_of_nat (if Nat.ltb n 10 then 48 + n else 87 + n)) "".
Fixpoint hex (l : list Z) : string :=
  match l with [] => "" | z :: l => digit (Z.to_nat (z / 16)) ++ digit (Z.to_nat (z mod 16)) ++ hex l end.
Fixpoint decimal (steps : nat) (z : Z) : string :=
  match steps with
  | O => ""
  | S steps => (if (z <? 10)%Z then "" else decimal steps (z / 10)) ++ digit (Z.to_nat (z mod 10))
  end.
Definition show_word {w} (a : word w) : string := decimal 20 (number a).
Definition show_bytes {c} (b : bytes c) : string := "x""" ++ hex (chars b) ++ """".

(** Lines, and where a run ends. *)
Section lines.
Context {eff : Type} {args rets : eff -> Type} {A input : Type}.
Context (show : forall e, args e -> string) (answer : forall e, list input -> option (rets e * list input)).
Context (show_result : A -> string).
Definition handle (e : eff) (a : args e) (w : list input * list string) :
  option (rets e * (list input * list string)) :=
  match answer e (fst w) with
  | Some (r, i) => Some (r, (i, ("ask " ++ show e a) :: snd w))
  | None => None
  end.
Definition lines (steps : nat) (p : t args rets A) (i : list input) : list string :=
  match run_program handle steps p (i, []) with
  | (Finished a, (_, l)) => rev (("done " ++ show_result a) :: l)
  | (Unanswered e a, (_, l)) => rev ("end of input" :: ("ask " ++ show e a) :: l)
  | (Running, (_, l)) => rev ("running" :: l)
  end.
End lines.
