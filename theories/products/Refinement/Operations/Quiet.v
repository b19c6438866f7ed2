(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * quiet: it looks, and changes nothing. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Verifier.
Local Open Scope Z_scope.

Section quiet.
  Context (external : nat → list data → option (list data * data)).
  Local Notation ensures := (ensures Q external).

  Theorem quiet_ensures t closing failed :
    verifier_ok t closing failed →
    ensures fn_quiet [vverifier t closing failed]
      (λ r ws, ws = [vverifier t closing failed] ∧ ∃ b, r = VBool b).
  Proof.
    intros Hv. assert (Hv' := Hv). destruct Hv' as (Ht & _ & _). thread_numbers Ht. fl_ensures.
    destruct closing; [fl_steps; fl_reached; by split; [|eexists]|].
    destruct failed as [w|]; [fl_steps; fl_reached; by split; [|eexists]|].
    fl_steps.
    let s0 := fl_store in
    eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ i, s = <[2%nat := Some (VInt i)]> s0 ∧
      m = Z.to_nat (4 - i) ∧ 0 ≤ i ≤ 4) 4%nat).
    { exists 0. split; [reflexivity|]. split; [done|lia]. }
    intros m s (i & -> & -> & Hi). fl_round. fl_steps. fl_case.
    { fl_steps. repeat first [fl_step|fl_case]; try (fl_reached; by split; [|eexists]).
      all: exists (Z.to_nat (4 - (i + 1))); split; [lia|]; exists (i + 1); split; [reflexivity|]; split; [done|lia]. }
    fl_steps.
    let s0 := fl_store in
    eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ i, s = <[4%nat := Some (VInt i)]> s0 ∧
      m = Z.to_nat (f_slots t - i) ∧ 0 ≤ i ≤ f_slots t) (Z.to_nat (f_slots t))).
    { exists 0. split; [reflexivity|]. split; [f_equal; lia|lia]. }
    intros m s (i' & -> & -> & Hi'). fl_round. fl_steps. fl_case.
    { fl_steps. repeat first [fl_step|fl_case];
        try (fl_reached; by split; [|eexists]).
      all: exists (Z.to_nat (f_slots t - (i' + 1))); split; [lia|]; exists (i' + 1); split; [reflexivity|];
        split; [done|lia]. }
    fl_steps. fl_reached. by split; [|eexists].
  Qed.
End quiet.
