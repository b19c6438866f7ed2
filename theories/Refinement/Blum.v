(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * blum.fl: its small functions, exactly. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Sides.
Local Open Scope Z_scope.

Lemma root_wf : key_wf (replicate 34 0).
Proof. split_and!; [|done|by vm_compute]. apply Forall_replicate. lia. Qed.

Section blum.
  Context (external : nat → list data → option (list data * data)).
  Local Notation calls := (calls Q external).

  Lemma earlier_calls e c e' c' :
    calls fn_blum_earlier [VInt e; VInt c; VInt e'; VInt c'] (VBool ((e <? e') || (e =? e') && (c <? c')))
      [VInt e; VInt c; VInt e'; VInt c'].
  Proof. fl_function. fl_walk. Qed.

  Lemma too_early_calls t e :
    f_next t ≤ e < 2 ^ 64 → 0 ≤ f_next t →
    calls fn_blum_too_early [vthread t; VInt e] (VBool (4 <=? e - f_next t)) [vthread t; VInt e].
  Proof. intros He Hn. fl_function. fl_walk. Qed.
End blum.
