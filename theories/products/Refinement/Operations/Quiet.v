(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * quiet: it looks, and changes nothing. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Verifier.
Local Open Scope Z_scope.

(** What it says: no epoch is to be published, nothing was refused, nothing is in the sums of the epochs that are open,
    and the cache is empty, but for the root in thread 0's first slot. *)
Definition quiet_so (t : fthread) (closing : bool) (failed : option nat) : Prop :=
  closing = false ∧ failed = None ∧
  (∀ i, 0 ≤ i < 4 → f_count (f_added (tally_at t i)) = 0 ∧ f_count (f_evicted (tally_at t i)) = 0) ∧
  ∀ i, 0 ≤ i < f_slots t → f_how (slot_at t i) = 0 ∨ i = 0 ∧ f_self t = 0.

Section quiet.
  Context (external : nat → list data → option (list data * data)).
  Local Notation ensures := (ensures Q external).

  Theorem quiet_ensures t closing failed :
    verifier_ok t closing failed →
    ensures fn_quiet [vverifier t closing failed]
      (λ r ws, ws = [vverifier t closing failed] ∧ ∃ b, r = VBool b ∧ (b = true ↔ quiet_so t closing failed)).
  Proof.
    intros Hv. assert (Hv' := Hv). destruct Hv' as (Ht & _ & _). thread_numbers Ht. fl_ensures.
    destruct closing.
    { fl_steps. fl_reached. split; [done|]. exists false. split; [done|]. by split; [|intros [? _]]. }
    destruct failed as [w|].
    { fl_steps. fl_reached. split; [done|]. exists false. split; [done|]. by split; [|intros (_ & ? & _)]. }
    fl_steps.
    let s0 := fl_store in
    eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ i, s = <[2%nat := Some (VInt i)]> s0 ∧
      m = Z.to_nat (4 - i) ∧ 0 ≤ i ≤ 4 ∧
      ∀ j, 0 ≤ j < i → f_count (f_added (tally_at t j)) = 0 ∧ f_count (f_evicted (tally_at t j)) = 0) 4%nat).
    { exists 0. split; [reflexivity|]. split; [done|]. split; [lia|]. intros j ?. lia. }
    intros m s (i & -> & -> & Hi & Hcounts). fl_round. fl_steps. fl_case.
    { fl_steps. repeat first [fl_step|fl_case].
      all: try (fl_reached; split; [done|]; exists false; split; [done|]; split; [done|];
        intros (_ & _ & Htallies & _); destruct (Htallies i ltac:(lia)); unfold tally_at in *; lia).
      all: exists (Z.to_nat (4 - (i + 1))); split; [lia|]; exists (i + 1); split; [reflexivity|]; split; [done|];
        split; [lia|]; intros j Hj; (destruct (decide (j = i)) as [->|]; [unfold tally_at in *; lia|apply Hcounts;
          lia]). }
    fl_steps.
    let s0 := fl_store in
    eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ i, s = <[4%nat := Some (VInt i)]> s0 ∧
      m = Z.to_nat (f_slots t - i) ∧ 0 ≤ i ≤ f_slots t ∧
      ∀ j, 0 ≤ j < i → f_how (slot_at t j) = 0 ∨ j = 0 ∧ f_self t = 0) (Z.to_nat (f_slots t))).
    { exists 0. split; [reflexivity|]. split; [f_equal; lia|]. split; [lia|]. intros j ?. lia. }
    intros m s (i' & -> & -> & Hi' & Hempty). fl_round. fl_steps. fl_case.
    { fl_steps. repeat first [fl_step|fl_case].
      all: try (fl_reached; split; [done|]; exists false; split; [done|]; split; [done|];
        intros (_ & _ & _ & Hslots); specialize (Hslots i' ltac:(lia)); unfold slot_at in *; lia).
      all: exists (Z.to_nat (f_slots t - (i' + 1))); split; [lia|]; exists (i' + 1); split; [reflexivity|];
        split; [done|]; split; [lia|]; intros j Hj;
        (destruct (decide (j = i')) as [->|]; [unfold slot_at in *; lia|apply Hempty; lia]). }
    fl_steps. fl_reached. split; [done|]. exists true. split; [done|]. split; [intros _|done].
    split; [done|]. split; [done|]. split; [intros j Hj; apply Hcounts; lia|intros j Hj; apply Hempty; lia].
  Qed.
End quiet.
