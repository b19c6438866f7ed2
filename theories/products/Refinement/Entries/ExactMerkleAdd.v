(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * AddM does what the model does: the same check refuses, or the same state comes of it.

    Where an edge is cut, the program writes to the slot of the child that hung on it: that this is no other than the
    model's, and neither of the two slots that the entry is about, is known from the links ([Links.v]). *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Monitor.Log Require Import Message.
From Fairlead.Monitor.Consistency Require Import MovesIn.
From Fairlead.Refinement Require Export ExactMerkle MerkleAdd Links.
Local Open Scope Z_scope.

Section exact.
  Context {B : base} (external : nat → list data → option (list data * data)).
  Context (F : list Z → Z → list Z → Z) (hash : bytes → bytes) (cfg : config Z) (x : list Z).
  Context (Hhash : hash_is external hash) (Hdigests : digests_as hash cfg).
  Local Notation thread_is := (thread_is F cfg x).
  Local Notation slots_are := (slots_are cfg).
  Local Notation as_merkle := (as_merkle F cfg x).

  Local Ltac on := rewrite ?bind_bind, ?ok_bind; cbv beta.
  Local Ltac refuses why :=
    intros Hcame; apply (as_merkle_refused F cfg x why); [exact Hcame|cbn; lia|].

  Local Ltac initial H :=
    match goal with |- context [bool_decide (?v = Record.initial ?d ?k)] =>
      destruct (bool_decide (v = Record.initial d k)) eqn:H; cbn [negb];
      [apply bool_decide_eq_true in H; rewrite need_yes by exact H
      |apply bool_decide_eq_false in H; refuses Value_not_initial; by apply need_no] end.
  Local Ltac childless H :=
    match goal with |- context [bool_decide (side ?d (s_child ?sl) = None)] =>
      destruct (bool_decide (side d (s_child sl) = None)) eqn:H; cbn [negb];
      [apply bool_decide_eq_true in H; rewrite need_yes by exact H
      |apply bool_decide_eq_false in H; refuses Child_in_cache; by apply need_no] end.

  (** A child in the cache gets another parent; slots that are no slots of the model's may be written. *)
  Lemma relinked_is t slots o z s d :
    len (f_cache t) = SLOTS → (s < 2 ^ 16)%N → slots_are t slots → link_is z o → z ≠ NONE →
    slots_are (with_slot t z (with_parent (slot_at t z) (Z.of_N s) (zd d))) (relink o s d slots).
  Proof using.
    intros Hl Hs Hslots Hz Hn r Hr. destruct o as [n|]; [|done]. destruct Hz as [-> Hnr]. rewrite relink_lookup.
    unfold slot_at, with_slot. cbn [f_cache]. destruct (decide (n = r)) as [->|Hne].
    - rewrite decide_True by done. rewrite list_lookup_total_insert by (unfold len in *; lia).
      specialize (Hslots r Hr). unfold slot_at in Hslots. destruct (slots !! r) as [sl|]; cbn; [|exact Hslots].
      destruct Hslots as (?&?&?&?&?&_). cbn. split_and!; try done. lia.
    - rewrite decide_False by congruence. rewrite list_lookup_total_insert_ne by lia. by apply Hslots.
  Qed.
  (** A new slot. *)
  Lemma put_in_is kb k vb v s2 d :
    key_is kb k → value_is vb v → (s2 < 2 ^ 16)%N →
    slot_is (FSlot 1 (zd d) (Z.of_N s2) NONE NONE kb vb) (Some (Thread.Slot k v MAdd (None, None) (Some (s2, d)))).
  Proof using. intros Hk Hv Hs2. unfold slot_is; cbn. split_and!; try done; try apply Hk; try apply Hv. lia. Qed.

  Theorem add_merkle_is t st kb k vb v s s2 r t' :
    thread_ok t → thread_is t st → linked (t_slots st) → key_is kb k → value_is vb v →
    (s < 2 ^ 16)%N → (s2 < 2 ^ 16)%N →
    has_come_in external t kb vb (Z.of_N s) (Z.of_N s2) r t' → as_merkle (add_merkle cfg st k v s s2) t r t'.
  Proof using Hhash Hdigests.
    intros Ht Hst Hlinked Hk Hv Hsr Hs2r. assert (Hst' := Hst).
    destruct Hst' as (_ & Hdepth & Hslots & _ & _ & _ & _ & Hs & _). fold (slots_are t (t_slots st)) in Hs.
    assert (Ht' := Ht). destruct Ht' as (_&_&_&_&_&_&_&_&_&[Hcl _]). destruct Hhash as [Hh Hh32].
    intros (y & h & Hext & Hcame). assert (h = zs (digest cfg v)) as ->.
    { rewrite Hdigests. destruct Hv as [_ ->]. by apply (Hh _ _ _ Hext). }
    assert (length (digest cfg v) = 32%nat) as Hd32 by (rewrite Hdigests; apply Hh32). clear Hext. revert Hcame.
    unfold in_check, add_merkle. cbv zeta.
    pose proof (full_is cfg t st s2 Hslots Hs) as Hfull. fl_in_use Hfull refuses.
    destruct Hfull as (sl2 & -> & Hsl2 & Hslot2). on.
    pose proof (vacant_is cfg t st s Hslots Hs) as Hvacant. destruct (f_slots t <=? Z.of_N s).
    { refuses Slot_out_of_range. by rewrite Hvacant. }
    destruct (f_how (slot_at t (Z.of_N s)) =? 0); cbn [negb]. 2:{ refuses Slot_full. by rewrite Hvacant. }
    destruct Hvacant as [-> Hnone]. on. assert (s ≠ s2) as Hss by congruence.
    assert (Hslot2' := Hslot2). destruct Hslot2' as (_ & Hk2 & Hv2 & _).
    unfold ends_of. rewrite (value_is_merkle _ _ Hv2).
    destruct (s_value sl2) as [|ends] eqn:Ev2; cbn [negb]. { refuses Not_merkle. done. }
    on. rewrite (heading_is _ _ _ _ Hk Hk2).
    destruct (Key.heading k (s_key sl2)) as [d|] eqn:Ed; cbn [Thread.some].
    2:{ refuses Not_descendant. done. }
    rewrite (proj2 (Z.eqb_neq (zd d) 2)) by (destruct d; done). on.
    rewrite Hdepth, (fits_is _ _ _ _ _ Hk Hv).
    destruct (Record.fits (depth cfg) k v) eqn:Efits; cbn [negb].
    2:{ refuses Value_does_not_fit. by rewrite need_no by done. }
    rewrite need_yes by done. rewrite (initial_is _ _ _ _ _ Hk Hv).
    pose proof (link_none _ _ (child_is _ sl2 d Hslot2)) as Hchild. rewrite Hchild.
    (* What comes of the two cases in which nothing is cut. *)
    assert (∀ vb2 v2, value_is vb2 v2 → slots_are
      (with_slot (put_in t kb vb (Z.of_N s) (Z.of_N s2) (zd d)) (Z.of_N s2)
         (with_child (State.with_value (slot_at t (Z.of_N s2)) vb2) (zd d) (Z.of_N s)))
      (<[s := Thread.Slot k v MAdd (None, None) (Some (s2, d))]> (<[s2 := adopt sl2 v2 d (Some s)]> (t_slots st))))
      as Hput.
    { intros vb2 v2 Hvb2. rewrite insert_commute by done.
      apply (put_is cfg _ _ s2 _ (Some _)); [by apply cache_len|done| |].
      - apply (put_is cfg _ _ s _ (Some _)); [done|done|exact Hs|]. by apply put_in_is.
      - apply (adopted_is _ sl2 _ _ d (Z.of_N s) (Some s)); [exact Hslot2|exact Hvb2|]. split; [done|lia]. }
    assert (has_way : with_in t kb vb (Z.of_N s) (Z.of_N s2) = with_in t kb vb (Z.of_N s) (Z.of_N s2)) by done.
    unfold with_in in has_way at 2. cbv zeta in has_way. rewrite (heading_is _ _ _ _ Hk Hk2), Ed in has_way.
    pose proof (edge_is _ _ d Hv2) as He. cbv zeta in He.
    destruct (side d ends) as [c|] eqn:Ec.
    2:{ rewrite He in has_way |- *. cbn [Z.eqb] in has_way |- *.
      initial Hinit. childless Hno. intros [-> ->]. right. eexists. split; [reflexivity|]. split; [done|].
      eapply (slots_replaced F cfg x); [exact Hst| |by rewrite has_way]. rewrite has_way. apply Hput.
      unfold fresh_edge. rewrite <-no_digest_is. by apply point_is. }
    destruct He as ((Hck & Hcd) & Hb0 & Hekey & Hdig & Hmark & Hcut).
    fold (edge_key (f_value (slot_at t (Z.of_N s2))) (zd d)) in Hekey.
    rewrite Hb0, Hekey, Hcut in has_way. rewrite Hb0, Hekey, Hdig, Hmark. cbn [Z.eqb] in has_way |- *.
    pose proof (key_is_inj _ _ (e_key c) k (conj Hck eq_refl) Hk) as Hsame.
    destruct (bool_decide (zs (print key_codec (e_key c)) = kb)) eqn:Eb.
    { apply bool_decide_eq_true, Hsame in Eb. rewrite decide_True by done.
      destruct (bool_decide (zs (e_digest c) = zs (digest cfg v))) eqn:Edig; cbn [negb].
      2:{ refuses Wrong_digest. apply need_no. intros Hn. apply bool_decide_eq_false in Edig. apply Edig.
        by rewrite Hn. }
      apply bool_decide_eq_true, zs_inj in Edig. rewrite need_yes by done.
      destruct (e_blum c); cbn [zd Z.eqb negb]. { refuses In_blum. by apply need_no. }
      rewrite need_yes by done. childless Hno. intros [-> ->]. right. eexists. split; [reflexivity|]. split; [done|].
      eapply (slots_replaced F cfg x); [exact Hst| |by rewrite has_way]. rewrite has_way. apply (Hput _ _ Hv2). }
    apply bool_decide_eq_false in Eb. rewrite decide_False by (intros Hn; by apply Eb, Hsame).
    initial Hinit. rewrite (heading_is _ _ (e_key c) k (conj Hck eq_refl) Hk) in has_way |- *.
    destruct (Key.heading (e_key c) k) as [d2|] eqn:Ed2; cbn [Thread.some].
    2:{ refuses Edge_elsewhere. done. }
    rewrite (proj2 (Z.eqb_neq (zd d2) 2)) by (destruct d2; done). on.
    rewrite (value_is_merkle _ _ Hv). destruct v as [|none]; cbn [negb]. { refuses Not_merkle. done. }
    intros [-> ->]. right. eexists. split; [reflexivity|]. split; [done|].
    eapply (slots_replaced F cfg x); [exact Hst| |by rewrite has_way; unfold hung; case_match].
    rewrite has_way. set (old := side d (s_child sl2)) in *.
    assert (link_is (child_of (slot_at t (Z.of_N s2)) (zd d)) old) as Hold by apply (child_is _ sl2 d Hslot2).
    assert (∀ n, old = Some n → n ≠ s ∧ n ≠ s2) as Hother.
    { intros n Hn. destruct (linked_child Hlinked _ _ _ _ Hsl2 Hn) as (sl & Hsl & _).
      split; [congruence|by eapply child_elsewhere]. }
    (* The new record, with the edge that was cut. *)
    set (vb' := over vb (edge_bytes (Some c)) (zd d2)).
    assert (value_is vb' (Thread.point none d2 c)) as Hv'.
    { unfold vb', over. rewrite edge_bytes_some.
      destruct (new_edge_parts _ _ (e_blum c) (key_bytes_len _ Hck) (digest_len _ Hcd)) as (_ & _ & -> & -> & ->).
      unfold Thread.point. destruct c as [ck cd cb]. cbn [e_key e_digest e_blum] in *.
      replace (zd cb =? 1) with cb by by destruct cb. by apply (point_is _ none d2 _ ck cd cb). }
    set (t1 := put_in t kb vb' (Z.of_N s) (Z.of_N s2) (zd d)).
    set (new := λ o, Thread.Slot k (Thread.point none d2 c) MAdd (set_side d2 o (None, None)) (Some (s2, d))).
    assert (slots_are t1 (<[s := new None]> (t_slots st))) as H1.
    { apply (put_is cfg _ _ s _ (Some _)); [done|done|exact Hs|]. unfold new. rewrite no_child. by apply put_in_is. }
    set (t2 := hung t1 _ _ _).
    assert (len (f_cache t2) = SLOTS ∧ slot_at t2 (Z.of_N s2) = slot_at t2 (Z.of_N s2) ∧
      slots_are t2 (<[s := new old]> (relink old s d2 (t_slots st))) ∧
      slot_is (slot_at t2 (Z.of_N s2)) (Some sl2) ∧ f_value (slot_at t2 (Z.of_N s2)) = f_value (slot_at t (Z.of_N s2)))
      as (Hl2 & _ & H2 & Hslot2'' & Hv2').
    { assert (len (f_cache t1) = SLOTS) as Hl1 by by apply cache_len.
      assert (slot_at t1 (Z.of_N s2) = slot_at t (Z.of_N s2)) as Hthere by (apply slot_at_other; lia).
      unfold t2, hung. rewrite (link_none _ _ Hold). case_bool_decide as Hn.
      { rewrite Hn. cbn [relink]. rewrite Hthere. by split_and!. }
      destruct old as [n|] eqn:En; [|done]. destruct (Hother n eq_refl) as [Hns Hns2]. destruct Hold as [-> Hnr].
      set (t3 := with_slot t1 _ _).
      assert (len (f_cache t3) = SLOTS) as Hl3 by by apply cache_len.
      assert (slot_at t3 (Z.of_N s2) = slot_at t (Z.of_N s2)) as Hthere3
        by (etrans; [apply slot_at_other; lia|exact Hthere]).
      assert (slot_at (with_slot t3 (Z.of_N n) (with_parent (slot_at t3 (Z.of_N n)) (Z.of_N s) (zd d2))) (Z.of_N s2) =
        slot_at t (Z.of_N s2)) as -> by (etrans; [apply slot_at_other; lia|exact Hthere3]).
      split_and!; [by apply cache_len|done| |exact Hslot2|done].
      assert (<[s := new (Some n)]> (relink (Some n) s d2 (t_slots st)) =
        relink (Some n) s d2 (<[s := new (Some n)]> (t_slots st))) as -> by (cbn [relink]; by rewrite alter_insert_ne).
      apply relinked_is; [done|done| |by split|lia].
      rewrite <-(insert_insert (t_slots st) s (new (Some n)) (new None)).
      apply (put_is cfg _ _ s _ (Some _)); [done|done|exact H1|].
      assert (slot_at t1 (Z.of_N s) = FSlot 1 (zd d) (Z.of_N s2) NONE NONE kb vb') as ->
        by (apply slot_at_same; [exact Ht|lia]).
      unfold new, slot_is, with_child. destruct d2; cbn; split_and!; try done; try apply Hk; try apply Hv'; lia. }
    rewrite insert_commute by done. apply (put_is cfg _ _ s2 _ (Some _)); [done|done|exact H2|].
    apply (adopted_is _ sl2 _ _ d (Z.of_N s) (Some s)); [exact Hslot2''| |split; [done|lia]].
    unfold fresh_edge. rewrite <-no_digest_is. by apply point_is.
  Qed.
End exact.
