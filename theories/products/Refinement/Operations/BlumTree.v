(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * blum.evict_from_tree, exactly: which check refuses, or what is written; and so it keeps the invariant, never
    traps, and changes nothing when it refuses. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export BlumLeave Joins.
Local Open Scope Z_scope.

(** The first check that fails, in the program's order. *)
Definition tree_check (t : fthread) (s s2 e c : Z) : checked :=
  let a := slot_at t s in
  let b := slot_at t s2 in
  let d := heading (f_key a) (f_key b) in
  let at_ := edge_at (f_value b) d in
  if s =? s2 then Refuses 3
  else if f_slots t <=? s then Refuses 0
  else if f_how a =? 0 then Refuses 1
  else if f_slots t <=? s2 then Refuses 0
  else if f_how b =? 0 then Refuses 1
  else if negb (f_how a =? 1) then Refuses 22
  else if negb (is_merkle (f_value b)) then Refuses 4
  else if d =? 2 then Refuses 6
  else if (byte (f_value b) at_ =? 0) ||
          negb (bool_decide (cut (f_value b) (at_ + 1) (at_ + 35) = f_key a)) then Refuses 12
  else if negb (byte (f_value b) (at_ + 67) =? 0) then Refuses 10
  else if negb (f_parent a =? s2) || negb (f_up a =? d) then Refuses 14
  else leave_check t s e c.
(** The thread [t'], once the mark is set in the slot of the parent. *)
Definition with_mark (t t' : fthread) (s s2 : Z) : fthread :=
  let b := slot_at t s2 in
  let d := heading (f_key (slot_at t s)) (f_key b) in
  with_slot t' s2 (with_child (with_value b (<[Z.to_nat (edge_at (f_value b) d + 67) := 1]> (f_value b))) d NONE).

Section blum_tree.
  Context {B : base} (external : nat → list data → option (list data * data)) (Hext : externals_ok external).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).

  Definition has_left_tree (x : list Z) (t : fthread) (s s2 e c : Z) (r : value) (t' : fthread) : Prop :=
    ∃ t1, has_left external (tree_check t s s2 e c) x t s e c r t1 ∧
      t' = match tree_check t s s2 e c with Passes => with_mark t t1 s s2 | _ => t1 end.

  Local Ltac leaf :=
    fl_reached; eexists; split; [reflexivity|]; split; [assumption|];
    fl_lets; unfold has_left_tree, tree_check, has_left; cbv zeta; unfold slot_at in *; fl_knowing;
    eexists; split; [split; reflexivity|reflexivity].
  Local Ltac on := repeat first [fl_step | fl_case]; try solve [leaf].

  Theorem evict_from_tree_exact t (x : list Z) s s2 e c :
    thread_ok t → 0 ≤ s → 0 ≤ s2 → 0 ≤ e < 2 ^ 64 → 0 ≤ c < 2 ^ 32 →
    ensures fn_blum_evict_from_tree [vthread t; VExtern x; VInt s; VInt s2; VInt e; VInt c]
      (λ r ws, ∃ t', ws = [vthread t'; VExtern x; VInt s; VInt s2; VInt e; VInt c] ∧ thread_ok t' ∧
         has_left_tree x t s s2 e c r t').
  Proof using Hext.
    intros Ht Hs Hs2 He Hc. thread_numbers Ht. fl_ensures. on.
    fl_known_call full_exact; [done|done|].
    intros r ws (-> & [[Hlt ->]|[(Hlt & Hfull & ->)|(Hlt & Hfull & ->)]]); fl_after.
    { assert (f_slots t <=? s = true) by lia. on. }
    { assert (f_slots t <=? s = false) by lia. assert (f_how (slot_at t s) =? 0 = true) by lia.
      unfold slot_at in *. on. }
    assert (f_slots t <=? s = false) by lia. assert (f_how (slot_at t s) =? 0 = false) as Hbusy by lia. on.
    fl_known_call full_exact; [done|done|].
    intros r ws (-> & [[Hlt2 ->]|[(Hlt2 & Hfull2 & ->)|(Hlt2 & Hfull2 & ->)]]); fl_after.
    { assert (f_slots t <=? s2 = true) by lia. unfold slot_at in *. on. }
    { assert (f_slots t <=? s2 = false) by lia. assert (f_how (slot_at t s2) =? 0 = true) by lia.
      unfold slot_at in *. on. }
    assert (f_slots t <=? s2 = false) by lia. assert (f_how (slot_at t s2) =? 0 = false) as Hbusy2 by lia.
    pose proof (slot_at_ok t s Ht ltac:(lia)) as Hslot. destruct (full_slot t s Hslot Hfull) as [Hk Hv].
    pose proof (slot_at_ok t s2 Ht ltac:(lia)) as Hslot2. destruct (full_slot t s2 Hslot2 Hfull2) as [Hk2 Hv2].
    pose proof (key_wf_ok _ Hk) as Hkey. pose proof (key_wf_ok _ Hk2) as Hkey2.
    pose proof (value_octets _ Hv2) as Hvo2. pose proof (value_len _ Hv2) as Hvl2.
    assert (Hfull' := Hfull). unfold slot_at in Hfull, Hfull2, Hslot, Hk, Hv, Hkey, Hslot2, Hk2, Hv2, Hkey2, Hvo2, Hvl2.
    unfold slot_at in Hbusy, Hbusy2.
    on. fl_call is_merkle_calls; [done|lia|]. on.
    match goal with E : is_merkle _ = true |- _ => pose proof (kind_merkle _ Hv2 E) as Hm end.
    fl_call heading_calls; [done|done|].
    match goal with |- context [heading ?k ?a] => pose proof (heading_range k a) as Hd; set (d := heading k a) in * end.
    on. assert (0 ≤ d ≤ 1) as Hd1 by lia. pose proof (merkle_room _ d Hm Hd1) as Hroom.
    destruct (byte (f_value (f_cache t !!! Z.to_nat s2)) (edge_at (f_value (f_cache t !!! Z.to_nat s2)) d) =? 0)
      eqn:Ehere.
    all: (fl_call edge_at_calls; [done|lia|]); on.
    assert (tree_check t s s2 e c = leave_check t s e c) as Hcheck.
    { fl_lets. unfold tree_check. cbv zeta. unfold slot_at in *. by fl_knowing. }
    fl_known_call (leave_exact external Hext); [done|lia|done|done|done|].
    intros r ws (t' & -> & Ht' & Hr); fl_after.
    assert (has_left external (tree_check t s s2 e c) x t s e c r t') as Hr' by (by rewrite Hcheck).
    destruct (leave_check t s e c) as [|w|] eqn:Eleave.
    2,3: destruct Hr as [-> ->]; on; fl_reached; eexists; (split; [reflexivity|]); (split; [done|]);
      exists t; (split; [exact Hr'|by rewrite Hcheck]).
    destruct Hr as (-> & y & b & h & Hhash & Hins & Hleft).
    assert (slot_at t' s2 = slot_at t s2) as Hsame
      by (rewrite Hleft; apply (list_lookup_total_insert_ne (f_cache t)); lia).
    assert (f_value (f_cache t' !!! Z.to_nat s2) = f_value (f_cache t !!! Z.to_nat s2)) as Heq
      by exact (f_equal f_value Hsame).
    thread_numbers Ht'. on.
    fl_now (with_slot t' s2 (with_value (slot_at t' s2) (<[Z.to_nat (edge_at (f_value (slot_at t s2)) d + 67) := 1]>
      (f_value (slot_at t s2))))) as t1 E1'.
    assert (thread_ok t1) as Ht1.
    { rewrite E1'. apply (write_value_ok t' s2 _ Ht' ltac:(lia)). unfold slot_at. split; [rewrite len_insert; lia|].
      right. apply mark_ok; try done; lia. }
    fl_call set_child_calls; [done|lia|]. on. fl_reached. eexists. split; [reflexivity|].
    split; [apply write_child_ok; [done|lia|by right]|].
    exists t'. split; [exact Hr'|]. rewrite Hcheck, E1'. unfold with_mark. cbv zeta.
    rewrite slot_at_same by (done || lia). rewrite with_slot_twice, Hsame. done.
  Qed.

  Lemma tree_check_refuses t s s2 e c w : tree_check t s s2 e c = Refuses w → (w < 32)%nat.
  Proof using.
    unfold tree_check. cbv zeta. repeat case_match; try (intros [= <-]; lia). apply leave_check_refuses.
  Qed.
  Theorem evict_from_tree_ensures t (x : list Z) s s2 e c :
    thread_ok t → 0 ≤ s → 0 ≤ s2 → 0 ≤ e < 2 ^ 64 → 0 ≤ c < 2 ^ 32 →
    ensures fn_blum_evict_from_tree [vthread t; VExtern x; VInt s; VInt s2; VInt e; VInt c]
      (λ r ws, ∃ t', ws = [vthread t'; VExtern x; VInt s; VInt s2; VInt e; VInt c] ∧ thread_ok t' ∧
         ((fails r ∨ r = wait_value) ∧ t' = t ∨ r = done_value)).
  Proof using Hext.
    intros. eapply ensures_mono; [by apply evict_from_tree_exact|]. intros r ws (t' & -> & Ht' & t1 & Hr & E).
    exists t'. split_and!; [done|done|].
    destruct (has_left_cases _ _ _ _ _ _ _ _ _ Hr) as [[Hno ->]|[? _]]; [by apply tree_check_refuses|left|by right].
    split; [done|]. destruct (tree_check t s s2 e c) eqn:Ec; [|done|done].
    destruct Hr as [-> _]. exfalso. by destruct Hno as [(w & _ & [= ])|[= ]].
  Qed.
End blum_tree.
