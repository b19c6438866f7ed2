(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* The connection table's server as a Gallina program, on inputs that the C is given too. *)
From Coq Require Import ZArith List String.
From Fairlead.Derive Require Import Freer Run.
From Fairlead.Derive.ToC Require Import Data.
From Programs Require Import show connections.
Import ListNotations.
Local Open Scope string_scope.

Definition show_bool (b : bool) : string := if b then "true" else "false".
Definition shown (e : effect) : args e -> string :=
  match e with
  | next => fun _ => "next()"
  | accepted => fun a => "accepted(" ++ show_word (fst a) ++ ", " ++ show_bool (snd a) ++ ")"
  | refused => fun a => "refused(" ++ show_word a ++ ")"
  | sum => fun a => "sum(" ++ show_word (fst a) ++ ", " ++ show_word (snd a) ++ ")"
  | ended => fun a => "ended(" ++ show_word (fst a) ++ ", " ++ show_word (snd a) ++ ")"
  end.
Definition answer (e : effect) (i : list event) : option (rets e * list event) :=
  match e with
  | next => match i with [] => None | b :: i => Some (b, i) end
  | _ => Some (tt, i)
  end.
Definition run (i : list event) : list string := lines shown answer show_word 400 server i.
Notation o k t := (opened (Word k) (Word t)).
Notation f k b := (fed (Word k) (Word b)).
Notation c k := (closed (Word k)).
(* two sessions side by side; one ends, its sum is taken up once *)
Eval vm_compute in run [o 5 9; o 6 9; f 5 7; f 6 1; f 5 255; f 5 0; o 7 5; f 7 1; o 8 5; f 8 1; f 5 1; stop]%Z.
(* five are too many, a key twice is refused, one closed makes room *)
Eval vm_compute in run [o 1 0; o 2 0; o 2 0; o 3 0; o 4 0; o 5 0; c 3; c 3; o 5 0; f 4 3; f 5 4; f 1 5; f 2 6; stop]%Z.
(* the cache has room for two *)
Eval vm_compute in run
  [o 1 0; o 2 0; o 3 0; f 1 1; f 2 2; f 3 3; f 1 0; f 2 0; f 3 0; o 4 3; o 5 2; o 6 1; f 4 9; f 5 9; f 6 9; f 6 0]%Z.
