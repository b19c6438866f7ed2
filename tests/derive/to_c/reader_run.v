(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* The reader of chunks as a Gallina program, on inputs that the C is given too. *)
From Coq Require Import ZArith List String.
From Fairlead.Derive Require Import Freer Run.
From Fairlead.Derive.ToC Require Import Data.
From Programs Require Import show nested.
Import ListNotations.

Definition shown (e : effect) : args e -> string :=
  match e with next => fun _ => "next()"%string | message => fun a => ("message(" ++ show_bytes a ++ ")")%string end.
Definition answer (e : effect) (i : list Z) : option (rets e * list Z) :=
  match e with
  | next => match i with [] => None | b :: i => Some (Word b, i) end
  | message => Some (tt, i)
  end.
Definition run (i : list Z) : list string := lines shown answer show_word 200 reader i.
Eval vm_compute in run [2; 97; 98; 1; 99; 0]%Z.
Eval vm_compute in run [17; 1]%Z.
Eval vm_compute in run [16; 0; 1; 2; 3; 4; 5; 6; 7; 8; 9; 10; 11; 12; 13; 14; 255; 1; 7; 200]%Z.
Eval vm_compute in run [3; 1]%Z.
