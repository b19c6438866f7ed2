(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * merkle.take_away, exactly: which check refuses, or what is written; and so it keeps the invariant, never traps,
    and changes nothing when it refuses. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Joins.
Local Open Scope Z_scope.

(** The direction of the edge that a value with one edge has. *)
Definition only_edge (v : list Z) : Z := if byte v 1 =? 0 then 1 else 0.
(** The first check that fails, in the program's order. *)
Definition take_check (t : fthread) (s s2 : Z) : checked :=
  let a := slot_at t s in
  let b := slot_at t s2 in
  let d := heading (f_key a) (f_key b) in
  let at_ := edge_at (f_value b) d in
  if s =? s2 then Refuses 3
  else if f_slots t <=? s then Refuses 0
  else if f_how a =? 0 then Refuses 1
  else if f_slots t <=? s2 then Refuses 0
  else if f_how b =? 0 then Refuses 1
  else if negb (is_merkle (f_value b)) then Refuses 4
  else if d =? 2 then Refuses 6
  else if (byte (f_value b) at_ =? 0) ||
          negb (bool_decide (cut (f_value b) (at_ + 1) (at_ + 35) = f_key a)) then Refuses 12
  else match parent_check a b s2 d with
  | Passes =>
      if is_initial (f_key a) (f_value a) (f_depth t) then
        if negb (f_left a =? 4294967295) || negb (f_right a =? 4294967295) then Refuses 13 else Passes
      else if (f_depth t <=? digits (f_key a)) || negb (is_merkle (f_value a)) then Refuses 29
      else if negb (byte (f_value a) 1 =? 0) && negb (byte (f_value a) (edge_at (f_value a) 1) =? 0) then Refuses 29
      else if negb (child_of a (1 - only_edge (f_value a)) =? 4294967295) then Refuses 13 else Passes
  | k => k
  end.
(** The child [old] of the record that goes is now that in slot [s2]'s. *)
Definition moved_up (t : fthread) (old s2 d : Z) : fthread :=
  if old =? 4294967295 then t else with_slot t old (with_parent (slot_at t old) s2 d).
(** The thread afterwards. *)
Definition with_taken (t : fthread) (s s2 : Z) : fthread :=
  let a := slot_at t s in
  let b := slot_at t s2 in
  let d := heading (f_key a) (f_key b) in
  let t3 :=
    if is_initial (f_key a) (f_value a) (f_depth t)
    then with_slot t s2 (with_child (with_value b (clear (f_value b) d)) d NONE)
    else
      let d2 := only_edge (f_value a) in
      let from := edge_at (f_value a) d2 in
      let e := cut (f_value a) from (from + 68) in
      let t2 := moved_up (with_slot t s2 (with_value b (paste (f_value b) (edge_at (f_value b) d) e)))
                  (child_of a d2) s2 d in
      with_slot t2 s2 (with_child (slot_at t2 s2) d (child_of a d2)) in
  with_slot t3 s (with_how (slot_at t3 s) 0).

Section take_away.
  Context {B : base} (external : nat → list data → option (list data * data)).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).

  Definition has_been_taken (t : fthread) (s s2 : Z) (r : value) (t' : fthread) : Prop :=
    match take_check t s s2 with
    | Refuses w => r = VUnion 1 (refusal w) ∧ t' = t
    | Waits => False
    | Passes => r = passes ∧ t' = with_taken t s s2
    end.

  (** What is in a slot. *)
  Local Notation value_of t s := (f_value (f_cache t !!! Z.to_nat s)).
  Local Ltac checks :=
    fl_lets; unfold has_been_taken, take_check, only_edge; cbv zeta; unfold slot_at in *;
    try match goal with E : parent_check _ _ _ _ = Passes |- _ => rewrite E end; unfold parent_check; fl_knowing.
  Local Ltac leaf :=
    fl_reached; eexists; split; [reflexivity|]; split; [assumption|]; checks; split; reflexivity.
  Local Ltac on := repeat first [fl_step | fl_case]; try solve [leaf].
  Local Ltac passed :=
    unfold has_been_taken;
    lazymatch goal with |- match take_check ?t ?s ?s2 with _ => _ end =>
      assert (take_check t s s2 = Passes) as -> by (checks; reflexivity) end;
    (split; [reflexivity|]).
  (** The slot in the middle is left; [old] is what was below it. *)
  Local Ltac left_empty t2 Ht2 t3 E3 s s2 d old Hold :=
    (fl_call set_child_calls; [exact Ht2|lia|]);
    let Ht3 := fresh "Ht3" in
    fl_now (with_slot t2 s2 (with_child (slot_at t2 s2) d old)) as t3 E3;
    assert (thread_ok t3) as Ht3 by (rewrite E3; apply write_child_ok; [exact Ht2|lia|exact Hold]);
    thread_numbers Ht3; on; fl_reached; eexists; (split; [reflexivity|]);
    (split; [apply (write_how_ok t3 s Ht3); lia|]); passed;
    transitivity (with_slot t3 s (with_how (slot_at t3 s) 0)); [reflexivity|].
  (** The edge in direction [d2] of the record in slot [s], which is there, becomes its parent's. *)
  Local Ltac goes_up t Ht s s2 d2 d there Hm Hm2 t1 E1 t2 E2 t3 E3 Hsame old Eold :=
    let He := fresh "He" in let Hel := fresh "Hel" in let Heo := fresh "Heo" in
    destruct (edge_parts _ d2 Hm ltac:(lia) there) as (He & Hel & Heo & _);
    on; (fl_call child_calls; [exact Ht|lia|]); on; (fl_call edge_at_calls; [assumption|lia|]); on;
    let Ht1 := fresh "Ht1" in let Hold := fresh "Hold" in
    fl_now (with_slot t s2 (with_value (slot_at t s2) (paste (f_value (slot_at t s2))
      (edge_at (f_value (slot_at t s2)) d) (cut (f_value (slot_at t s)) (edge_at (f_value (slot_at t s)) d2)
        (edge_at (f_value (slot_at t s)) d2 + 68))))) as t1 E1;
    assert (thread_ok t1) as Ht1 by
      (rewrite E1; apply (write_value_ok t s2 _ Ht ltac:(lia)), merkle_value;
       apply replace_ok; [exact Hm2|lia|assumption|exact He|exact Hel]);
    assert (slot_at t1 s = slot_at t s) as Hsame by (rewrite E1; apply slot_at_other; lia);
    thread_numbers Ht1; on; (fl_call child_calls; [exact Ht1|lia|]);
    rewrite Hsame;
    pose proof (child_of_ok (slot_at t s) d2 (slot_at_ok t s Ht ltac:(lia))) as Hold;
    remember (child_of (slot_at t s) d2) as old eqn:Eold; on;
    [ left_empty t1 Ht1 t3 E3 s s2 d old Hold
    | assert (0 ≤ old < SLOTS) by (destruct Hold; lia); on;
      let Ht2 := fresh "Ht2" in
      fl_now (with_slot t1 old (with_parent (slot_at t1 old) s2 d)) as t2 E2;
      assert (thread_ok t2) as Ht2 by (rewrite E2; apply (write_parent_ok t1 old _ d Ht1); [lia|left; lia|lia]);
      left_empty t2 Ht2 t3 E3 s s2 d old Hold ].

  (** That is what [with_taken] says. *)
  Local Ltac same :=
    unfold with_taken, moved_up, only_edge; cbv zeta; fl_lets; unfold slot_at in *; fl_knowing;
    match goal with Eold : ?old = child_of _ _ |- _ => rewrite <-Eold end; fl_knowing;
    match goal with E1 : ?t1 = with_slot _ _ (with_value _ _) |- _ => rewrite <-E1 end.

  Theorem take_away_exact t s s2 :
    thread_ok t → 0 ≤ s → 0 ≤ s2 →
    ensures fn_merkle_take_away [vthread t; VInt s; VInt s2]
      (λ r ws, ∃ t', ws = [vthread t'; VInt s; VInt s2] ∧ thread_ok t' ∧ has_been_taken t s s2 r t').
  Proof.
    intros Ht Hs Hs2. thread_numbers Ht. fl_ensures. on.
    fl_known_call full_exact; [done|done|].
    intros r ws (-> & [[Hlt ->]|[(Hlt & Hfull & ->)|(Hlt & Hfull & ->)]]); fl_after.
    { assert (f_slots t <=? s = true) by lia. on. }
    { assert (f_slots t <=? s = false) by lia. assert (f_how (slot_at t s) =? 0 = true) by lia.
      unfold slot_at in *. on. }
    assert (f_slots t <=? s = false) by lia. assert (f_how (slot_at t s) =? 0 = false) by lia. on.
    fl_known_call full_exact; [done|done|].
    intros r ws (-> & [[Hlt2 ->]|[(Hlt2 & Hfull2 & ->)|(Hlt2 & Hfull2 & ->)]]); fl_after.
    { assert (f_slots t <=? s2 = true) by lia. unfold slot_at in *. on. }
    { assert (f_slots t <=? s2 = false) by lia. assert (f_how (slot_at t s2) =? 0 = true) by lia.
      unfold slot_at in *. on. }
    assert (f_slots t <=? s2 = false) by lia. assert (f_how (slot_at t s2) =? 0 = false) by lia.
    pose proof (slot_at_ok t s Ht ltac:(lia)) as Hslot. destruct (full_slot t s Hslot Hfull) as [Hk Hv].
    pose proof (slot_at_ok t s2 Ht ltac:(lia)) as Hslot2. destruct (full_slot t s2 Hslot2 Hfull2) as [Hk2 Hv2].
    pose proof (key_wf_ok _ Hk) as Hkey. pose proof (key_wf_ok _ Hk2) as Hkey2.
    pose proof (value_octets _ Hv) as Hvo. pose proof (value_len _ Hv) as Hvl.
    pose proof (value_octets _ Hv2) as Hvo2. pose proof (value_len _ Hv2) as Hvl2.
    unfold slot_at in *.
    on. fl_call is_merkle_calls; [done|lia|]. on.
    match goal with E : is_merkle _ = true |- _ => pose proof (kind_merkle _ Hv2 E) as Hm2 end.
    fl_call heading_calls; [done|done|].
    match goal with |- context [heading ?k ?a] => pose proof (heading_range k a) as Hd; set (d := heading k a) in * end.
    on. assert (0 ≤ d ≤ 1) as Hd1 by lia. pose proof (merkle_room _ d Hm2 Hd1) as Hroom.
    destruct (byte (value_of t s2) (edge_at (value_of t s2) d) =? 0) eqn:Ehere.
    all: (fl_call edge_at_calls; [done|lia|]); let t := eval unfold parent_test in parent_test in fl_walk_until t;
      try solve [leaf].
    fl_join 8%nat knowing (parent_check (slot_at t s) (slot_at t s2) s2 d = Passes) by on.
    { fl_call child_calls; [done|lia|]. on. split; [by eexists|].
      unfold parent_check. unfold slot_at in *. by fl_knowing. }
    { split; [by eexists|]. unfold parent_check, slot_at. by fl_knowing. }
    assert (s ≠ s2) as Hne by lia. assert (byte (value_of t s2) (edge_at (value_of t s2) d) ≠ 0) as Hhere by lia.
    on. fl_call is_initial_calls; [done|]. on.
    - (* The record is as it was when it was new. *)
      fl_call clear_calls; [done|lia|lia|lia|].
      fl_now (with_slot t s2 (with_value (slot_at t s2) (clear (f_value (slot_at t s2)) d))) as t1 E1'.
      assert (thread_ok t1) as Ht1.
      { rewrite E1'. apply (write_value_ok t s2 _ Ht ltac:(lia)), merkle_value, clear_ok; [done|done|exact Hhere]. }
      on. left_empty t1 Ht1 t3 E3' s s2 d constr:(4294967295) (or_intror eq_refl : link_ok 4294967295).
      rewrite E3', E1'. rewrite (slot_at_same t s2) by (done || lia). rewrite with_slot_twice.
      unfold with_taken. cbv zeta. fl_lets. unfold slot_at in *. fl_knowing. reflexivity.
    - (* It has one edge, which goes up. *)
      destruct Hroom as (Hat & Hlen2 & _ & _ & _ & Hedge). specialize (Hedge Hhere).
      fl_call digits_calls; [apply Hkey|destruct Hkey as (_ & ? & _); lia|]. on.
      fl_call is_merkle_calls; [done|lia|]. on.
      assert (merkle_ok (value_of t s)) as Hm by (by apply kind_merkle).
      destruct (merkle_room _ 0 Hm ltac:(lia)) as (_ & Hlen & _ & _ & _ & Hleft).
      destruct (merkle_room _ 1 Hm ltac:(lia)) as (Hat1 & _ & _ & _ & _ & Hright).
      change (edge_at (value_of t s) 0) with 1 in Hleft. assert (edge_at (value_of t s) 0 = 1) as Hat0 by done.
      assert (byte (value_of t s) 1 = 0 → byte (value_of t s) (edge_at (value_of t s) 1) ≠ 0) as Hother.
      { apply other_edge; [done|]. intros Hv3. unfold is_initial in *. rewrite Hv3 in *. case_match; [done|lia]. }
      fl_call edge_at_calls; [done|lia|].
      destruct (byte (value_of t s) 1 =? 0) eqn:Eleft.
      + apply Z.eqb_eq in Eleft as Hzero. specialize (Hother Hzero). specialize (Hright Hother). clear Hleft.
        goes_up t Ht s s2 1 d Hother Hm Hm2 t1 E1' t2 E2' t3 E3' Hsame old Eold;
          same; [by rewrite <-E3'|by rewrite <-E2', <-E3'].
      + apply Z.eqb_neq in Eleft as Hsome. specialize (Hleft Hsome). clear Hright Hother.
        goes_up t Ht s s2 0 d Hsome Hm Hm2 t1 E1' t2 E2' t3 E3' Hsame old Eold;
          same; [by rewrite <-E3'|by rewrite <-E2', <-E3'].
  Qed.

  Lemma take_check_cases t s s2 :
    take_check t s s2 = Passes ∨ ∃ w, take_check t s s2 = Refuses w ∧ (w < 32)%nat.
  Proof using.
    unfold take_check, parent_check. cbv zeta.
    repeat (case_match; simplify_eq); first [by left|right; eexists; split; [reflexivity|lia]].
  Qed.
  Theorem take_away_ensures t s s2 :
    thread_ok t → 0 ≤ s → 0 ≤ s2 →
    ensures fn_merkle_take_away [vthread t; VInt s; VInt s2]
      (λ r ws, ∃ t', ws = [vthread t'; VInt s; VInt s2] ∧ thread_ok t' ∧ (fails r ∧ t' = t ∨ r = passes)).
  Proof.
    intros. eapply ensures_mono; [by apply take_away_exact|]. intros r ws (t' & -> & Ht' & Hr).
    exists t'. split_and!; [done|done|]. unfold has_been_taken in Hr.
    destruct (take_check_cases t s s2) as [Ec|(w & Ec & Hw)]; rewrite Ec in Hr; [right; apply Hr|left].
    split; [|apply Hr]. eexists. split; [exact Hw|apply Hr].
  Qed.
End take_away.
