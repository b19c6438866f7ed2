(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** [Remove] keeps the invariant: a record leaves the cache and the tree, and its parent's edge is empty from then on or
leads where the record's only edge led. *)
From Fairlead.Monitor.Consistency Require Export MovesOut.

Section moves.
  Context (depth : N) (H : value → bytes).
  Implicit Types (C : N → gmap N slot) (cur : key → value) (loc : key → place).

  Lemma inv_take C cur loc i s s' sl sl' d d2 v' c o :
    let k := s_key sl in
    let old := side d2 (s_child sl) in
    let C' := upd C i (delete s (<[s' := adopt sl' v' d old]> (relink old s' d (C i)))) in
    let cur' := upd (upd cur (s_key sl') v') k (initial depth k) in
    let loc' := upd loc k Absent in
    inv depth H C cur loc →
    s ≠ s' → C i !! s = Some sl → C i !! s' = Some sl' →
    heading k (s_key sl') = Some d → edge_of (s_value sl') d = Some c → e_key c = k →
    (s_parent sl = Some (s', d) ∨ s_parent sl = None ∧ side d (s_child sl') = None) →
    (∀ d', edge_of (s_value sl) d' = if decide (d' = d2) then o else None) →
    (∀ d', d' ≠ d2 → side d' (s_child sl) = None) →
    edge_of v' d = o →
    (∀ d', d' ≠ d → edge_of v' d' = edge_of (s_value sl') d') →
    tree (λ x, loc' x ≠ Absent) (next cur') →
    inv depth H C' cur' loc'.
  Proof.
    intros k old C' cur' loc' Hinv Hss Hs Hs' Hhead Hc Hck Hpar Hedges Hothers Ho Hother Htree.
    pose proof (inv_cached _ _ _ _ _ Hinv) as Hcached. assert (s_key sl = k) as Hk by done.
    destruct (Hcached _ _ _ Hs) as [Hl Hv], (Hcached _ _ _ Hs') as [Hl' Hv']. fold k in Hl, Hv.
    pose proof (heading_ne _ _ _ Hhead) as Hkk.
    (* the child that is handed on *)
    assert (∀ r, old = Some r → r ≠ s ∧ r ≠ s' ∧ ∃ slr, C i !! r = Some slr ∧ s_parent slr = Some (s, d2) ∧
      s_how slr = MAdd ∧ e_key <$> o = Some (s_key slr)) as Hold.
    { intros r E. destruct (inv_child _ _ _ _ _ Hinv _ _ _ _ _ Hs E) as (slr&Hr&Hp).
      destruct (cached_parent _ _ _ _ _ _ _ _ _ _ Hinv Hr Hp) as (sl3&Hs3&_&Hh&Hn&He).
      rewrite Hs in Hs3. injection Hs3 as <-. rewrite Hedges, decide_True in He by done.
      pose proof (tree_edge _ _ (inv_tree _ _ _ _ _ Hinv) _ _ _ Hn) as (Hbelow&_).
      split_and!.
      - intros ->. rewrite Hs in Hr. injection Hr as <-. by rewrite heading_irrefl in Hbelow.
      - intros ->. rewrite Hs' in Hr. injection Hr as <-. fold k in Hbelow.
        by rewrite (heading_asym _ _ _ Hhead) in Hbelow.
      - eauto 10. }
    assert (∀ j r, C' j !! r = if decide (j = i ∧ r = s) then None
      else if decide (j = i ∧ r = s') then Some (adopt sl' v' d old)
      else if decide (j = i ∧ old = Some r) then (λ sl, with_parent sl (Some (s',
        d))) <$> C j !! r else C j !! r) as HC'.
    { intros j r. unfold C'. rewrite upd_lookup. destruct (decide (j = i)) as [->|Hj].
      - destruct (decide (r = s)) as [->|Hr].
        + rewrite lookup_delete, decide_True by done. done.
        + rewrite lookup_delete_ne, (decide_False (P:=i = i ∧ r = s)) by naive_solver.
          destruct (decide (r = s')) as [->|Hr'].
          * rewrite lookup_insert, decide_True by done. done.
          * rewrite lookup_insert_ne, (decide_False (P:=i = i ∧ r = s')), relink_lookup by naive_solver.
            destruct (decide (old = Some r)); [rewrite decide_True by done|rewrite decide_False by naive_solver]; done.
      - rewrite !decide_False by naive_solver. done. }
    assert (C' i !! s' = Some (adopt sl' v' d old)) as HCs'.
    { rewrite HC', decide_False, decide_True; [done|done|]. by intros [_ ?]. }
    assert (∀ r slr, old = Some r → C i !! r = Some slr → C' i !! r = Some (with_parent slr (Some (s', d)))) as HCr.
    { intros r slr Hr Hslr. destruct (Hold r Hr) as (?&?&_).
      rewrite HC', decide_False, decide_False, decide_True, Hslr; [done|done|by intros [_ ?]..]. }
    assert (∀ j r, j ≠ i → C' j !! r = C j !! r) as HCj.
    { intros j r Hj. rewrite HC', !decide_False; [done|by intros [? _]..]. }
    assert (∀ j r sl0, C' j !! r = Some sl0 → ¬ (j = i ∧ r = s) ∧
      ((j = i ∧ r = s' ∧ sl0 = adopt sl' v' d old) ∨
       (¬ (j = i ∧ r = s') ∧ ∃ sl1, C j !! r = Some sl1 ∧
         ((j = i ∧ old = Some r ∧ sl0 = with_parent sl1 (Some (s', d))) ∨
          (¬ (j = i ∧ old = Some r) ∧ sl0 = sl1))))) as Hback.
    { intros j r sl0. rewrite HC'. case_decide as H1; [done|]. case_decide as H2.
      - destruct H2 as [-> ->]. intros [= <-]. split; [done|by left].
      - case_decide as H3.
        + intros (sl1&Hsl1&->)%fmap_Some. split; [done|]. right. split; [done|]. exists sl1. split; [done|].
          left. by destruct H3.
        + intros Hsl0. split; [done|]. right. split; [done|]. exists sl0. split; [done|]. by right. }
    assert (∀ j r sl0, C j !! r = Some sl0 → ¬ (j = i ∧ r = s) →
      ∃ sl1, C' j !! r = Some sl1 ∧ s_key sl1 = s_key sl0 ∧ s_how sl1 = s_how sl0) as Hfwd.
    { intros j r sl0 Hsl0 Hn. rewrite HC', decide_False by done. case_decide as H2.
      - destruct H2 as [-> ->]. assert (sl0 = sl') as -> by congruence. by eexists.
      - case_decide; [|by eauto]. rewrite Hsl0. by eexists. }
    assert (∀ j r sl0, C j !! r = Some sl0 → ¬ (j = i ∧ r = s) → s_key sl0 ≠ k) as Hnk.
    { intros j r sl0 Hsl0 Hn E. apply Hn. by apply (cached_unique _ _ _ _ _ _ _ _ _ _ _ Hinv Hs Hsl0). }
    (* a parent that stays keeps its children but the one that goes *)
    assert (∀ r3 sl3 d3, C i !! r3 = Some sl3 → r3 ≠ s → (r3, d3) ≠ (s', d) → ∃ sl3', C' i !! r3 = Some sl3' ∧
      side d3 (s_child sl3') = side d3 (s_child sl3) ∧ edge_of (s_value sl3') d3 = edge_of (s_value sl3) d3) as Hkeep.
    { intros r3 sl3 d3 Hs3 Hne Hned. rewrite HC', decide_False by (by intros [_ ?]). case_decide as H2.
      - destruct H2 as [_ ->]. eexists. split; [done|]. assert (sl3 = sl') as -> by congruence. simpl.
        assert (d3 ≠ d) by congruence. rewrite side_set_ne by done. split; [done|by apply Hother].
      - case_decide; [|by eauto]. rewrite Hs3. by eexists. }
    split.
    - done.
    - intros j r sl0 (Hn1&[(->&->&->)|(Hn2&sl1&Hsl1&Hcase)])%Hback; unfold loc', cur'.
      + simpl. by rewrite !(upd_ne _ k), upd_eq by done.
      + assert (s_key sl0 = s_key sl1 ∧ s_value sl0 = s_value sl1) as [-> ->]
         by (destruct Hcase as [(_&_&->)|[_ ->]]; done).
        pose proof (Hnk _ _ _ Hsl1 Hn1). assert (s_key sl1 ≠ s_key sl').
        { intros E. apply Hn2. by apply (cached_unique _ _ _ _ _ _ _ _ _ _ _ Hinv Hs' Hsl1). }
        rewrite !upd_ne by done. by apply Hcached.
    - intros x j r. unfold loc'. destruct (decide (x = k)) as [->|Hx]; [by rewrite upd_eq|]. rewrite upd_ne by done.
      intros (sl0&Hsl0&<-)%(inv_found _ _ _ _ _ Hinv).
      destruct (Hfwd _ _ _ Hsl0) as (sl1&?&?&_); [|by eauto]. intros [-> ->]. congruence.
    - intros x. unfold loc', cur'. destruct (decide (x = k)) as [->|Hx]; [by rewrite !upd_eq|].
      rewrite !(upd_ne _ k) by done. intros Hx'.
      assert (x ≠ s_key sl') by (intros ->; congruence). rewrite upd_ne by done. by apply (inv_fresh _ _ _ _ _ Hinv).
    - (* no edge leads to the key that is gone; the one that is handed on says what it said *)
      intros a d' p Hp.
      assert (edge_ok H C cur loc p ∧ e_key p ≠ k) as [Hok Hne].
      { unfold cur' in Hp. destruct (decide (a = k)) as [->|Ha]; [by rewrite upd_eq, edge_initial in Hp|].
        rewrite upd_ne in Hp by done.
        assert (∀ a d', edge_of (cur a) d' = Some p → e_key p = k → a = s_key sl' ∧ d' = d) as Huniq.
        { intros a1 d1 Hp1%next_Some Ep. rewrite Ep in Hp1.
          eapply tree_parent; [apply (inv_tree _ _ _ _ _ Hinv)|exact Hp1|].
          unfold next. rewrite Hv', Hc. simpl. by rewrite Hck. }
        destruct (decide (a = s_key sl')) as [->|Ha'].
        - rewrite upd_eq in Hp. destruct (decide (d' = d)) as [->|Hd].
          + assert (edge_of (cur k) d2 = Some p) as Hk2 by (rewrite Hv, Hedges, decide_True by done; congruence).
            split; [by eapply (inv_edge _ _ _ _ _ Hinv)|]. intros Ep. by destruct (Huniq _ _ Hk2 Ep).
          + rewrite Hother, <-Hv' in Hp by done. split; [by eapply (inv_edge _ _ _ _ _ Hinv)|].
            intros Ep. by destruct (Huniq _ _ Hp Ep).
        - rewrite upd_ne in Hp by done. split; [by eapply (inv_edge _ _ _ _ _ Hinv)|].
          intros Ep. by destruct (Huniq _ _ Hp Ep). }
      eapply edge_ok_keep; [exact Hok|unfold loc'; by rewrite upd_ne| |].
      + intros Hst. unfold cur'. rewrite !upd_ne; [done| |done]. congruence.
      + intros j r sl0 Hlp Hsl0. destruct (Hfwd _ _ _ Hsl0) as (sl1&?&_&?); [|by eauto].
        intros [-> ->]. destruct (inv_found _ _ _ _ _ Hinv _ _ _ Hlp) as (sl2&?&?). congruence.
    - intros j r sl0 (Hn1&[(->&->&->)|(Hn2&sl1&Hsl1&Hcase)])%Hback.
      + unfold parent_ok. simpl. destruct (s_parent sl') as [[r3 d3]|] eqn:Ep.
        * destruct (cached_parent _ _ _ _ _ _ _ _ _ _ Hinv Hs' Ep) as (sl3&Hs3&Hc3&Hh&Hn3&He3).
          pose proof (tree_edge _ _ (inv_tree _ _ _ _ _ Hinv) _ _ _ Hn3) as (Hbelow&_).
          split; [done|]. destruct (Hkeep r3 sl3 d3 Hs3) as (sl3'&?&Hc3'&He3').
          -- intros ->. rewrite Hs in Hs3. injection Hs3 as <-. fold k in Hbelow.
             by rewrite (heading_asym _ _ _ Hhead) in Hbelow.
          -- intros [= -> ->]. rewrite Hs' in Hs3. injection Hs3 as <-. by rewrite heading_irrefl in Hbelow.
          -- exists sl3'. by rewrite Hc3', He3'.
        * pose proof (inv_parent _ _ _ _ _ Hinv _ _ _ Hs') as Hok. unfold parent_ok in Hok. by rewrite Ep in Hok.
      + destruct Hcase as [(->&Hr&->)|[Hnr ->]].
        * destruct (Hold r Hr) as (_&_&slr&Hslr&_&Hh&He). rewrite Hsl1 in Hslr. injection Hslr as <-.
          unfold parent_ok; simpl. split; [done|]. exists (adopt sl' v' d old).
          simpl. rewrite side_set, Ho. done.
        * unfold parent_ok. destruct (s_parent sl1) as [[r3 d3]|] eqn:Ep.
          -- destruct (cached_parent _ _ _ _ _ _ _ _ _ _ Hinv Hsl1 Ep) as (sl3&Hs3&Hc3&Hh&Hn3&He3).
             split; [done|]. destruct (decide (j = i)) as [->|Hji].
             ++ destruct (Hkeep r3 sl3 d3 Hs3) as (sl3'&?&Hc3'&He3').
                ** intros ->. rewrite Hs in Hs3. injection Hs3 as <-. destruct (decide (d3 = d2)) as [->|Hd3].
                   --- by apply Hnr.
                   --- by rewrite Hothers in Hc3 by done.
                ** intros [= -> ->]. rewrite Hs' in Hs3. injection Hs3 as <-. rewrite Hc in He3. simpl in He3.
                   eapply (Hnk _ _ _ Hsl1 Hn1). congruence.
                ** exists sl3'. by rewrite Hc3', He3'.
             ++ exists sl3. by rewrite HCj.
          -- pose proof (inv_parent _ _ _ _ _ Hinv _ _ _ Hsl1) as Hok. unfold parent_ok in Hok. by rewrite Ep in Hok.
    - assert (∀ j r sl0 q, C j !! r = Some sl0 → s_parent sl0 = Some q → ¬ (j = i ∧ r = s) → ¬ (j = i ∧ old = Some r) →
        ∃ sl1, C' j !! r = Some sl1 ∧ s_parent sl1 = Some q) as Hsame.
      { intros j r sl0 q Hsl0 Hq Hn1 Hnr. rewrite HC', decide_False by done. case_decide as H2.
        - destruct H2 as [-> ->]. eexists. split; [done|]. by assert (sl0 = sl') as -> by congruence.
        - rewrite decide_False by done. eauto. }
      intros j r sl0 d' r2 (Hn1&[(->&->&->)|(Hn2&sl1&Hsl1&Hcase)])%Hback; simpl.
      + intros Hr2. apply side_set_Some' in Hr2 as [[<- Hr2]|[Hd Hr2]].
        * destruct (Hold r2 Hr2) as (?&?&slr&Hslr&_). eexists. split; [by apply HCr|done].
        * destruct (inv_child _ _ _ _ _ Hinv _ _ _ _ _ Hs' Hr2) as (sl2&Hsl2&Hp2).
          eapply Hsame; [done..| |].
          -- intros [_ ->]. assert (sl2 = sl) as -> by congruence.
             destruct Hpar as [Hpar|[Hpar _]]; rewrite Hpar in Hp2; [|done]. injection Hp2 as E. done.
          -- intros [_ Hr]. destruct (Hold r2 Hr) as (_&_&sl3&Hsl3&Hp3&_). congruence.
      + intros Hr2. assert (side d' (s_child sl1) = Some r2) as Hr2' by (destruct Hcase as [(_&_&->)|[_ ->]]; done).
        destruct (inv_child _ _ _ _ _ Hinv _ _ _ _ _ Hsl1 Hr2') as (sl2&Hsl2&Hp2).
        eapply Hsame; [done..| |].
        * intros [-> ->]. assert (sl2 = sl) as -> by congruence.
          destruct Hpar as [Hpar|[Hpar _]]; rewrite Hpar in Hp2; [|done]. injection Hp2 as E _. by apply Hn2.
        * intros [-> Hr]. destruct (Hold r2 Hr) as (_&_&sl3&Hsl3&Hp3&_). rewrite Hsl2 in Hsl3. injection Hsl3 as <-.
          apply Hn1. split; [done|]. congruence.
  Qed.
End moves.
