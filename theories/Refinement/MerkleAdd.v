(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * merkle.add: it keeps the invariant, never traps, and changes nothing when it refuses. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Sides.
Local Open Scope Z_scope.

Section merkle_add.
  Context {B : base} (external : nat → list data → option (list data * data)) (Hext : externals_ok external).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).

  Lemma point_merkle_calls v d key digest blum :
    merkle_ok v → 0 ≤ d ≤ 1 → key_wf key → octets digest → len digest = 32 →
    calls fn_values_point [VBytes v; VInt d; VBytes key; VBytes digest; VBool blum] (VRecord [])
      [VBytes (point v d key digest blum); VInt d; VBytes key; VBytes digest; VBool blum].
  Proof.
    intros Hv Hd (Hk & Hkl & _) Hh Hhl. pose proof (merkle_room v d Hv Hd) as Hroom.
    apply point_calls; try done; try lia. by apply merkle_octets.
  Qed.

  Theorem merkle_add_ensures t (key v : list Z) s s2 :
    thread_ok t → key_wf key → value_ok v → 0 ≤ s → 0 ≤ s2 →
    ensures fn_merkle_add [vthread t; VBytes key; VBytes v; VInt s; VInt s2]
      (λ r ws, ∃ t', ws = [vthread t'; VBytes key; VBytes v; VInt s; VInt s2] ∧ thread_ok t' ∧
         (fails r ∧ t' = t ∨ r = passes)).
  Proof using Hext.
    intros Ht Hk Hv Hs Hs2. thread_numbers Ht. assert (Hk' := Hk). destruct Hk' as (_ & Hkl & _).
    pose proof (key_wf_ok _ Hk) as Hkey. pose proof (value_octets _ Hv) as Hvo. pose proof (value_len _ Hv) as Hvl.
    destruct (hash_gives external Hext v Hvo ltac:(lia)) as (v' & h & Hhash & Hho & Hhl).
    fl_ensures. fl_walk_on.
    fl_known_call full_ensures; [done|done|]. intros r ws (-> & [(w & Hw & ->)|(-> & Hlt2 & Hfull2)]);
      fl_after; fl_walk_on.
    fl_known_call vacant_ensures; [done|done|]. intros r ws (-> & [(w & Hw & ->)|(-> & Hlt & Hempty)]);
      fl_after; fl_walk_on.
    assert (s ≠ s2) as Hne by (intros ->; congruence).
    pose proof (slot_at_ok t s2 Ht ltac:(lia)) as Hslot2. destruct (full_slot t s2 Hslot2 Hfull2) as [Hk2 Hv2].
    pose proof (key_wf_ok _ Hk2) as Hkey2. pose proof (value_octets _ Hv2) as Hvo2.
    pose proof (value_len _ Hv2) as Hvl2.
    unfold slot_at in Hslot2, Hk2, Hv2, Hkey2, Hvo2, Hvl2.
    fl_call is_merkle_calls; [done|lia|]. fl_walk_on.
    match goal with E : is_merkle _ = true |- _ => pose proof (kind_merkle _ Hv2 E) as Hm end.
    fl_call heading_calls; [done|done|].
    match goal with |- context [heading ?k ?a] => pose proof (heading_range k a) as Hd; set (d := heading k a) in * end.
    fl_walk_on. assert (0 ≤ d ≤ 1) as Hd1 by lia. pose proof (merkle_room _ d Hm Hd1) as Hroom.
    fl_call fits_calls; [done|done|lia|]. fl_walk_on.
    fl_call edge_at_calls; [done|lia|]. fl_walk_on.
    - (* A new edge. *)
      fl_call is_initial_calls; [done|]. fl_walk_on. fl_call child_calls; [done|lia|]. fl_walk_on.
      fl_call put_slot_calls; [done|lia|lia|lia|].
      fl_state (λ t1, thread_ok t1 ∧ f_value (slot_at t1 s2) = f_value (slot_at t s2)) as [Ht1 Hsame].
      { split; [|by rewrite slot_at_other by lia]. apply with_slot_ok; [done|]. apply new_slot_ok; try done; try lia.
        left. lia. }
      fl_forget t1. unfold slot_at in Hsame. thread_numbers Ht1. fl_walk_on.
      fl_call point_merkle_calls; [exact Hm|done|done|repeat constructor; lia|done|].
      fl_state thread_ok as Ht2.
      { apply (write_value_ok t1 s2 _ Ht1 ltac:(lia)). apply merkle_value, point_ok; try done. repeat constructor;
        lia. }
      fl_forget t2. fl_walk_on. fl_call set_child_calls; [done|lia|]. fl_walk_on.
      fl_reached. eexists. split; [reflexivity|].
      split; [|by right]. apply write_child_ok; [done|lia|left; lia].
    - (* A record that was there. *)
      fl_call child_calls; [done|lia|]. fl_walk_on. fl_call put_slot_calls; [done|lia|lia|lia|].
      fl_state thread_ok as Ht1.
      { apply with_slot_ok; [done|]. apply new_slot_ok; try done; try lia. left. lia. }
      fl_forget t1. fl_walk_on. fl_call set_child_calls; [done|lia|]. fl_walk_on.
      fl_reached. eexists. split; [reflexivity|].
      split; [|by right]. apply write_child_ok; [done|lia|left; lia].
    - (* The edge is cut. *)
      pose proof (merkle_edge_key _ d Hm Hd1 ltac:(lia)) as Hek. pose proof (key_wf_ok _ Hek) as Hekey.
      destruct (edge_parts _ d Hm Hd1 ltac:(lia)) as (He & Hel & Heo & Hewf).
      fl_call is_initial_calls; [done|]. fl_walk_on.
      fl_call heading_calls; [done|done|].
      match goal with |- context [heading ?k ?a] =>
        lazymatch k with cut _ _ _ => pose proof (heading_range k a) as Hr; set (d2 := heading k a) in * end end.
      fl_walk_on. assert (0 ≤ d2 ≤ 1) as Hd2 by lia.
      fl_call is_merkle_calls; [done|lia|]. fl_walk_on.
      assert (merkle_ok v) as Hvm by (by apply kind_merkle).
      set (e := cut _ (edge_at _ d) (edge_at _ d + 68)) in *.
      fl_call child_calls; [done|lia|]. pose proof (child_of_ok (slot_at t s2) d Hslot2) as Hold.
      set (old := child_of (slot_at t s2) d) in *. clearbody old. fl_walk_on.
      fl_call put_slot_calls; [done|lia|lia|lia|].
      fl_state (λ t1, thread_ok t1 ∧ f_value (slot_at t1 s2) = f_value (slot_at t s2) ∧ f_value (slot_at t1 s) = v)
        as (Ht1 & Hsame & Hnew).
      { split_and!; [|by rewrite slot_at_other by lia|by rewrite slot_at_same by (done || lia)].
        apply with_slot_ok; [done|]. apply new_slot_ok; try done; try lia. left. lia. }
      fl_forget t1. unfold slot_at in Hsame, Hnew. thread_numbers Ht1. fl_walk_on.
      fl_call point_merkle_calls; [exact Hvm|done|exact Hewf|by apply octets_cut|rewrite len_cut; lia|].
      fl_state (λ t2, thread_ok t2 ∧ f_value (slot_at t2 s2) = f_value (slot_at t s2)) as [Ht2 Hsame2].
      { split.
        - apply (write_value_ok t1 s _ Ht1 ltac:(lia)).
          apply merkle_value, point_ok; try done; [by apply octets_cut|rewrite len_cut; lia].
        - etrans; [|exact Hsame]. f_equal. apply (slot_at_other t1 s s2 _); lia. }
      fl_forget t2. clear Hnew Hsame. thread_numbers Ht2. fl_walk_on.
      + unfold slot_at in Hsame2. fl_call point_merkle_calls; [exact Hm|done|done|repeat constructor; lia|done|].
        fl_state thread_ok as Ht5.
        { apply (write_value_ok t2 s2 _ Ht2 ltac:(lia)). apply merkle_value, point_ok; try done. repeat constructor;
          lia. }
        fl_forget t5. fl_walk_on. fl_call set_child_calls; [done|lia|]. fl_walk_on.
        fl_reached. eexists. split; [reflexivity|].
        split; [|by right]. apply write_child_ok; [done|lia|left; lia].
      + assert (0 ≤ old < SLOTS) as Holdr by (destruct Hold; lia).
        fl_call set_child_calls; [done|lia|].
        fl_state (λ t3, thread_ok t3 ∧ f_value (slot_at t3 s2) = f_value (slot_at t s2)) as [Ht3 Hsame3].
        { split; [apply write_child_ok; [done|lia|done]|]. etrans; [|exact Hsame2]. f_equal. apply slot_at_other; lia. }
        fl_forget t3. clear Hsame2. thread_numbers Ht3. fl_steps.
        fl_state (λ t4, thread_ok t4 ∧ f_value (slot_at t4 s2) = f_value (slot_at t s2)) as [Ht4 Hsame4].
        { split; [apply (write_parent_ok t3 old s d2 Ht3); [lia|left; lia|lia]|]. etrans; [|exact Hsame3].
          apply (value_with_parent t3 old s d2 s2 Ht3); lia. }
        fl_forget t4. clear Hsame3. unfold slot_at in Hsame4. thread_numbers Ht4. fl_walk_on.
        fl_call point_merkle_calls; [exact Hm|done|done|repeat constructor; lia|done|].
        fl_state thread_ok as Ht5.
        { apply (write_value_ok t4 s2 _ Ht4 ltac:(lia)). apply merkle_value, point_ok; try done. repeat constructor;
          lia. }
        fl_forget t5. fl_walk_on. fl_call set_child_calls; [done|lia|]. fl_walk_on.
        fl_reached. eexists. split; [reflexivity|].
        split; [|by right]. apply write_child_ok; [done|lia|left; lia].
  Qed.
End merkle_add.
