(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The small functions of blum.fl and the checks of slots, exactly. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Sides.
Local Open Scope Z_scope.

Lemma root_wf : key_wf (replicate 34 0).
Proof. split_and!; [|done|by vm_compute]. apply Forall_replicate. lia. Qed.

(** What comes of the checks of an operation: it goes on, a check refuses, or it is put off. *)
Inductive checked := Passes | Refuses (w : nat) | Waits.

Section blum.
  Context (external : nat → list data → option (list data * data)).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).

  Lemma earlier_calls e c e' c' :
    calls fn_blum_earlier [VInt e; VInt c; VInt e'; VInt c'] (VBool ((e <? e') || (e =? e') && (c <? c')))
      [VInt e; VInt c; VInt e'; VInt c'].
  Proof. fl_function. fl_walk. Qed.

  Lemma too_early_calls t e :
    f_next t ≤ e < 2 ^ 64 → 0 ≤ f_next t →
    calls fn_blum_too_early [vthread t; VInt e] (VBool (4 <=? e - f_next t)) [vthread t; VInt e].
  Proof. intros He Hn. fl_function. fl_walk. Qed.

  (** The checks of a slot, exactly. *)
  Lemma vacant_exact `{B : base} t s :
    thread_ok t → 0 ≤ s →
    ensures fn_merkle_vacant [vthread t; VInt s]
      (λ v ws, ws = [vthread t; VInt s] ∧
         (f_slots t ≤ s ∧ v = VUnion 1 (refusal 0) ∨
          s < f_slots t ∧ f_how (slot_at t s) ≠ 0 ∧ v = VUnion 1 (refusal 2) ∨
          s < f_slots t ∧ f_how (slot_at t s) = 0 ∧ v = passes)).
  Proof.
    intros Ht Hs. thread_numbers Ht. fl_ensures. repeat first [fl_step|fl_case]; fl_reached; (split; [done|]);
      unfold slot_at; first [left; split; [lia|done]|right; left; split_and!; [lia|lia|done]|right; right; split_and!;
      [lia|lia|done]].
  Qed.
  Lemma full_exact `{B : base} t s :
    thread_ok t → 0 ≤ s →
    ensures fn_merkle_full [vthread t; VInt s]
      (λ v ws, ws = [vthread t; VInt s] ∧
         (f_slots t ≤ s ∧ v = VUnion 1 (refusal 0) ∨
          s < f_slots t ∧ f_how (slot_at t s) = 0 ∧ v = VUnion 1 (refusal 1) ∨
          s < f_slots t ∧ f_how (slot_at t s) ≠ 0 ∧ v = passes)).
  Proof.
    intros Ht Hs. thread_numbers Ht. fl_ensures. repeat first [fl_step|fl_case]; fl_reached; (split; [done|]);
      unfold slot_at; first [left; split; [lia|done]|right; left; split_and!; [lia|lia|done]|right; right; split_and!;
      [lia|lia|done]].
  Qed.
End blum.
