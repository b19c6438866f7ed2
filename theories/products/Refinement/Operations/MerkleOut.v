(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * merkle.evict, exactly: which check refuses, or what is written; and so it keeps the invariant, never traps, and
    changes nothing when it refuses. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Joins.
Local Open Scope Z_scope.

(** The first check that fails, in the program's order. *)
Definition out_check (t : fthread) (s s2 : Z) : checked :=
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
  else if negb (f_left a =? 4294967295) || negb (f_right a =? 4294967295) then Refuses 13
  else if (byte (f_value b) at_ =? 0) ||
          negb (bool_decide (cut (f_value b) (at_ + 1) (at_ + 35) = f_key a)) then Refuses 12
  else parent_check a b s2 d.
(** The thread afterwards, if the hash of the record's value is [h]. *)
Definition with_out (t : fthread) (s s2 : Z) (h : list Z) : fthread :=
  let b := slot_at t s2 in
  let d := heading (f_key (slot_at t s)) (f_key b) in
  let at_ := edge_at (f_value b) d in
  with_slot
    (with_slot t s2 (with_child (with_value b (<[Z.to_nat (at_ + 67) := 0]> (paste (f_value b) (at_ + 35) h))) d NONE))
    s (with_how (slot_at t s) 0).

Section merkle_out.
  Context {B : base} (external : nat → list data → option (list data * data)) (Hext : externals_ok external).
  Local Notation calls := (calls Q external).
  Local Notation ensures := (ensures Q external).
  Local Notation value := (val fl_point).

  Definition has_gone_out (t : fthread) (s s2 : Z) (r : value) (t' : fthread) : Prop :=
    match out_check t s s2 with
    | Refuses w => r = VUnion 1 (refusal w) ∧ t' = t
    | Waits => False
    | Passes => r = passes ∧ ∃ b h, external 1%nat [VBytes (f_value (slot_at t s))] = Some ([b], VBytes h) ∧
        t' = with_out t s s2 h
    end.

  Local Ltac leaf :=
    fl_reached; eexists; split; [reflexivity|]; split; [assumption|];
    fl_lets; unfold has_gone_out, out_check, parent_check; cbv zeta; unfold slot_at in *; fl_knowing;
    split; reflexivity.
  Local Ltac on := repeat first [fl_step | fl_case]; try solve [leaf].

  Theorem merkle_evict_exact t s s2 :
    thread_ok t → 0 ≤ s → 0 ≤ s2 →
    ensures fn_merkle_evict [vthread t; VInt s; VInt s2]
      (λ r ws, ∃ t', ws = [vthread t'; VInt s; VInt s2] ∧ thread_ok t' ∧ has_gone_out t s s2 r t').
  Proof using Hext.
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
    destruct (hash_gives external Hext _ Hvo ltac:(lia)) as (v' & h & Hhash & Hho & Hhl).
    on. fl_call is_merkle_calls; [done|lia|]. on.
    match goal with E : is_merkle _ = true |- _ => pose proof (kind_merkle _ Hv2 E) as Hm end.
    fl_call heading_calls; [done|done|].
    match goal with |- context [heading ?k ?a] => pose proof (heading_range k a) as Hd; set (d := heading k a) in * end.
    on. assert (0 ≤ d ≤ 1) as Hd1 by lia. pose proof (merkle_room _ d Hm Hd1) as Hroom.
    destruct (byte (f_value (f_cache t !!! Z.to_nat s2)) (edge_at (f_value (f_cache t !!! Z.to_nat s2)) d) =? 0)
      eqn:Ehere.
    all: (fl_call edge_at_calls; [done|lia|]); let t := eval unfold parent_test in parent_test in fl_walk_until t;
      try solve [leaf].
    fl_join 8%nat knowing (parent_check (slot_at t s) (slot_at t s2) s2 d = Passes) by on.
    { fl_call child_calls; [done|lia|]. on. split; [by eexists|].
      unfold parent_check. unfold slot_at in *. by fl_knowing. }
    { split; [by eexists|]. unfold parent_check, slot_at. by fl_knowing. }
    on.
    fl_now (with_slot t s2 (with_value (slot_at t s2) (<[Z.to_nat (edge_at (f_value (slot_at t s2)) d + 67) := 0]>
      (paste (f_value (slot_at t s2)) (edge_at (f_value (slot_at t s2)) d + 35) h)))) as t1 E1'.
    assert (thread_ok t1) as Ht1.
    { rewrite E1'. apply (write_value_ok t s2 _ Ht ltac:(lia)), merkle_value. unfold slot_at.
      match goal with |- merkle_ok (<[Z.to_nat (edge_at ?v d + 67) := 0]> (paste _ _ _)) =>
        rewrite <-(edge_at_paste v (edge_at v d + 35) h d) at 1 by lia end.
      apply mark_ok; [by apply digest_ok; try done; lia|done| |lia].
      rewrite edge_at_paste by lia. rewrite byte_paste_before by lia. lia. }
    on. fl_call set_child_calls; [done|lia|].
    fl_now (with_slot t1 s2 (with_child (slot_at t1 s2) d NONE)) as t2 E2'.
    assert (thread_ok t2) as Ht2 by (rewrite E2'; apply write_child_ok; [done|lia|by right]).
    thread_numbers Ht2. on.
    fl_reached. eexists. split; [reflexivity|]. split; [apply (write_how_ok t2 s Ht2); lia|]. unfold has_gone_out.
    assert (out_check t s s2 = Passes) as ->.
    { fl_lets. unfold out_check. cbv zeta. unfold slot_at in *. fl_knowing. done. }
    split; [done|]. exists v', h. split; [exact Hhash|].
    transitivity (with_slot t2 s (with_how (slot_at t2 s) 0)); [reflexivity|].
    rewrite E2', E1'. unfold with_out. cbv zeta.
    rewrite slot_at_same by (done || lia). rewrite with_slot_twice. rewrite slot_at_other by lia. done.
  Qed.

  Lemma out_check_refuses t s s2 w : out_check t s s2 = Refuses w → (w < 32)%nat.
  Proof using. unfold out_check, parent_check. cbv zeta. repeat case_match; intros [= <-]; lia. Qed.
  Lemma out_check_no_wait t s s2 : out_check t s s2 ≠ Waits.
  Proof using. unfold out_check, parent_check. cbv zeta. by repeat case_match. Qed.
  Theorem merkle_evict_ensures t s s2 :
    thread_ok t → 0 ≤ s → 0 ≤ s2 →
    ensures fn_merkle_evict [vthread t; VInt s; VInt s2]
      (λ r ws, ∃ t', ws = [vthread t'; VInt s; VInt s2] ∧ thread_ok t' ∧ (fails r ∧ t' = t ∨ r = passes)).
  Proof using Hext.
    intros. eapply ensures_mono; [by apply merkle_evict_exact|]. intros r ws (t' & -> & Ht' & Hr). exists t'.
    split_and!; [done|done|]. unfold has_gone_out in Hr.
    destruct (out_check t s s2) eqn:E; [right; apply Hr|left|by apply out_check_no_wait in E].
    split; [|apply Hr]. eexists. split; [by eapply out_check_refuses|apply Hr].
  Qed.
End merkle_out.
