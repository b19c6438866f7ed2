(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * merkle.take_away: it keeps the invariant, never traps, and changes nothing when it refuses. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Joins.
Local Open Scope Z_scope.

Section take_away.
  Context {B : base} (external : nat → list data → option (list data * data)).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).

  (** What is in a slot. *)
  Local Notation value_of t s := (f_value (f_cache t !!! Z.to_nat s)).
  (** The slot in the middle is left; [Hold]: what was below it may be a child. *)
  Local Ltac left_empty s Ht1 Hold :=
    (fl_call set_child_calls; [exact Ht1|lia|]);
    let Ht3 := fresh "Ht" in let t3 := fresh "t" in
    fl_state thread_ok as Ht3; [apply write_child_ok; [exact Ht1|lia|exact Hold]|];
    fl_forget t3; thread_numbers Ht3; fl_walk_on; fl_reached; eexists; (split; [reflexivity|]); (split; [|by right]);
    apply (write_how_ok t3 s Ht3); lia.
  (** The edge in direction [d] of the record in slot [s], which is there, becomes its parent's. *)
  Local Ltac goes_up s d up there Hm Hm2 :=
    let He := fresh "He" in let Hel := fresh "Hel" in let Heo := fresh "Heo" in
    destruct (edge_parts _ d Hm ltac:(lia) there) as (He & Hel & Heo & _);
    fl_walk_on; (fl_call child_calls; [assumption|lia|]); fl_walk_on; (fl_call edge_at_calls; [assumption|lia|]);
      fl_walk_on;
    let Ht1 := fresh "Ht1" in let t1 := fresh "t1" in
    fl_state thread_ok as Ht1;
    [ eapply write_value_ok; [assumption|lia|];
      apply merkle_value, replace_ok; [exact Hm2|lia|assumption|exact He|exact Hel]
    | fl_forget t1; thread_numbers Ht1; fl_walk_on; (fl_call child_calls; [exact Ht1|lia|]);
      let Hold := fresh "Hold" in let old := fresh "old" in
      pose proof (child_of_ok (slot_at t1 s) d (slot_at_ok t1 s Ht1 ltac:(lia))) as Hold;
      set (old := child_of (slot_at t1 s) d) in *; clearbody old; fl_walk_on;
      [ left_empty s Ht1 Hold
      | assert (0 ≤ old < SLOTS) by (destruct Hold; lia); fl_walk_on;
        let Ht2 := fresh "Ht2" in let t2 := fresh "t2" in
        fl_state thread_ok as Ht2; [apply (write_parent_ok t1 old _ up Ht1); [lia|left; lia|lia]|];
        fl_forget t2; left_empty s Ht2 Hold ] ].

  Lemma take_away_ensures t s s2 :
    thread_ok t → 0 ≤ s → 0 ≤ s2 →
    ensures fn_merkle_take_away [vthread t; VInt s; VInt s2]
      (λ r ws, ∃ t', ws = [vthread t'; VInt s; VInt s2] ∧ thread_ok t' ∧ (fails r ∧ t' = t ∨ r = passes)).
  Proof.
    intros Ht Hs Hs2. thread_numbers Ht. fl_ensures. fl_walk_on.
    fl_known_call full_ensures; [done|done|]. intros r ws (-> & [(w & Hw & ->)|(-> & Hlt & Hfull)]);
      fl_after; fl_walk_on.
    fl_known_call full_ensures; [done|done|]. intros r ws (-> & [(w & Hw & ->)|(-> & Hlt2 & Hfull2)]);
      fl_after; fl_walk_on.
    pose proof (slot_at_ok t s Ht ltac:(lia)) as Hslot. destruct (full_slot t s Hslot Hfull) as [Hk Hv].
    pose proof (slot_at_ok t s2 Ht ltac:(lia)) as Hslot2. destruct (full_slot t s2 Hslot2 Hfull2) as [Hk2 Hv2].
    pose proof (key_wf_ok _ Hk) as Hkey. pose proof (key_wf_ok _ Hk2) as Hkey2.
    pose proof (value_octets _ Hv) as Hvo. pose proof (value_len _ Hv) as Hvl.
    pose proof (value_octets _ Hv2) as Hvo2. pose proof (value_len _ Hv2) as Hvl2.
    unfold slot_at in Hslot, Hk, Hv, Hkey, Hvo, Hvl, Hslot2, Hk2, Hv2, Hkey2, Hvo2, Hvl2.
    fl_call is_merkle_calls; [done|lia|]. fl_walk_on.
    match goal with E : is_merkle _ = true |- _ => pose proof (kind_merkle _ Hv2 E) as Hm2 end.
    fl_call heading_calls; [done|done|].
    match goal with |- context [heading ?k ?a] => pose proof (heading_range k a) as Hd; set (d := heading k a) in * end.
    fl_walk_on. assert (0 ≤ d ≤ 1) as Hd1 by lia. pose proof (merkle_room _ d Hm2 Hd1) as Hroom.
    destruct (byte (f_value (f_cache t !!! Z.to_nat s2)) (edge_at (f_value (f_cache t !!! Z.to_nat s2)) d) =? 0)
      eqn:Ehere; (fl_call edge_at_calls; [done|lia|]); let t := eval unfold parent_test in parent_test in fl_walk_to t.
    fl_join 8%nat by fl_walk_on.
    { fl_call child_calls; [done|lia|]. fl_walk_on. eexists; reflexivity. }
    fl_walk_on. fl_call is_initial_calls; [done|]. fl_walk_on.
    - (* The record is as it was when it was new. *)
      fl_call clear_calls; [done|lia|lia|lia|]. fl_state thread_ok as Ht1.
      { apply (write_value_ok t s2 _ Ht ltac:(lia)), merkle_value, clear_ok; [done|done|lia]. }
      fl_forget t1. fl_walk_on. fl_call set_child_calls; [done|lia|].
      fl_state thread_ok as Ht2; [apply write_child_ok; [done|lia|by right]|].
      fl_forget t2. thread_numbers Ht2. fl_walk_on. fl_reached. eexists. split; [reflexivity|]. split; [|by right].
      apply (write_how_ok t2 s Ht2). lia.
    - (* It has one edge, which goes up. *)
      assert (byte (value_of t s2) (edge_at (value_of t s2) d) ≠ 0) as Hhere by (by apply Z.eqb_neq).
      destruct Hroom as (Hat & Hlen2 & _ & _ & _ & Hedge).
      specialize (Hedge Hhere).
      fl_call digits_calls; [apply Hkey|destruct Hkey as (_ & ? & _); lia|]. fl_walk_on.
      fl_call is_merkle_calls; [done|lia|]. fl_walk_on.
      assert (merkle_ok (value_of t s)) as Hm by (by apply kind_merkle).
      destruct (merkle_room _ 0 Hm ltac:(lia)) as (_ & Hlen & _ & _ & _ & Hleft).
      destruct (merkle_room _ 1 Hm ltac:(lia)) as (Hat1 & _ & _ & _ & _ & Hright).
      change (edge_at (value_of t s) 0) with 1 in Hleft. assert (edge_at (value_of t s) 0 = 1) as Hat0 by done.
      assert (byte (value_of t s) 1 = 0 → byte (value_of t s) (edge_at (value_of t s) 1) ≠ 0) as Hother.
      { apply other_edge; [done|]. intros Hv3. unfold is_initial in *. rewrite Hv3 in *. case_match; [done|lia]. }
      fl_call edge_at_calls; [done|lia|].
      destruct (byte (value_of t s) 1 =? 0) eqn:Eleft.
      + apply Z.eqb_eq in Eleft as Hzero. specialize (Hother Hzero). specialize (Hright Hother). clear Hleft.
        goes_up s 1 d Hother Hm Hm2.
      + apply Z.eqb_neq in Eleft as Hsome. specialize (Hleft Hsome). clear Hright Hother.
        goes_up s 0 d Hsome Hm Hm2.
  Qed.
End take_away.
