(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* get_put as a Gallina program, on inputs that the C is given too. *)
From Coq Require Import ZArith List String.
From Fairlead.Derive Require Import Freer Run.
From Fairlead.Derive.ToC Require Import Data.
From Programs Require Import show get_put.
Import ListNotations.

Definition shown (e : effect) : args e -> string :=
  match e with input => fun _ => "input()"%string | print => fun a => ("print(" ++ show_bytes a ++ ")")%string end.
Definition answer (e : effect) (i : list (bytes 8)) : option (rets e * list (bytes 8)) :=
  match e with
  | input => match i with [] => None | b :: i => Some (b, i) end
  | print => Some (tt, i)
  end.
Definition run (i : list string) : list string := lines shown answer show_bytes 20 get_put (map text i).
Eval vm_compute in run ["ab"; "cdefghij"]%string.
Eval vm_compute in run [""; "cde"]%string.
Eval vm_compute in run ["ab"]%string.
Eval vm_compute in run ["ab"; ""]%string.
