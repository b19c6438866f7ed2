(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Remove does what the model does: the same check refuses, or the same state comes of it.

    The slot of the child that moves up is written in place: it is neither of the two that the entry is about, as the
    links say ([Links.v]). *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Monitor.Log Require Import Message.
From Fairlead.Refinement Require Export ExactMerkleAdd TakeAway.
Local Open Scope Z_scope.

Section exact.
  Context {B : base} (F : list Z → Z → list Z → Z) (cfg : config Z) (x : list Z).
  Local Notation thread_is := (thread_is F cfg x).
  Local Notation slots_are := (slots_are cfg).
  Local Notation as_merkle := (as_merkle F cfg x).

  Local Ltac on := rewrite ?bind_bind, ?ok_bind; cbv beta.
  Local Ltac refuses why :=
    intros Hcame; apply (as_merkle_refused F cfg x why); [exact Hcame|cbn; lia|].

  (** The child that moves up is in another slot than the two that the entry is about. *)
  Lemma child_apart slots s s2 sl sl2 d d2 n :
    linked slots → slots !! s = Some sl → slots !! s2 = Some sl2 → Key.heading (s_key sl) (s_key sl2) = Some d →
    side d2 (s_child sl) = Some n → n ≠ s ∧ n ≠ s2.
  Proof using.
    intros Hl Hs Hs2 Hh Hn. split; [by eapply child_elsewhere|]. intros ->.
    destruct (linked_child Hl _ _ _ _ Hs Hn) as (sl3 & Hsl3 & _ & Hh3 & _). rewrite Hs2 in Hsl3. injection Hsl3 as <-.
    by rewrite (heading_asym _ _ _ Hh3) in Hh.
  Qed.

  (** The edge [c2] in direction [d2] of the record that goes becomes its parent's. *)
  Lemma merged_is t (st : thread Z) s s2 sl sl2 ends d d2 c c2 ends2 :
    len (f_cache t) = SLOTS → (s < 2 ^ 16)%N → (s2 < 2 ^ 16)%N → s ≠ s2 → slots_are t (t_slots st) →
    linked (t_slots st) → t_slots st !! s = Some sl → t_slots st !! s2 = Some sl2 →
    slot_is (slot_at t (Z.of_N s)) (Some sl) → slot_is (slot_at t (Z.of_N s2)) (Some sl2) →
    s_value sl2 = Merkle ends → s_value sl = Merkle ends2 → side d ends = Some c → side d2 ends2 = Some c2 →
    Key.heading (s_key sl) (s_key sl2) = Some d →
    let va := f_value (slot_at t (Z.of_N s)) in
    let vb := f_value (slot_at t (Z.of_N s2)) in
    let old := child_of (slot_at t (Z.of_N s)) (zd d2) in
    let e := cut va (edge_at va (zd d2)) (edge_at va (zd d2) + 68) in
    let t2 := moved_up (with_slot t (Z.of_N s2) (State.with_value (slot_at t (Z.of_N s2))
      (paste vb (edge_at vb (zd d)) e))) old (Z.of_N s2) (zd d) in
    let t3 := with_slot t2 (Z.of_N s2) (with_child (slot_at t2 (Z.of_N s2)) (zd d) old) in
    slots_are (with_slot t3 (Z.of_N s) (with_how (slot_at t3 (Z.of_N s)) 0))
      (delete s (<[s2 := adopt sl2 (Thread.point ends d c2) d (side d2 (s_child sl))]>
        (relink (side d2 (s_child sl)) s2 d (t_slots st)))).
  Proof using.
    intros Hl Hsr Hs2r Hss Hs Hlinked Hsl Hsl2 Hslot Hslot2 Ev2 Ev Ec Ec2 Hh va vb old e t2 t3.
    assert (Hslot' := Hslot). assert (Hslot2' := Hslot2).
    destruct Hslot' as (_ & _ & Hv & _), Hslot2' as (Hhow2 & Hk2 & Hv2 & Hl2 & Hr2 & Hp2).
    fold va in Hv. fold vb in Hv2. rewrite Ev in Hv. rewrite Ev2 in Hv2.
    pose proof (edge_is va ends2 d2 Hv) as He. cbv zeta in He. rewrite Ec2 in He.
    destruct He as (Hwf & _ & _ & _ & _ & Hcut). fold e in Hcut.
    assert (value_is (paste vb (edge_at vb (zd d)) e) (Thread.point ends d c2)) as Hnew.
    { rewrite Hcut. by apply (replaced_is vb ends d c c2). }
    set (sl2' := Thread.with_value sl2 (Thread.point ends d c2)).
    set (t1 := with_slot t (Z.of_N s2) _) in t2.
    assert (slot_is (State.with_value (slot_at t (Z.of_N s2)) (paste vb (edge_at vb (zd d)) e)) (Some sl2')) as Hslot2n.
    { unfold slot_is, sl2', State.with_value; cbn. split_and!; try done; try apply Hk2; apply Hnew. }
    assert (slots_are t1 (<[s2 := sl2']> (t_slots st))) as H1.
    { apply (put_is cfg _ _ s2 _ (Some _)); [done|done|exact Hs|exact Hslot2n]. }
    assert (len (f_cache t1) = SLOTS) as Hl1 by by apply cache_len.
    assert (slot_at t1 (Z.of_N s2) = State.with_value (slot_at t (Z.of_N s2)) (paste vb (edge_at vb (zd d)) e)) as Hat1.
    { unfold t1, slot_at, with_slot. cbn [f_cache]. apply list_lookup_total_insert. unfold len in Hl. lia. }
    assert (link_is old (side d2 (s_child sl))) as Hold by apply (child_is _ sl d2 Hslot).
    assert (len (f_cache t2) = SLOTS ∧ slots_are t2 (relink (side d2 (s_child sl)) s2 d (<[s2 := sl2']> (t_slots st))) ∧
      slot_at t2 (Z.of_N s2) = slot_at t1 (Z.of_N s2)) as (Hl2' & H2 & Hat2).
    { unfold t2, moved_up. rewrite (link_none _ _ Hold). case_bool_decide as Hn; [by rewrite Hn|].
      destruct (side d2 (s_child sl)) as [n|] eqn:En; [|done].
      destruct (child_apart _ s s2 sl sl2 d d2 n Hlinked Hsl Hsl2 Hh En) as [Hns Hns2].
      assert (old ≠ NONE) by (destruct Hold; lia).
      split_and!; [by apply cache_len|by apply relinked_is|]. destruct Hold as [-> _]. apply slot_at_other; lia. }
    assert (slots_are t3 (<[s2 := adopt sl2 (Thread.point ends d c2) d (side d2 (s_child sl))]>
      (relink (side d2 (s_child sl)) s2 d (t_slots st)))) as H3.
    { assert (<[s2 := adopt sl2 (Thread.point ends d c2) d (side d2 (s_child sl))]>
          (relink (side d2 (s_child sl)) s2 d (t_slots st)) =
        <[s2 := adopt sl2 (Thread.point ends d c2) d (side d2 (s_child sl))]>
          (relink (side d2 (s_child sl)) s2 d (<[s2 := sl2']> (t_slots st)))) as ->.
      { destruct (side d2 (s_child sl)) as [n|] eqn:En; cbn [relink]; [|by rewrite insert_insert].
        destruct (child_apart _ s s2 sl sl2 d d2 n Hlinked Hsl Hsl2 Hh En) as [Hns Hns2].
        rewrite alter_insert_ne by done. by rewrite insert_insert. }
      apply (put_is cfg _ _ s2 _ (Some _)); [done|done|exact H2|]. rewrite Hat2, Hat1.
      by apply (adopted_is (slot_at t (Z.of_N s2)) sl2 _ (Thread.point ends d c2) d old (side d2 (s_child sl))). }
    apply (put_is cfg _ (<[s2 := _]> _) s _ None); [by apply cache_len|done|exact H3|apply emptied_is].
  Qed.

  Theorem remove_is t st s s2 r t' :
    thread_ok t → thread_is t st → linked (t_slots st) → (s < 2 ^ 16)%N → (s2 < 2 ^ 16)%N →
    has_been_taken t (Z.of_N s) (Z.of_N s2) r t' → as_merkle (Thread.remove cfg st s s2) t r t'.
  Proof using.
    intros Ht Hst Hlinked Hsr Hs2r. assert (Hst' := Hst).
    destruct Hst' as (_ & Hdepth & Hslots & _ & _ & _ & _ & Hs & _).
    fold (slots_are t (t_slots st)) in Hs. assert (Ht' := Ht). destruct Ht' as (_&_&_&_&_&_&_&_&_&[Hcl _]).
    unfold has_been_taken, take_check, Thread.remove. cbv zeta.
    destruct (Z.eqb_spec (Z.of_N s) (Z.of_N s2)) as [Heq|Hne].
    { refuses Same_slot. apply need_no. intros Hn. lia. }
    rewrite need_yes by congruence. assert (s ≠ s2) as Hss by congruence.
    pose proof (full_is cfg t st s Hslots Hs) as Hfull. fl_in_use Hfull refuses.
    destruct Hfull as (sl & -> & Hsl & Hslot). on.
    pose proof (full_is cfg t st s2 Hslots Hs) as Hfull. fl_in_use Hfull refuses.
    destruct Hfull as (sl2 & -> & Hsl2 & Hslot2). on.
    assert (Hslot' := Hslot). assert (Hslot2' := Hslot2).
    destruct Hslot' as (_ & Hk & Hv & _), Hslot2' as (_ & Hk2 & Hv2 & _).
    unfold ends_of. rewrite (value_is_merkle _ _ Hv2).
    destruct (s_value sl2) as [|ends] eqn:Ev2; cbn [negb]. { refuses Not_merkle. done. }
    on. rewrite (heading_is _ _ _ _ Hk Hk2).
    destruct (Key.heading (s_key sl) (s_key sl2)) as [d|] eqn:Ed; cbn [Thread.some].
    2:{ refuses Not_descendant. done. }
    rewrite (proj2 (Z.eqb_neq (zd d) 2)) by (destruct d; done). on.
    pose proof (edge_is _ _ d Hv2) as He. cbv zeta in He.
    destruct (side d ends) as [c|] eqn:Ec; cbn [Thread.some].
    2:{ rewrite He. refuses Edge_elsewhere. done. }
    destruct He as ((Hck & Hcd) & Hb0 & Hekey & _). rewrite Hb0, Hekey. on. cbn [Z.eqb orb].
    pose proof (key_is_inj _ _ (e_key c) (s_key sl) (conj Hck eq_refl) Hk) as Hsame.
    destruct (bool_decide (zs (print key_codec (e_key c)) = f_key (slot_at t (Z.of_N s)))) eqn:Eb; cbn [negb].
    2:{ refuses Edge_elsewhere. apply need_no. intros Hn. apply bool_decide_eq_false in Eb. by apply Eb, Hsame. }
    apply bool_decide_eq_true, Hsame in Eb. rewrite need_yes by exact Eb.
    rewrite (parent_is _ _ _ _ s2 d Hslot Hslot2).
    assert (∀ w, parent_check (slot_at t (Z.of_N s)) (slot_at t (Z.of_N s2)) (Z.of_N s2) (zd d) = Refuses w →
      w = 14%nat ∨ w = 11%nat) as Hws.
    { intros w. unfold parent_check. repeat case_match; intros [= <-]; auto. }
    destruct (parent_check _ _ _ _) as [|w|] eqn:Ep; [|destruct (Hws w eq_refl) as [-> | ->]|].
    2:{ refuses Wrong_parent. done. }
    2:{ refuses Child_in_cache. done. }
    2:{ exfalso. revert Ep. unfold parent_check. by repeat case_match. }
    on. rewrite Hdepth, (initial_is _ _ _ _ _ Hk Hv).
    assert (with_taken t (Z.of_N s) (Z.of_N s2) = with_taken t (Z.of_N s) (Z.of_N s2)) as Hway by done.
    unfold with_taken in Hway at 2. cbv zeta in Hway.
    rewrite (heading_is _ _ _ _ Hk Hk2), Ed, Hdepth, (initial_is _ _ _ _ _ Hk Hv) in Hway.
    destruct (bool_decide (s_value sl = Record.initial (depth cfg) (s_key sl))) eqn:Einit.
    { apply bool_decide_eq_true in Einit. rewrite decide_True by exact Einit.
      rewrite (children_none _ _ Hslot). case_bool_decide as Hchild; cbn [negb].
      2:{ refuses Has_children. by apply need_no. }
      rewrite need_yes by done. intros [-> ->]. right. eexists. split; [reflexivity|]. split; [done|].
      eapply (slots_replaced F cfg x); [exact Hst| |by rewrite Hway]. rewrite Hway.
      apply (put_is cfg _ (<[s2 := _]> _) s _ None); [by apply cache_len|done| |apply emptied_is].
      apply (put_is cfg _ _ s2 _ (Some _)); [done|done|exact Hs|].
      apply (adopted_is (slot_at t (Z.of_N s2)) sl2 _ _ d NONE None); [exact Hslot2| |done]. by eapply cleared_is. }
    apply bool_decide_eq_false in Einit. rewrite decide_False by exact Einit.
    rewrite (key_is_digits _ _ Hk), (value_is_merkle _ _ Hv).
    unfold Record.initial in Einit |- *.
    destruct (Z.leb_spec (Z.of_N (depth cfg)) (Z.of_nat (length (s_key sl)))) as [Hdeep|Hshort]; cbn [orb].
    { rewrite decide_False by lia. refuses Still_needed. done. }
    rewrite decide_True in Einit |- * by lia.
    destruct (s_value sl) as [|ends2] eqn:Ev; cbn [negb]. { refuses Still_needed. done. }
    pose proof (edge_is _ _ false Hv) as Hleft. pose proof (edge_is _ _ true Hv) as Hright. cbv zeta in Hleft, Hright.
    change (edge_at (f_value (slot_at t (Z.of_N s))) (zd false)) with 1 in Hleft. cbn [zd] in Hright.
    destruct ends2 as [l0 r0]. cbn [side fst snd] in Hleft, Hright.
    assert (∀ d2 c2, side d2 (l0, r0) = Some c2 → only_edge (f_value (slot_at t (Z.of_N s))) = zd d2 →
      match (if negb (child_of (slot_at t (Z.of_N s)) (1 - only_edge (f_value (slot_at t (Z.of_N s)))) =? NONE)
             then Refuses 13 else Passes) with
      | Passes => r = passes ∧ t' = with_taken t (Z.of_N s) (Z.of_N s2)
      | Refuses w => r = VUnion 1 (refusal w) ∧ t' = t
      | Waits => False
      end → as_merkle (Thread.merge st s s2 sl sl2 ends d d2 c2) t r t') as Hmerge.
    { intros d2 c2 Hc2 Hd2. rewrite Hd2. unfold Thread.merge.
      replace (1 - zd d2) with (zd (negb d2)) by by destruct d2.
      rewrite (link_none _ _ (child_is _ sl (negb d2) Hslot)). case_bool_decide as Hchild; cbn [negb].
      2:{ refuses Has_children. by apply need_no. }
      rewrite need_yes by done. intros [-> ->]. right. eexists. split; [reflexivity|]. split; [done|].
      rewrite Hd2 in Hway.
      eapply (slots_replaced F cfg x); [exact Hst| |].
      2:{ rewrite Hway. unfold moved_up. by destruct (child_of (slot_at t (Z.of_N s)) (zd d2) =? 4294967295). }
      rewrite Hway.
      by apply (merged_is t st s s2 sl sl2 ends d d2 c c2 (l0, r0)). }
    unfold only_edge in Hmerge.
    destruct l0 as [l1|], r0 as [r1|].
    - destruct Hleft as (_ & Hl1 & _), Hright as (_ & Hr1 & _). rewrite Hl1, Hr1. cbn [Z.eqb negb andb].
      refuses Still_needed. done.
    - destruct Hleft as (_ & Hl1 & _). rewrite Hl1 in Hmerge |- *. rewrite Hright.
      cbn [Z.eqb negb andb] in Hmerge |- *. unfold only_edge. rewrite Hl1. by apply (Hmerge false).
    - rewrite Hleft in Hmerge |- *. cbn [Z.eqb negb andb] in Hmerge |- *.
      unfold only_edge. rewrite Hleft. by apply (Hmerge true).
    - done.
  Qed.
End exact.
