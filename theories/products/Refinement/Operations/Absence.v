(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * operation.missing and operation.same_slot: they never trap, and change nothing. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Arguments.
Local Open Scope Z_scope.

Section absence.
  Context {B : base} (external : nat → list data → option (list data * data)).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).

  Local Ltac ended :=
    fl_reached; split; [done|]; first [by right|left; eexists; split; [|reflexivity]; lia].
  Local Ltac on := repeat first [fl_step | fl_case]; try solve [ended].

  Lemma missing_ensures t k s :
    thread_ok t → key_wf k → 0 ≤ s →
    ensures fn_operation_missing [vthread t; VBytes k; VInt s]
      (λ r ws, ws = [vthread t; VBytes k; VInt s] ∧ (fails r ∨ r = passes)).
  Proof.
    intros Ht Hk Hs. thread_numbers Ht. pose proof (key_wf_ok _ Hk) as Hkey. assert (Hk' := Hk).
    destruct Hk' as (Hko & Hkl & _). fl_ensures. on.
    fl_known_call full_ensures; [done|done|]. intros r ws (-> & [(w & Hw & ->)|(-> & Hlt & Hfull)]); fl_after; on.
    pose proof (slot_at_ok t s Ht ltac:(lia)) as Hslot. destruct (full_slot t s Hslot Hfull) as [Hk2 Hv2].
    pose proof (key_wf_ok _ Hk2) as Hkey2. pose proof (value_octets _ Hv2) as Hvo2.
    pose proof (value_len _ Hv2) as Hvl2. unfold slot_at in Hslot, Hk2, Hv2, Hkey2, Hvo2, Hvl2.
    fl_call is_merkle_calls; [done|lia|]. on.
    match goal with E : is_merkle _ = true |- _ => pose proof (kind_merkle _ Hv2 E) as Hm end.
    fl_call heading_calls; [done|done|].
    match goal with |- context [heading ?k ?a] => pose proof (heading_range k a) as Hd; set (d := heading k a) in * end.
    on. assert (0 ≤ d ≤ 1) as Hd1 by lia. pose proof (merkle_room _ d Hm Hd1) as Hroom.
    fl_call digits_calls; [done|lia|]. on. fl_call edge_at_calls; [done|lia|]. on.
    pose proof (key_wf_ok _ (merkle_edge_key _ d Hm Hd1 ltac:(lia))) as Hekey.
    fl_call heading_calls; [done|done|]. on.
  Qed.

  Lemma same_slot_ensures n l :
    0 ≤ n ≤ 16 → len l = 16 →
    ensures fn_operation_same_slot [vops n l] (λ r ws, ws = [vops n l] ∧ ∃ b, r = VBool b).
  Proof.
    intros Hn Hl. fl_ensures. fl_steps.
    let s0 := fl_store in
    eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ i j,
      s = <[3%nat := Some (VInt i)]> (<[4%nat := Some (VInt j)]> s0) ∧ m = Z.to_nat (16 - i) ∧ 1 ≤ i ≤ 16) 15%nat).
    { exists 1, 0. by split_and!; [reflexivity|lia|lia|]. }
    intros m s (i & j0 & -> & -> & Hi). fl_round. fl_steps. fl_case.
    - fl_steps.
      let s0 := fl_store in
      eapply (walk_loop _ _ _ _ _ _ _ (λ m s, ∃ j,
        s = <[4%nat := Some (VInt j)]> s0 ∧ m = Z.to_nat (i - j) ∧ 0 ≤ j ≤ i) (Z.to_nat i)).
      { exists 0. by split_and!; [reflexivity|lia|lia|lia]. }
      intros m s (j & -> & -> & Hj). fl_round. fl_steps. fl_case.
      + repeat first [fl_step|fl_case].
        * exists (Z.to_nat (i - (j + 1))). split; [lia|]. eexists (j + 1). split; [reflexivity|]. by split; [|lia].
        * fl_reached. split; [done|by eexists].
        * exists (Z.to_nat (i - (j + 1))). split; [lia|]. eexists (j + 1). split; [reflexivity|]. by split; [|lia].
      + fl_steps. exists (Z.to_nat (16 - (i + 1))). split; [lia|]. eexists (i + 1), _. split; [reflexivity|].
        by split; [|lia].
    - fl_steps. fl_reached. split; [done|by eexists].
  Qed.
End absence.
