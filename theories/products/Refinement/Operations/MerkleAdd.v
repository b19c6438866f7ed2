(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * merkle.add, exactly: which check refuses, or what is written; and so it keeps the invariant, never traps, and
    changes nothing when it refuses. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Refinement Require Export Joins.
Local Open Scope Z_scope.

(** Below the edge to [key] in direction [d] of the value [v2], of which the bytes are at [at_]. *)
Definition edge_key (v2 : list Z) (d : Z) : list Z := cut v2 (edge_at v2 d + 1) (edge_at v2 d + 35).
(** The first check that fails, in the program's order; [h] is the hash of the record's value. *)
Definition in_check (t : fthread) (key v : list Z) (s s2 : Z) (h : list Z) : checked :=
  let b := slot_at t s2 in
  let d := heading key (f_key b) in
  let at_ := edge_at (f_value b) d in
  if f_slots t <=? s2 then Refuses 0
  else if f_how b =? 0 then Refuses 1
  else if f_slots t <=? s then Refuses 0
  else if negb (f_how (slot_at t s) =? 0) then Refuses 2
  else if negb (is_merkle (f_value b)) then Refuses 4
  else if d =? 2 then Refuses 6
  else if negb (fits_depth key v (f_depth t)) then Refuses 8
  else if byte (f_value b) at_ =? 0 then
    if negb (is_initial key v (f_depth t)) then Refuses 7
    else if negb (child_of b d =? 4294967295) then Refuses 11 else Passes
  else if bool_decide (edge_key (f_value b) d = key) then
    if negb (bool_decide (cut (f_value b) (at_ + 35) (at_ + 67) = h)) then Refuses 9
    else if negb (byte (f_value b) (at_ + 67) =? 0) then Refuses 10
    else if negb (child_of b d =? 4294967295) then Refuses 11 else Passes
  else if negb (is_initial key v (f_depth t)) then Refuses 7
  else if heading (edge_key (f_value b) d) key =? 2 then Refuses 12
  else if negb (is_merkle v) then Refuses 4 else Passes.

(** The record, in its slot, and the same with the edge [e] that was cut below it. *)
Definition put_in (t : fthread) (key v : list Z) (s s2 d : Z) : fthread :=
  with_slot t s (FSlot 1 d s2 NONE NONE key v).
Definition over (v e : list Z) (d2 : Z) : list Z := point v d2 (cut e 1 35) (cut e 35 67) (byte e 67 =? 1).
(** The child [old] that hung on the edge hangs on the new record's. *)
Definition hung (t : fthread) (old s d2 : Z) : fthread :=
  if old =? 4294967295 then t
  else let t' := with_slot t s (with_child (slot_at t s) d2 old) in
       with_slot t' old (with_parent (slot_at t' old) s d2).
Definition fresh_edge (v2 : list Z) (d : Z) (key : list Z) : list Z := point v2 d key (replicate 32 0) false.
(** The thread afterwards. *)
Definition with_in (t : fthread) (key v : list Z) (s s2 : Z) : fthread :=
  let b := slot_at t s2 in
  let d := heading key (f_key b) in
  let at_ := edge_at (f_value b) d in
  if byte (f_value b) at_ =? 0 then
    with_slot (put_in t key v s s2 d) s2 (with_child (with_value b (fresh_edge (f_value b) d key)) d s)
  else if bool_decide (edge_key (f_value b) d = key) then
    with_slot (put_in t key v s s2 d) s2 (with_child b d s)
  else
    let d2 := heading (edge_key (f_value b) d) key in
    let t' := hung (put_in t key (over v (cut (f_value b) at_ (at_ + 68)) d2) s s2 d) (child_of b d) s d2 in
    with_slot t' s2 (with_child (with_value (slot_at t' s2) (fresh_edge (f_value b) d key)) d s).

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

  Definition has_come_in (t : fthread) (key v : list Z) (s s2 : Z) (r : value) (t' : fthread) : Prop :=
    ∃ y h, external 1%nat [VBytes v] = Some ([y], VBytes h) ∧
    match in_check t key v s s2 h with
    | Refuses w => r = VUnion 1 (refusal w) ∧ t' = t
    | Waits => False
    | Passes => r = passes ∧ t' = with_in t key v s s2
    end.

  Local Ltac leaf :=
    fl_reached; eexists; split; [reflexivity|]; split; [assumption|];
    fl_lets; do 2 eexists; (split; [eassumption|]); unfold in_check; cbv zeta; unfold edge_key; unfold slot_at in *;
    fl_knowing; split; reflexivity.
  Local Ltac on := repeat first [fl_step | fl_case]; try solve [leaf].
  Local Ltac passed Hhash :=
    do 2 eexists; (split; [exact Hhash|]);
    lazymatch goal with |- match in_check ?t ?k ?v ?s ?s2 ?h with _ => _ end =>
      assert (in_check t k v s s2 h = Passes) as ->;
      [fl_lets; unfold in_check; cbv zeta; unfold edge_key; unfold slot_at in *; fl_knowing; reflexivity|] end;
    (split; [reflexivity|]).

  Theorem merkle_add_exact t (key v : list Z) s s2 :
    thread_ok t → key_wf key → value_ok v → 0 ≤ s → 0 ≤ s2 →
    ensures fn_merkle_add [vthread t; VBytes key; VBytes v; VInt s; VInt s2]
      (λ r ws, ∃ t', ws = [vthread t'; VBytes key; VBytes v; VInt s; VInt s2] ∧ thread_ok t' ∧
         has_come_in t key v s s2 r t').
  Proof using Hext.
    intros Ht Hk Hv Hs Hs2. thread_numbers Ht. assert (Hk' := Hk). destruct Hk' as (_ & Hkl & _).
    pose proof (key_wf_ok _ Hk) as Hkey. pose proof (value_octets _ Hv) as Hvo. pose proof (value_len _ Hv) as Hvl.
    destruct (hash_gives external Hext v Hvo ltac:(lia)) as (v' & h & Hhash & Hho & Hhl).
    fl_ensures. on.
    fl_known_call full_exact; [done|done|].
    intros r ws (-> & [[Hlt2 ->]|[(Hlt2 & Hfull2 & ->)|(Hlt2 & Hfull2 & ->)]]); fl_after.
    { assert (f_slots t <=? s2 = true) by lia. on. }
    { assert (f_slots t <=? s2 = false) by lia. assert (f_how (slot_at t s2) =? 0 = true) by lia.
      unfold slot_at in *. on. }
    assert (f_slots t <=? s2 = false) as Hlt2' by lia. assert (f_how (slot_at t s2) =? 0 = false) as Hfull2' by lia. on.
    fl_known_call vacant_exact; [done|done|].
    intros r ws (-> & [[Hlt ->]|[(Hlt & Hempty & ->)|(Hlt & Hempty & ->)]]); fl_after.
    { assert (f_slots t <=? s = true) by lia. unfold slot_at in *. on. }
    { assert (f_slots t <=? s = false) by lia. assert (f_how (slot_at t s) =? 0 = false) by lia.
      unfold slot_at in *. on. }
    assert (f_slots t <=? s = false) as Hlt' by lia. assert (f_how (slot_at t s) =? 0 = true) as Hempty' by lia.
    assert (s ≠ s2) as Hne by (intros ->; congruence).
    pose proof (slot_at_ok t s2 Ht ltac:(lia)) as Hslot2. destruct (full_slot t s2 Hslot2 Hfull2) as [Hk2 Hv2].
    pose proof (key_wf_ok _ Hk2) as Hkey2. pose proof (value_octets _ Hv2) as Hvo2.
    pose proof (value_len _ Hv2) as Hvl2.
    unfold slot_at in Hslot2, Hk2, Hv2, Hkey2, Hvo2, Hvl2, Hfull2, Hfull2', Hempty, Hempty'.
    on. fl_call is_merkle_calls; [done|lia|]. on.
    match goal with E : is_merkle _ = true |- _ => pose proof (kind_merkle _ Hv2 E) as Hm end.
    fl_call heading_calls; [done|done|].
    match goal with |- context [heading ?k ?a] => pose proof (heading_range k a) as Hd; set (d := heading k a) in * end.
    on. assert (0 ≤ d ≤ 1) as Hd1 by lia. pose proof (merkle_room _ d Hm Hd1) as Hroom.
    fl_call fits_calls; [done|done|lia|]. on.
    fl_call edge_at_calls; [done|lia|]. on.
    - (* A new edge. *)
      fl_call is_initial_calls; [done|]. on. fl_call child_calls; [done|lia|]. on.
      fl_call put_slot_calls; [done|lia|lia|lia|].
      fl_now (put_in t key v s s2 d) as t1 E1'.
      assert (thread_ok t1) as Ht1.
      { rewrite E1'. apply with_slot_ok; [done|]. apply new_slot_ok; try done; try lia. left. lia. }
      assert (slot_at t1 s2 = slot_at t s2) as Hsame by (rewrite E1'; apply slot_at_other; lia).
      assert (f_value (f_cache t1 !!! Z.to_nat s2) = f_value (f_cache t !!! Z.to_nat s2)) as Hsame'
        by exact (f_equal f_value Hsame).
      thread_numbers Ht1. on.
      fl_call point_merkle_calls; [exact Hm|done|done|repeat constructor; lia|done|].
      fl_now (with_slot t1 s2 (with_value (slot_at t1 s2) (fresh_edge (f_value (slot_at t s2)) d key))) as t2 E2'.
      assert (thread_ok t2) as Ht2.
      { rewrite E2'. apply (write_value_ok t1 s2 _ Ht1 ltac:(lia)). apply merkle_value, point_ok; try done.
        repeat constructor; lia. }
      on. fl_call set_child_calls; [done|lia|]. on. fl_reached. eexists. split; [reflexivity|].
      split; [apply write_child_ok; [done|lia|left; lia]|]. passed Hhash.
      rewrite E2'. rewrite slot_at_same by (done || lia). rewrite with_slot_twice, Hsame, E1'.
      fl_lets. unfold with_in. cbv zeta. unfold slot_at in *. by fl_knowing.
    - (* A record that was there. *)
      fl_call child_calls; [done|lia|]. on. fl_call put_slot_calls; [done|lia|lia|lia|].
      fl_now (put_in t key v s s2 d) as t1 E1'.
      assert (thread_ok t1) as Ht1.
      { rewrite E1'. apply with_slot_ok; [done|]. apply new_slot_ok; try done; try lia. left. lia. }
      assert (slot_at t1 s2 = slot_at t s2) as Hsame by (rewrite E1'; apply slot_at_other; lia).
      on. fl_call set_child_calls; [done|lia|]. on.
      fl_reached. eexists. split; [reflexivity|].
      split; [apply write_child_ok; [done|lia|left; lia]|]. passed Hhash.
      rewrite Hsame, E1'. fl_lets. unfold with_in. cbv zeta. unfold edge_key. unfold slot_at in *. by fl_knowing.
    - (* The edge is cut. *)
      pose proof (merkle_edge_key _ d Hm Hd1 ltac:(lia)) as Hek. pose proof (key_wf_ok _ Hek) as Hekey.
      destruct (edge_parts _ d Hm Hd1 ltac:(lia)) as (He & Hel & Heo & Hewf).
      fl_call is_initial_calls; [done|]. on.
      fl_call heading_calls; [done|done|].
      match goal with |- context [heading ?k ?a] =>
        lazymatch k with cut _ _ _ => pose proof (heading_range k a) as Hr; set (d2 := heading k a) in * end end.
      on. assert (0 ≤ d2 ≤ 1) as Hd2 by lia.
      fl_call is_merkle_calls; [done|lia|]. on.
      assert (merkle_ok v) as Hvm by (by apply kind_merkle).
      set (e := cut _ (edge_at _ d) (edge_at _ d + 68)) in *.
      fl_call child_calls; [done|lia|]. pose proof (child_of_ok (slot_at t s2) d Hslot2) as Hold.
      remember (child_of (slot_at t s2) d) as old eqn:Eold. on.
      fl_call put_slot_calls; [done|lia|lia|lia|].
      fl_now (put_in t key v s s2 d) as t1 E1'.
      assert (thread_ok t1) as Ht1.
      { rewrite E1'. apply with_slot_ok; [done|]. apply new_slot_ok; try done; try lia. left. lia. }
      assert (f_value (slot_at t1 s2) = f_value (slot_at t s2)) as Hsame
        by (rewrite E1'; f_equal; apply slot_at_other; lia).
      assert (slot_at t1 s = FSlot 1 d s2 NONE NONE key v) as Hnew by (rewrite E1'; apply slot_at_same; (done || lia)).
      assert (f_value (f_cache t1 !!! Z.to_nat s) = v) as Hnew' by exact (f_equal f_value Hnew).
      unfold slot_at in Hsame. thread_numbers Ht1. on.
      fl_call point_merkle_calls; [exact Hvm|done|exact Hewf|by apply octets_cut|rewrite len_cut; lia|].
      fl_now (with_slot t1 s (with_value (slot_at t1 s) (over v e d2))) as t2 E2'.
      assert (thread_ok t2) as Ht2.
      { rewrite E2'. apply (write_value_ok t1 s _ Ht1 ltac:(lia)).
        apply merkle_value, point_ok; try done; [by apply octets_cut|rewrite len_cut; lia]. }
      assert (f_value (slot_at t2 s2) = f_value (slot_at t s2)) as Hsame2.
      { etrans; [|exact Hsame]. f_equal. rewrite E2'. apply (slot_at_other t1 s s2 _); lia. }
      assert (t2 = put_in t key (over v e d2) s s2 d) as Et2.
      { rewrite E2', Hnew, E1'. unfold put_in. by rewrite with_slot_twice. }
      clear E2' Hnew Hnew' Hsame. thread_numbers Ht2. on.
      + unfold slot_at in Hsame2. fl_call point_merkle_calls; [exact Hm|done|done|repeat constructor; lia|done|].
        fl_now (with_slot t2 s2 (with_value (slot_at t2 s2) (fresh_edge (f_value (slot_at t s2)) d key))) as t5 E5'.
        assert (thread_ok t5) as Ht5.
        { rewrite E5'. apply (write_value_ok t2 s2 _ Ht2 ltac:(lia)). apply merkle_value, point_ok; try done.
          repeat constructor; lia. }
        on. fl_call set_child_calls; [done|lia|]. on.
        fl_reached. eexists. split; [reflexivity|].
        split; [apply write_child_ok; [done|lia|left; lia]|]. passed Hhash.
        rewrite E5'. rewrite slot_at_same by (done || lia). rewrite with_slot_twice.
        fl_lets. unfold with_in, hung. cbv zeta. unfold edge_key. unfold slot_at in *.
        rewrite <-?Eold. fl_knowing. by rewrite <-Et2.
      + assert (0 ≤ old < SLOTS) as Holdr by (destruct Hold; lia).
        fl_call set_child_calls; [done|lia|].
        fl_now (with_slot t2 s (with_child (slot_at t2 s) d2 old)) as t3 E3'.
        assert (thread_ok t3) as Ht3 by (rewrite E3'; apply write_child_ok; [done|lia|done]).
        assert (f_value (slot_at t3 s2) = f_value (slot_at t s2)) as Hsame3.
        { etrans; [|exact Hsame2]. f_equal. rewrite E3'. apply slot_at_other; lia. }
        clear Hsame2. thread_numbers Ht3. fl_steps.
        fl_now (with_slot t3 old (with_parent (slot_at t3 old) s d2)) as t4 E4'.
        assert (thread_ok t4) as Ht4 by (rewrite E4'; apply (write_parent_ok t3 old s d2 Ht3); [lia|left; lia|lia]).
        assert (f_value (slot_at t4 s2) = f_value (slot_at t s2)) as Hsame4.
        { etrans; [|exact Hsame3]. rewrite E4'. apply (value_with_parent t3 old s d2 s2 Ht3); lia. }
        clear Hsame3. unfold slot_at in Hsame4. thread_numbers Ht4. on.
        fl_call point_merkle_calls; [exact Hm|done|done|repeat constructor; lia|done|].
        fl_now (with_slot t4 s2 (with_value (slot_at t4 s2) (fresh_edge (f_value (slot_at t s2)) d key))) as t5 E5'.
        assert (thread_ok t5) as Ht5.
        { rewrite E5'. apply (write_value_ok t4 s2 _ Ht4 ltac:(lia)). apply merkle_value, point_ok; try done.
          repeat constructor; lia. }
        on. fl_call set_child_calls; [done|lia|]. on.
        fl_reached. eexists. split; [reflexivity|].
        split; [apply write_child_ok; [done|lia|left; lia]|]. passed Hhash.
        rewrite E5'. rewrite slot_at_same by (done || lia). rewrite with_slot_twice.
        fl_lets. unfold with_in, hung. cbv zeta. unfold edge_key. unfold slot_at in *.
        rewrite <-?Eold. fl_knowing. by rewrite <-Et2, <-E3', <-E4'.
  Qed.

  Lemma in_check_cases t key v s s2 h :
    in_check t key v s s2 h = Passes ∨ ∃ w, in_check t key v s s2 h = Refuses w ∧ (w < 32)%nat.
  Proof using.
    unfold in_check. cbv zeta. repeat case_match; first [by left|right; eexists; split; [reflexivity|lia]].
  Qed.
  Theorem merkle_add_ensures t (key v : list Z) s s2 :
    thread_ok t → key_wf key → value_ok v → 0 ≤ s → 0 ≤ s2 →
    ensures fn_merkle_add [vthread t; VBytes key; VBytes v; VInt s; VInt s2]
      (λ r ws, ∃ t', ws = [vthread t'; VBytes key; VBytes v; VInt s; VInt s2] ∧ thread_ok t' ∧
         (fails r ∧ t' = t ∨ r = passes)).
  Proof using Hext.
    intros. eapply ensures_mono; [by apply merkle_add_exact|]. intros r ws (t' & -> & Ht' & y & h & _ & Hr).
    exists t'. split_and!; [done|done|].
    destruct (in_check_cases t key v s s2 h) as [Ec|(w & Ec & Hw)]; rewrite Ec in Hr; [right; apply Hr|left].
    split; [|apply Hr]. eexists. split; [exact Hw|apply Hr].
  Qed.

End merkle_add.
