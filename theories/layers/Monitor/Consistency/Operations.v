(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** An operation of a client keeps the state of the argument: what it reads is what a plain store has, absent keys among
it, and what it writes, all at once, is what a plain store would have afterwards. *)
From Fairlead.Monitor.Consistency Require Export Replay.

Section operations.
  Context {acc : Type} (cfg : config acc).
  Implicit Types (C : N → gmap N slot) (cur : key → value) (loc : key → place) (store : key → datum).
  Notation inv := (inv (depth cfg) (digest cfg)).

  (** A key that the edge leads past is absent. *)
  Lemma past_is_absent C cur loc i s sl ends d k :
    inv C cur loc → C i !! s = Some sl → s_value sl = Merkle ends → heading k (s_key sl) = Some d →
    leads_past (side d ends) k = true → loc k = Absent.
  Proof.
    intros Hinv Hs Hends Hhead Hpast. apply not_live. intros Hlive.
    destruct (inv_cached _ _ _ _ _ Hinv _ _ _ Hs) as [Hl Hv].
    destruct (tree_path _ _ (inv_tree _ _ _ _ _ Hinv) (s_key sl) k d) as (c&Hc&Hck); [by rewrite Hl|done|done|].
    unfold next in Hc. rewrite Hv, Hends in Hc. simpl in Hc.
    destruct (side d ends) as [e|]; [|done]. injection Hc as <-. simpl in Hpast.
    apply andb_true_iff in Hpast as [H1%bool_decide_eq_true H2%bool_decide_eq_true].
    destruct Hck as [?|[? Hck]]; congruence.
  Qed.

  (** What an operand says of caches and places. *)
  Definition finds C loc (i : N) (o : operand) (x : key * datum) : Prop :=
    match o with
    | Here s => ∃ sl, C i !! s = Some sl ∧ s_key sl = x.1 ∧ s_value sl = Data x.2
    | Missing k _ => x = (k, None) ∧ N.of_nat (length k) = depth cfg ∧ loc k = Absent
    end.
  Lemma reads_finds C cur loc i st o x :
    inv C cur loc → C i = t_slots st → reads cfg st o x → finds C loc i o x.
  Proof.
    intros Hinv HC. destruct o as [s|k s]; simpl; [by rewrite HC|].
    intros (->&Hk&sl&ends&d&Hs&Hends&Hhead&Hpast). split; [done|]. split; [done|].
    rewrite <-HC in Hs. by eapply past_is_absent.
  Qed.
  Lemma finds_store C cur loc i store o x :
    inv C cur loc → agrees cur store → finds C loc i o x → x.2 = store x.1.
  Proof.
    intros Hinv Hst. destruct o as [s|k s]; simpl.
    - intros (sl&Hs&<-&Hv). apply Hst. destruct (inv_cached _ _ _ _ _ Hinv _ _ _ Hs) as [_ ->]. done.
    - intros (->&Hk&Hl). apply Hst. simpl. rewrite (inv_fresh _ _ _ _ _ Hinv _ Hl). unfold initial.
      by rewrite decide_False by lia.
  Qed.
  Lemma finds_all_store C cur loc i store ops olds :
    inv C cur loc → agrees cur store → Forall2 (finds C loc i) ops olds → olds.*2 = store <$> olds.*1.
  Proof.
    intros Hinv Hst. induction 1 as [|o x ops olds Hx _ IH]; [done|]. cbn. rewrite IH. f_equal. by eapply finds_store.
  Qed.

  Lemma inv_writes i ops : ∀ olds news C cur loc store,
    inv C cur loc → agrees cur store →
    Forall2 (finds C loc i) ops olds → length news = length ops → NoDup (omap slot_of ops) →
    Forall (λ w, writable w = true) (zip ops news) →
    let C' := upd C i (foldl write_operand (C i) (zip ops news)) in
    let cur' := foldl (track1 (C' i)) cur (omap slot_of ops) in
    inv C' cur' loc ∧ agrees cur' (foldl store_put store (zip olds.*1 news)) ∧
    (∀ k, (∀ r, loc k ≠ Cached i r) → cur' k = cur k) ∧
    (∀ r, r ∉ omap slot_of ops → C' i !! r = C i !! r).
  Proof.
    induction ops as [|o ops IH]; intros olds news C cur loc store Hinv Hst Hfinds Hlen Hnd Hw; cbv zeta.
    { apply Forall2_nil_inv_l in Hfinds as ->. destruct news; [|done]. cbn. split_and!; try done.
      - eapply inv_ext; [|done..|exact Hinv]. intros j. unfold upd. by case_decide; subst.
      - intros r _. by rewrite upd_eq. }
    apply Forall2_cons_inv_l in Hfinds as (x&olds'&Hx&Hfinds&->). destruct news as [|v news]; [done|].
    injection Hlen as Hlen. apply Forall_cons in Hw as [Hwo Hw].
    destruct o as [s|k s]; cbn [omap list_omap slot_of zip zip_with foldl fmap list_fmap] in *.
    - apply NoDup_cons in Hnd as [Hs Hnd]. destruct Hx as (sl&Hsl&Hkey&Hv).
      pose proof (inv_put _ _ C cur loc i s sl x.2 v Hinv Hsl Hv) as Hi.
      set (C1 := upd C i (<[s := with_value sl (Data v)]> (C i))) in *.
      set (cur1 := upd cur (s_key sl) (Data v)) in *.
      assert (write_operand (C i) (Here s, v) = C1 i) as Hw1.
      { unfold C1. rewrite upd_eq. cbn. apply map_eq. intros r. destruct (decide (s = r)) as [<-|Hr].
        - by rewrite lookup_alter, lookup_insert, Hsl.
        - by rewrite lookup_alter_ne, lookup_insert_ne. }
      assert (agrees cur1 (store_put store (x.1, v))) as Hst1.
      { intros k w. unfold cur1, store_put, upd; simpl. rewrite Hkey. case_decide; [by intros [= ->]|apply Hst]. }
      assert (Forall2 (finds C1 loc i) ops olds') as Hfinds1.
      { clear IH Hnd Hlen Hw. revert Hs. induction Hfinds as [|o y ops olds' Hy Hfinds IH]; intros Hs; [constructor|].
        assert (s ∉ omap slot_of ops) as Hs'.
        { intros Hin. apply Hs. cbn. destruct (slot_of o); [by right|done]. }
        constructor.
        - destruct o as [s2|k2 s2]; [|done]. cbn in Hs. apply not_elem_of_cons in Hs as [Hne _].
          destruct Hy as (sl2&Hsl2&?). exists sl2. split; [|done]. unfold C1. by rewrite upd_eq, lookup_insert_ne.
        - by apply IH. }
      destruct (IH olds' news C1 cur1 loc (store_put store (x.1, v))) as (H1&H2&H3&H4); try done.
      rewrite Hw1.
      set (m := foldl write_operand (C1 i) (zip ops news)) in *.
      assert (upd C i m i = upd C1 i m i) as Hm by (by rewrite !upd_eq).
      assert (track1 (upd C i m i) cur s = cur1) as Htrack.
      { unfold track1. rewrite Hm, H4 by done. unfold C1. by rewrite upd_eq, lookup_insert. }
      rewrite Htrack, Hm. split_and!.
      + eapply inv_ext; [|done..|exact H1]. intros j. unfold C1, upd. by case_decide.
      + done.
      + intros k Hk. rewrite H3 by done. unfold cur1. rewrite upd_ne; [done|]. intros ->.
        by apply (Hk s), (inv_cached _ _ _ _ _ Hinv).
      + intros r [Hr Hr']%not_elem_of_cons. rewrite H4 by done. unfold C1. by rewrite upd_eq, lookup_insert_ne.
    - destruct Hx as (->&Hk&Hl). destruct v as [v|]; [done|].
      apply (IH olds' news C cur loc (store_put store (k, None))); try done.
      intros k' w Hw'. unfold store_put, upd; simpl. case_decide as Hkk; [|by apply Hst]. subst k'.
      rewrite (inv_fresh _ _ _ _ _ Hinv _ Hl) in Hw'. unfold initial in Hw'. case_decide; [done|].
      by injection Hw' as <-.
  Qed.
End operations.
