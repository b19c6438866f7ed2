(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * merkle.evict: it keeps the invariant, never traps, and changes nothing when it refuses. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Joins.
Local Open Scope Z_scope.

Section merkle_out.
  Context {B : base} (external : nat → list data → option (list data * data)) (Hext : externals_ok external).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).

  Theorem merkle_evict_ensures t s s2 :
    thread_ok t → 0 ≤ s → 0 ≤ s2 →
    ensures fn_merkle_evict [vthread t; VInt s; VInt s2]
      (λ r ws, ∃ t', ws = [vthread t'; VInt s; VInt s2] ∧ thread_ok t' ∧ (fails r ∧ t' = t ∨ r = passes)).
  Proof using Hext.
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
    destruct (hash_gives external Hext _ Hvo ltac:(lia)) as (v' & h & Hhash & Hho & Hhl).
    fl_call is_merkle_calls; [done|lia|]. fl_walk_on.
    match goal with E : is_merkle _ = true |- _ => pose proof (kind_merkle _ Hv2 E) as Hm end.
    fl_call heading_calls; [done|done|].
    match goal with |- context [heading ?k ?a] => pose proof (heading_range k a) as Hd; set (d := heading k a) in * end.
    fl_walk_on. assert (0 ≤ d ≤ 1) as Hd1 by lia. pose proof (merkle_room _ d Hm Hd1) as Hroom.
    destruct (byte (f_value (f_cache t !!! Z.to_nat s2)) (edge_at (f_value (f_cache t !!! Z.to_nat s2)) d) =? 0)
      eqn:Ehere.
    all: (fl_call edge_at_calls; [done|lia|]); let t := eval unfold parent_test in parent_test in fl_walk_to t.
    fl_join 8%nat by fl_walk_on.
    { fl_call child_calls; [done|lia|]. fl_walk_on. eexists; reflexivity. }
    fl_walk_on. fl_state thread_ok as Ht1.
    { apply (write_value_ok t s2 _ Ht ltac:(lia)), merkle_value.
      match goal with |- merkle_ok (<[Z.to_nat (edge_at ?v d + 67) := 0]> (paste _ _ _)) =>
        rewrite <-(edge_at_paste v (edge_at v d + 35) h d) at 1 by lia end.
      apply mark_ok; [by apply digest_ok; try done; lia|done| |lia].
      rewrite edge_at_paste by lia. rewrite byte_paste_before by lia. lia. }
    fl_forget t1. fl_walk_on. fl_call set_child_calls; [done|lia|].
    fl_state thread_ok as Ht2; [apply write_child_ok; [done|lia|by right]|].
    fl_forget t2. thread_numbers Ht2. fl_walk_on. fl_reached. eexists. split; [reflexivity|]. split; [|by right].
    apply (write_how_ok t2 s Ht2). lia.
  Qed.
End merkle_out.
