(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * blum.evict_from_tree: it keeps the invariant, never traps, and changes nothing when it refuses. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export BlumLeave.
Local Open Scope Z_scope.

Section blum_tree.
  Context {B : base} (external : nat → list data → option (list data * data)) (Hext : externals_ok external).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).

  Theorem evict_from_tree_ensures t (x : list Z) s s2 e c :
    thread_ok t → 0 ≤ s → 0 ≤ s2 → 0 ≤ e < 2 ^ 64 → 0 ≤ c < 2 ^ 32 →
    ensures fn_blum_evict_from_tree [vthread t; VExtern x; VInt s; VInt s2; VInt e; VInt c]
      (λ r ws, ∃ t', ws = [vthread t'; VExtern x; VInt s; VInt s2; VInt e; VInt c] ∧ thread_ok t' ∧
         ((fails r ∨ r = wait_value) ∧ t' = t ∨ r = done_value)).
  Proof using Hext.
    intros Ht Hs Hs2 He Hc. thread_numbers Ht. fl_ensures. fl_walk_on.
    fl_known_call full_ensures; [done|done|]. intros r ws (-> & [(w & Hw & ->)|(-> & Hlt & Hfull)]);
      fl_after; fl_walk_on.
    fl_known_call full_ensures; [done|done|]. intros r ws (-> & [(w & Hw & ->)|(-> & Hlt2 & Hfull2)]);
      fl_after; fl_walk_on.
    pose proof (slot_at_ok t s Ht ltac:(lia)) as Hslot. destruct (full_slot t s Hslot Hfull) as [Hk Hv].
    pose proof (slot_at_ok t s2 Ht ltac:(lia)) as Hslot2. destruct (full_slot t s2 Hslot2 Hfull2) as [Hk2 Hv2].
    pose proof (key_wf_ok _ Hk) as Hkey. pose proof (key_wf_ok _ Hk2) as Hkey2.
    pose proof (value_octets _ Hv2) as Hvo2. pose proof (value_len _ Hv2) as Hvl2.
    unfold slot_at in Hslot, Hk, Hv, Hkey, Hslot2, Hk2, Hv2, Hkey2, Hvo2, Hvl2.
    fl_call is_merkle_calls; [done|lia|]. fl_walk_on.
    match goal with E : is_merkle _ = true |- _ => pose proof (kind_merkle _ Hv2 E) as Hm end.
    fl_call heading_calls; [done|done|].
    match goal with |- context [heading ?k ?a] => pose proof (heading_range k a) as Hd; set (d := heading k a) in * end.
    fl_walk_on. assert (0 ≤ d ≤ 1) as Hd1 by lia. pose proof (merkle_room _ d Hm Hd1) as Hroom.
    destruct (byte (f_value (f_cache t !!! Z.to_nat s2)) (edge_at (f_value (f_cache t !!! Z.to_nat s2)) d) =? 0)
      eqn:Ehere.
    all: (fl_call edge_at_calls; [done|lia|]); fl_walk_on.
    fl_known_call (leave_ensures external Hext); [done|lia|done|done|done|].
    intros r ws (t' & -> & Ht' & [[[(w & Hw & ->)| ->] ->]|[-> Hsame]]); fl_after; fl_walk_on.
    assert (f_value (f_cache t' !!! Z.to_nat s2) = f_value (f_cache t !!! Z.to_nat s2)) as Heq
      by (f_equal; apply Hsame; lia).
    thread_numbers Ht'. fl_walk_on.
    fl_state thread_ok as Ht1.
    { apply (write_value_ok t' s2 _ Ht' ltac:(lia)). split; [rewrite len_insert; lia|]. right.
      apply mark_ok; try done; lia. }
    fl_forget t1. fl_call set_child_calls; [done|lia|]. fl_walk_on. fl_reached. eexists. split; [reflexivity|].
    split; [|by right]. apply write_child_ok; [done|lia|by right].
  Qed.
End blum_tree.
