(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* Tickets as a Gallina program, on inputs that the C is given too. *)
From Coq Require Import ZArith List String.
From Fairlead.Derive Require Import Freer Run.
From Fairlead.Derive.ToC Require Import Data.
From Programs Require Import show tickets.
Import ListNotations.

Definition shown (e : effect) : args e -> string :=
  match e with turn => fun _ => "turn()"%string | give => fun a => ("give(" ++ show_word a ++ ")")%string end.
Definition answer (e : effect) (i : list bool) : option (rets e * list bool) :=
  match e with
  | turn => match i with [] => None | b :: i => Some (b, i) end
  | give => Some (tt, i)
  end.
Definition run (first : Z) (i : list bool) : list string := lines shown answer show_word 50 (tickets (Word first)) i.
Eval vm_compute in run 7 [true; true; false].
Eval vm_compute in run 0 [true].
