(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Three functions of a line or two.

    [once] evaluates a slice; [twice_read] is a text of it that does so twice.
    [confused] has two calls of one number. *)
From Coq Require Import String.
From Fairlead.Base Require Import Prelude.
From Fairlead.Threads.Text Require Import Code Told Printed Frame Check.
#[local] Open Scope string_scope.
#[local] Open Scope list_scope.

Definition digit (n : nat) : token := match n with 0 => "0" | 1 => "1" | 2 => "2" | _ => "9" end.
Definition place (_ : nat) : list token := ["fl__s"; "->"; "x"].
Definition home (_ : nat) : option nat := Some 0.
Definition source (n : nat) : token := match n with 0 => "beep" | 1 => "(" | 2 => ")" | _ => "" end.

Definition nothing_framed : framed := FramedOf "f" None true [] [] [].
Definition size : list token := ["sizeof"; "*"; "fl__s"].
Definition slice : stmt := TEval [Copied [(0, "beep"); (1, "("); (2, ")")]].
Definition yield (k : nat) : call := CallOf k Primitive (ByName "fl_yield") [] [] None [] None [] false.
Definition unit_with (s : stmt) : unit_of_c := UnitOf 0 false false false [] [] [] false false s.

Definition once : marked := MarkedOf nothing_framed size [unit_with slice].
Definition once_read : list (list token) := map (λ c, flat digit place c []) (codes digit once).
Definition twice : marked := MarkedOf nothing_framed size [unit_with (TThen slice slice)].
Definition twice_read : list (list token) := map (λ c, flat digit place c []) (codes digit twice).

Definition confused_unit : unit_of_c :=
  unit_with (TThen (TCall (yield 1)) (TThen slice (TCall (yield 1)))).
Definition confused : marked := MarkedOf nothing_framed size [confused_unit].
