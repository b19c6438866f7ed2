(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Operations that take a record out of a cache keep the invariant: [EvictM] and
[EvictBM], which write the parent's edge, and [EvictB]; and [Put], which changes a
value in place. *)
From Fairlead.Monitor.Consistency Require Export MovesIn.

Section moves.
  Context (depth : N) (H : value → bytes).
  Implicit Types (C : N → gmap N slot) (cur : key → value) (loc : key → place).

  (** The record in slot [s] leaves; [c1] is written on its parent's edge. *)
  Lemma inv_remove C cur loc i s s' sl sl' d v' c c1 to :
    let k := s_key sl in
    let C' := upd C i (delete s (<[s' := adopt sl' v' d None]> (C i))) in
    inv depth H C cur loc →
    s ≠ s' → C i !! s = Some sl → C i !! s' = Some sl' → s_child sl = (None, None) →
    edge_of (s_value sl') d = Some c → e_key c = k →
    (s_parent sl = Some (s', d) ∨ s_parent sl = None ∧ side d (s_child sl') = None) →
    edge_of v' d = Some c1 → e_key c1 = k →
    (∀ d', d' ≠ d → edge_of v' d' = edge_of (s_value sl') d') →
    match to with
    | Stored => e_blum c1 = false ∧ e_digest c1 = H (s_value sl)
    | Pending _ _ => e_blum c1 = true
    | _ => False
    end →
    inv depth H C' (upd cur (s_key sl') v') (upd loc k to).
  Proof.
    intros k C' Hinv Hss Hs Hs' Hnochild Hc Hck Hpar Hc1 Hc1k Hother Hto.
    pose proof (inv_cached _ _ _ _ _ Hinv) as Hcached. assert (s_key sl = k) as Hk by done.
    destruct (Hcached _ _ _ Hs) as [Hl Hv], (Hcached _ _ _ Hs') as [Hl' Hv']. fold k in Hl, Hv.
    assert (k ≠ s_key sl') as Hkk by (intros E; rewrite E, Hl' in Hl; congruence).
    assert (∀ j r, C' j !! r = if decide (j = i ∧ r = s) then None
      else if decide (j = i ∧ r = s') then Some (adopt sl' v' d None) else C j !! r) as HC'.
    { intros j r. unfold C'. rewrite upd_lookup. destruct (decide (j = i)) as [->|Hj].
      - destruct (decide (r = s)) as [->|Hr].
        + rewrite lookup_delete, decide_True by done. done.
        + rewrite lookup_delete_ne, (decide_False (P:=i = i ∧ r = s)) by naive_solver.
          destruct (decide (r = s')) as [->|Hr'].
          * rewrite lookup_insert, decide_True by done. done.
          * rewrite lookup_insert_ne, decide_False by naive_solver. done.
      - rewrite !decide_False by naive_solver. done. }
    assert (∀ a d', next (upd cur (s_key sl') v') a d' = next cur a d') as Hnext.
    { intros a d'. unfold next. destruct (decide (a = s_key sl')) as [->|Ha]; [|by rewrite upd_ne].
      rewrite upd_eq, Hv'. destruct (decide (d' = d)) as [->|Hd]; [|by rewrite Hother].
      rewrite Hc, Hc1. simpl. by rewrite Hck, Hc1k. }
    assert (∀ j r sl0, C' j !! r = Some sl0 →
      (j = i ∧ r = s' ∧ sl0 = adopt sl' v' d None) ∨
      (¬ (j = i ∧ r = s) ∧ ¬ (j = i ∧ r = s') ∧ C j !! r = Some sl0)) as Hback.
    { intros j r sl0. rewrite HC'. repeat case_decide; naive_solver. }
    assert (∀ j r sl0, C j !! r = Some sl0 → ¬ (j = i ∧ r = s) →
      ∃ sl1, C' j !! r = Some sl1 ∧ s_key sl1 = s_key sl0 ∧ s_how sl1 = s_how sl0 ∧ s_parent sl1 = s_parent sl0) as Hfwd.
    { intros j r sl0 Hsl0 Hn. rewrite HC', decide_False by done. case_decide as Hd; [|by eauto].
      destruct Hd as [-> ->]. assert (sl0 = sl') as -> by congruence. by eexists. }
    assert (∀ j r sl0, C j !! r = Some sl0 → ¬ (j = i ∧ r = s) → s_key sl0 ≠ k) as Hnk.
    { intros j r sl0 Hsl0 Hn E. apply Hn. by apply (cached_unique _ _ _ _ _ _ _ _ _ _ _ Hinv Hs Hsl0). }
    assert (loc k ≠ Absent) as Hlive by (rewrite Hl; done).
    (* parents of those that stay keep their links to them *)
    assert (∀ j r sl0, C j !! r = Some sl0 → ¬ (j = i ∧ r = s) → parent_ok C' j r sl0) as Hstay.
    { intros j r sl0 Hsl0 Hn. unfold parent_ok. destruct (s_parent sl0) as [[s3 d3]|] eqn:Ep.
      - destruct (cached_parent _ _ _ _ _ _ _ _ _ _ Hinv Hsl0 Ep) as (sl3&Hs3&Hc3&Hh&Hn3&He3).
        split; [done|]. rewrite HC'. rewrite decide_False.
        2:{ intros [-> ->]. assert (sl3 = sl) as -> by congruence. by rewrite Hnochild, side_none in Hc3. }
        case_decide as Hd; [|by eauto 10]. destruct Hd as [-> ->]. assert (sl3 = sl') as -> by congruence.
        assert (d3 ≠ d) as Hdd.
        { intros ->. rewrite Hc in He3. simpl in He3. eapply (Hnk _ _ _ Hsl0 Hn). congruence. }
        eexists. split; [done|]. simpl. rewrite side_set_ne, Hother by done. done.
      - pose proof (inv_parent _ _ _ _ _ Hinv _ _ _ Hsl0) as Hok. unfold parent_ok in Hok. by rewrite Ep in Hok. }
    split.
    - eapply tree_ext; [|exact Hnext|apply (inv_tree _ _ _ _ _ Hinv)].
      intros x. simpl. destruct (decide (x = k)) as [->|Hx]; [|by rewrite upd_ne].
      rewrite upd_eq. destruct to; naive_solver.
    - intros j r sl0 [(->&->&->)|(Hn1&Hn2&Hsl0)]%Hback.
      + simpl. by rewrite upd_ne, upd_eq.
      + rewrite !upd_ne; [by apply Hcached| |by eapply Hnk].
        intros E. destruct (cached_unique _ _ _ _ _ _ _ _ _ _ _ Hinv Hs' Hsl0 (eq_sym E)). naive_solver.
    - intros x j r. destruct (decide (x = k)) as [->|Hx].
      + rewrite upd_eq. intros ->. done.
      + rewrite upd_ne by done. intros (sl0&Hsl0&<-)%(inv_found _ _ _ _ _ Hinv).
        destruct (Hfwd _ _ _ Hsl0) as (sl1&?&?&_); [|by eauto]. intros [-> ->]. congruence.
    - intros x. destruct (decide (x = k)) as [->|Hx]; [rewrite upd_eq; intros ->; done|].
      rewrite upd_ne by done. intros Hx'. rewrite upd_ne by congruence. by apply (inv_fresh _ _ _ _ _ Hinv).
    - intros a d' p Hp. destruct (decide (e_key p = k)) as [Ep|Ep].
      + assert (a = s_key sl' ∧ d' = d) as [-> ->].
        { apply next_Some in Hp. rewrite Hnext, Ep in Hp.
          eapply tree_parent; [apply (inv_tree _ _ _ _ _ Hinv)|exact Hp|].
          unfold next. rewrite Hv', Hc. simpl. by rewrite Hck. }
        rewrite upd_eq, Hc1 in Hp. injection Hp as <-. unfold edge_ok. rewrite Ep, upd_eq.
        destruct to; try done. rewrite upd_ne, Hv by done. done.
      + assert (edge_ok H C cur loc p) as Hok.
        { destruct (decide (a = s_key sl')) as [->|Ha].
          - rewrite upd_eq in Hp. assert (d' ≠ d) by (intros ->; congruence). rewrite Hother in Hp by done.
            eapply (inv_edge _ _ _ _ _ Hinv (s_key sl')). by rewrite Hv'.
          - rewrite upd_ne in Hp by done. by eapply (inv_edge _ _ _ _ _ Hinv). }
        eapply edge_ok_keep; [exact Hok|by rewrite upd_ne| |].
        * intros Hst. rewrite upd_ne; [done|]. congruence.
        * intros j r sl0 Hlp Hsl0. destruct (Hfwd _ _ _ Hsl0) as (sl1&?&_&?&_); [|by eauto].
          intros [-> ->]. destruct (inv_found _ _ _ _ _ Hinv _ _ _ Hlp) as (sl2&?&?). congruence.
    - intros j r sl0 [(->&->&->)|(Hn1&Hn2&Hsl0)]%Hback; [|by apply Hstay].
      pose proof (Hstay _ _ _ Hs') as Hok. unfold parent_ok in *. simpl. apply Hok. naive_solver.
    - assert (∀ j r2 sl2 q, C j !! r2 = Some sl2 → s_parent sl2 = Some q → ¬ (j = i ∧ r2 = s) →
        ∃ sl1, C' j !! r2 = Some sl1 ∧ s_parent sl1 = Some q) as Hsame.
      { intros j r2 sl2 q Hsl2 Hq Hn. destruct (Hfwd _ _ _ Hsl2 Hn) as (sl1&?&_&_&?). exists sl1. by split; congruence. }
      intros j r sl0 d' r2 [(->&->&->)|(Hn1&Hn2&Hsl0)]%Hback; simpl.
      + intros [Hd Hr2]%side_set_None.
        destruct (inv_child _ _ _ _ _ Hinv _ _ _ _ _ Hs' Hr2) as (sl2&Hsl2&Hp2).
        eapply Hsame; [done..|]. intros [_ ->]. assert (sl2 = sl) as -> by congruence. naive_solver congruence.
      + intros Hr2. destruct (inv_child _ _ _ _ _ Hinv _ _ _ _ _ Hsl0 Hr2) as (sl2&Hsl2&Hp2).
        eapply Hsame; [done..|]. intros [-> ->]. assert (sl2 = sl) as -> by congruence. naive_solver congruence.
  Qed.

  (** [EvictB]: the record goes back to the Blum set; its edge is already marked. *)
  Lemma inv_evict_blum C cur loc i s sl t j0 :
    inv depth H C cur loc →
    C i !! s = Some sl → s_how sl = BAdd → s_child sl = (None, None) →
    inv depth H (upd C i (delete s (C i))) cur (upd loc (s_key sl) (Pending t j0)).
  Proof.
    intros Hinv Hs Hhow Hnochild. set (k := s_key sl). assert (s_key sl = k) as Hk by done.
    destruct (inv_cached _ _ _ _ _ Hinv _ _ _ Hs) as [Hl Hv]. fold k in Hl, Hv.
    assert (s_parent sl = None) as Hnp.
    { destruct (s_parent sl) as [[s3 d3]|] eqn:Ep; [|done].
      destruct (cached_parent _ _ _ _ _ _ _ _ _ _ Hinv Hs Ep) as (?&_&_&?&_). congruence. }
    assert (∀ j r, upd C i (delete s (C i)) j !! r = if decide (j = i ∧ r = s) then None else C j !! r) as HC'.
    { intros j r. rewrite upd_lookup. destruct (decide (j = i)) as [->|Hj].
      - destruct (decide (r = s)) as [->|Hr].
        + rewrite lookup_delete, decide_True by done. done.
        + rewrite lookup_delete_ne, decide_False by naive_solver. done.
      - rewrite !decide_False by naive_solver. done. }
    assert (∀ j r sl0, C j !! r = Some sl0 → ¬ (j = i ∧ r = s) → s_key sl0 ≠ k) as Hnk.
    { intros j r sl0 Hsl0 Hn E. apply Hn. by apply (cached_unique _ _ _ _ _ _ _ _ _ _ _ Hinv Hs Hsl0). }
    split.
    - eapply tree_ext; [|done|apply (inv_tree _ _ _ _ _ Hinv)].
      intros x. simpl. destruct (decide (x = k)) as [->|Hx]; [rewrite upd_eq, Hl; naive_solver|by rewrite upd_ne].
    - intros j r sl0. rewrite HC'. case_decide as Hd; [done|]. intros Hsl0.
      rewrite upd_ne by (by eapply Hnk). by apply (inv_cached _ _ _ _ _ Hinv).
    - intros x j r. destruct (decide (x = k)) as [->|Hx]; [by rewrite upd_eq|].
      rewrite upd_ne by done. intros (sl0&Hsl0&<-)%(inv_found _ _ _ _ _ Hinv).
      exists sl0. rewrite HC', decide_False; [done|]. intros [-> ->]. congruence.
    - intros x. destruct (decide (x = k)) as [->|Hx]; [by rewrite upd_eq|].
      rewrite upd_ne by done. by apply (inv_fresh _ _ _ _ _ Hinv).
    - intros a d p Hp. pose proof (inv_edge _ _ _ _ _ Hinv _ _ _ Hp) as Hok.
      destruct (decide (e_key p = k)) as [Ep|Ep].
      + unfold edge_ok in *. rewrite Ep, Hl in Hok. rewrite Ep, upd_eq.
        destruct Hok as (sl0&Hsl0&Hb). apply Hb. congruence.
      + eapply edge_ok_keep; [exact Hok|by rewrite upd_ne|done|].
        intros j r sl0 Hlp Hsl0. exists sl0. rewrite HC', decide_False; [done|]. intros [-> ->].
        destruct (inv_found _ _ _ _ _ Hinv _ _ _ Hlp) as (sl2&?&?). congruence.
    - intros j r sl0. rewrite HC'. case_decide as Hd; [done|]. intros Hsl0. unfold parent_ok.
      destruct (s_parent sl0) as [[s3 d3]|] eqn:Ep.
      + destruct (cached_parent _ _ _ _ _ _ _ _ _ _ Hinv Hsl0 Ep) as (sl3&Hs3&Hc3&Hh&Hn3&He3).
        split; [done|]. exists sl3. rewrite HC', decide_False; [done|].
        intros [-> ->]. assert (sl3 = sl) as -> by congruence. by rewrite Hnochild, side_none in Hc3.
      + pose proof (inv_parent _ _ _ _ _ Hinv _ _ _ Hsl0) as Hok. unfold parent_ok in Hok. by rewrite Ep in Hok.
    - intros j r sl0 d r2. rewrite HC'. case_decide as Hd; [done|]. intros Hsl0 Hr2.
      destruct (inv_child _ _ _ _ _ Hinv _ _ _ _ _ Hsl0 Hr2) as (sl2&Hsl2&Hp2).
      exists sl2. rewrite HC', decide_False; [done|]. intros [-> ->]. congruence.
  Qed.

  (** [Put]. *)
  Lemma inv_put C cur loc i s sl v0 v :
    inv depth H C cur loc →
    C i !! s = Some sl → s_value sl = Data v0 →
    inv depth H (upd C i (<[s := with_value sl (Data v)]> (C i))) (upd cur (s_key sl) (Data v)) loc.
  Proof.
    intros Hinv Hs Hv0. set (k := s_key sl). assert (s_key sl = k) as Hk by done.
    destruct (inv_cached _ _ _ _ _ Hinv _ _ _ Hs) as [Hl Hv]. fold k in Hl, Hv.
    assert (∀ j r, upd C i (<[s := with_value sl (Data v)]> (C i)) j !! r =
      if decide (j = i ∧ r = s) then Some (with_value sl (Data v)) else C j !! r) as HC'.
    { intros j r. rewrite upd_lookup. destruct (decide (j = i)) as [->|Hj].
      - destruct (decide (r = s)) as [->|Hr].
        + rewrite lookup_insert, decide_True by done. done.
        + rewrite lookup_insert_ne, decide_False by naive_solver. done.
      - rewrite !decide_False by naive_solver. done. }
    assert (∀ a d, edge_of (upd cur k (Data v) a) d = edge_of (cur a) d) as Hedges.
    { intros a d. destruct (decide (a = k)) as [->|Ha]; [|by rewrite upd_ne]. by rewrite upd_eq, Hv, Hv0. }
    assert (∀ j r sl0, C j !! r = Some sl0 → ∃ sl1, upd C i (<[s := with_value sl (Data v)]> (C i)) j !! r = Some sl1 ∧
      s_key sl1 = s_key sl0 ∧ s_how sl1 = s_how sl0 ∧ s_child sl1 = s_child sl0 ∧ s_parent sl1 = s_parent sl0 ∧
      ∀ d, edge_of (s_value sl1) d = edge_of (s_value sl0) d) as Hfwd.
    { intros j r sl0 Hsl0. rewrite HC'. case_decide as Hd; [|by eauto 10]. destruct Hd as [-> ->].
      assert (sl0 = sl) as -> by congruence. eexists. split; [done|]. simpl. by rewrite Hv0. }
    assert (∀ j r sl0, C j !! r = Some sl0 →
      parent_ok (upd C i (<[s := with_value sl (Data v)]> (C i))) j r sl0) as Hpar.
    { intros j r sl0 Hsl0. pose proof (inv_parent _ _ _ _ _ Hinv _ _ _ Hsl0) as Hok. unfold parent_ok in *.
      destruct (s_parent sl0) as [[s3 d3]|]; [|done]. destruct Hok as (Hh&sl3&Hs3&Hc3&He3). split; [done|].
      destruct (Hfwd _ _ _ Hs3) as (sl3'&?&_&_&Hc3'&_&He3'). exists sl3'. by rewrite Hc3', He3'. }
    split.
    - eapply (tree_ext (λ x, loc x ≠ Absent) (next cur)); [done| |apply (inv_tree _ _ _ _ _ Hinv)]. intros a d. unfold next. by rewrite Hedges.
    - intros j r sl0. rewrite HC'. case_decide as Hd.
      + destruct Hd as [-> ->]. intros [= <-]. simpl. by rewrite upd_eq.
      + intros Hsl0. rewrite upd_ne; [by apply (inv_cached _ _ _ _ _ Hinv)|].
        intros E. apply Hd. by apply (cached_unique _ _ _ _ _ _ _ _ _ _ _ Hinv Hs Hsl0).
    - intros x j r (sl0&Hsl0&<-)%(inv_found _ _ _ _ _ Hinv). destruct (Hfwd _ _ _ Hsl0) as (sl1&?&?&_). eauto.
    - intros x Hx. rewrite upd_ne by congruence. by apply (inv_fresh _ _ _ _ _ Hinv).
    - intros a d p. rewrite Hedges. intros Hok%(inv_edge _ _ _ _ _ Hinv).
      eapply edge_ok_keep; [exact Hok|done| |].
      + intros Hst. rewrite upd_ne; [done|]. congruence.
      + intros j r sl0 _ Hsl0. destruct (Hfwd _ _ _ Hsl0) as (sl1&?&_&?&_). eauto.
    - intros j r sl0. rewrite HC'. case_decide as Hd; [|by apply Hpar]. destruct Hd as [-> ->]. intros [= <-].
      pose proof (Hpar _ _ _ Hs) as Hok. exact Hok.
    - intros j r sl0 d r2. rewrite HC'. intros Hsl0 Hr2.
      assert (∃ sl1, C j !! r = Some sl1 ∧ side d (s_child sl1) = Some r2) as (sl1&Hsl1&Hr2').
      { case_decide as Hd; [|by eauto]. destruct Hd as [-> ->]. injection Hsl0 as <-. eauto. }
      destruct (inv_child _ _ _ _ _ Hinv _ _ _ _ _ Hsl1 Hr2') as (sl2&Hsl2&Hp2).
      destruct (Hfwd _ _ _ Hsl2) as (sl3&?&_&_&_&Hp3&_). exists sl3. by split; congruence.
  Qed.
End moves.
