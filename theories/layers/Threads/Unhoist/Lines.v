(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Statements of a line, taken apart rightly and wrongly.

    [comma] is [f(), g();], [declared] is [int x = beep();], and [passed_by] is
    [a && f();], in which the call would be taken out of the text as a whole. *)
From Coq Require Import String.
From Fairlead.Base Require Import Prelude.
From Fairlead.Threads.Text Require Import Code Told.
From Fairlead.Threads.Text Require Import Example.
From Fairlead.Threads.Unhoist Require Import Tree Lowered Unhoisted.
#[local] Open Scope string_scope.
#[local] Open Scope list_scope.

Definition variable_name (v : nat) : token := match v with 0 => "x" | _ => "fl__1" end.
Definition in_no_frame (_ : nat) : bool := false.
Definition is_temporary (v : nat) : bool := negb (v =? 0)%nat.

Definition called_by (k : nat) (f : token) (i : nat) (into : option nat) : tree :=
  SCalled k (Some f) (SCallee [(i, f)]) SNil into.
Definition call_of (k : nat) (f : token) (into : option (nat * form)) : stmt :=
  TCall (CallOf k Framed (ByName f) [] [] None [] into ["int"] true).

Definition comma_source : list token := ["f"; "("; ")"; ","; "g"; "("; ")"; ";"].
Definition comma_pair : tree := SPair (SQuiet (called_by 1 "f" 0 None)) (SQuiet (called_by 2 "g" 4 None)).
Definition comma : tree := SEnded comma_pair.
Definition in_order_said : list unit_of_c := [unit_with (TThen (call_of 1 "f" None) (call_of 2 "g" None))].
Definition swapped_said : list unit_of_c := [unit_with (TThen (call_of 2 "g" None) (call_of 1 "f" None))].
Definition dropped_said : list unit_of_c := [unit_with (call_of 1 "f" None)].

Definition declared_source : list token := ["int"; "x"; "="; "beep"; "("; ")"; ";"].
Definition beep : tokens := [(3, "beep"); (4, "("); (5, ")")].
Definition declared : tree := SEnded (SThen (SType [(0, "int")]) (SInitialized 1 0 [] (SSame beep))).
Definition define : stmt := TDefine ["int"] [] "x" (Some [Copied beep]).
Definition declared_said : list unit_of_c := [unit_with define].
Definition twice_said : list unit_of_c := [unit_with (TThen define define)].

Definition passed_source : list token := ["a"; "&&"; "f"; "("; ")"; ";"].
Definition passed_by : tree :=
  SEnded (SEffect (SThen (SSame [(0, "a"); (1, "&&")]) (called_by 1 "f" 2 (Some 1)))).
Definition passed_said : list unit_of_c :=
  [unit_with (TThen (call_of 1 "f" (Some (1, Assigned))) (TEval [Copied [(0, "a"); (1, "&&")]; Place 1]))].

Definition check_of : nat → list token → tree → list unit_of_c → option fault :=
  unhoisted variable_name variable_name in_no_frame is_temporary.
