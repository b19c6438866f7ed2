(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Operations that bring a record into a cache keep the invariant: [AddM] in its
three cases, which differ only in the values written, and [AddB]. *)
From Fairlead.Monitor.Consistency Require Export Invariant.

Lemma upd_lookup (C : N → gmap N slot) i m j r :
  upd C i m j !! r = if decide (j = i) then m !! r else C j !! r.
Proof. unfold upd. by case_decide. Qed.

Lemma relink_lookup child s d (m : gmap N slot) r :
  relink child s d m !! r =
  if decide (child = Some r) then (λ sl, with_parent sl (Some (s, d))) <$> m !! r else m !! r.
Proof.
  unfold relink. destruct child as [s2|]; [|done]. case_decide as E.
  - injection E as ->. by rewrite lookup_alter.
  - rewrite lookup_alter_ne; congruence.
Qed.

Section moves.
  Context (depth : N) (H : value → bytes).
  Implicit Types (C : N → gmap N slot) (cur : key → value) (loc : key → place).

  (** A record [k] enters slot [s] under the record in slot [s']. *)
  Lemma inv_install C cur loc i s s' sl' d d2 k vn v' c0 :
    let old := side d (s_child sl') in
    let C' := upd C i
      (<[s := Slot k vn MAdd (set_side d2 old (None, None)) (Some (s', d))]>
        (<[s' := adopt sl' v' d (Some s)]> (relink old s d2 (C i)))) in
    let cur' := upd (upd cur (s_key sl') v') k vn in
    let loc' := upd loc k (Cached i s) in
    inv depth H C cur loc →
    C i !! s' = Some sl' → C i !! s = None →
    (∀ j r, loc k ≠ Cached j r) →
    tree (λ x, loc' x ≠ Absent) (next cur') →
    edge_of v' d = Some c0 → e_key c0 = k → e_blum c0 = false →
    (∀ d', d' ≠ d → edge_of v' d' = edge_of (s_value sl') d') →
    (∀ d' p, edge_of vn d' = Some p → edge_ok H C cur loc p) →
    (is_Some old → edge_of vn d2 = edge_of (s_value sl') d) →
    inv depth H C' cur' loc'.
  Proof.
    intros old C' cur' loc' Hinv Hs' Hs Hloc Htree Hc0 Hkey Hblum Hother Hvn Hold.
    pose proof (inv_cached _ _ _ _ _ Hinv) as Hcached.
    destruct (Hcached _ _ _ Hs') as [Hl' Hv'].
    assert (s ≠ s') as Hss by congruence.
    assert (s_key sl' ≠ k) as Hkk by (intros E; apply (Hloc i s'); by rewrite <-E).
    assert (∀ s2, old = Some s2 → s2 ≠ s ∧ s2 ≠ s' ∧
      ∃ sl2, C i !! s2 = Some sl2 ∧ s_parent sl2 = Some (s', d) ∧ s_how sl2 = MAdd ∧
        e_key <$> edge_of (s_value sl') d = Some (s_key sl2)) as Hold2.
    { intros s2 E. destruct (inv_child _ _ _ _ _ Hinv _ _ _ _ _ Hs' E) as (sl2&Hs2&Hp2).
      destruct (cached_parent _ _ _ _ _ _ _ _ _ _ Hinv Hs2 Hp2) as (sl3&Hs3&_&Hh&Hn&He).
      rewrite Hs' in Hs3. injection Hs3 as <-. split; [congruence|]. split.
      - intros ->. rewrite Hs' in Hs2. injection Hs2 as <-.
        apply (tree_edge _ _ (inv_tree _ _ _ _ _ Hinv)) in Hn as [Hh' _].
        by rewrite heading_irrefl in Hh'.
      - exists sl2. done. }
    assert (C' i !! s = Some (Slot k vn MAdd (set_side d2 old (None, None)) (Some (s', d)))) as Hnew.
    { unfold C'. by rewrite upd_lookup, decide_True, lookup_insert by done. }
    assert (C' i !! s' = Some (adopt sl' v' d (Some s))) as Hpar.
    { unfold C'. rewrite upd_lookup, decide_True, lookup_insert_ne, lookup_insert by done. done. }
    assert (∀ j r, ¬ (j = i ∧ r = s) → ¬ (j = i ∧ r = s') → C' j !! r =
      if decide (j = i ∧ old = Some r) then (λ sl, with_parent sl (Some (s, d2))) <$> C j !! r else C j !! r) as Hrest.
    { intros j r Hn1 Hn2. unfold C'. rewrite upd_lookup. destruct (decide (j = i)) as [->|Hji].
      - rewrite !lookup_insert_ne, relink_lookup by naive_solver.
        destruct (decide (old = Some r)); [rewrite decide_True by done|rewrite decide_False by naive_solver]; done.
      - rewrite decide_False by naive_solver. done. }
    assert (∀ j r sl, C' j !! r = Some sl →
      (j = i ∧ r = s ∧ sl = Slot k vn MAdd (set_side d2 old (None, None)) (Some (s', d))) ∨
      (j = i ∧ r = s' ∧ sl = adopt sl' v' d (Some s)) ∨
      (¬ (j = i ∧ r = s) ∧ ¬ (j = i ∧ r = s') ∧ ∃ sl0, C j !! r = Some sl0 ∧
        ((j = i ∧ old = Some r ∧ sl = with_parent sl0 (Some (s, d2))) ∨
         (¬ (j = i ∧ old = Some r) ∧ sl = sl0)))) as Hback.
    { intros j r sl. destruct (decide (j = i ∧ r = s)) as [[-> ->]|Hn1]; [rewrite Hnew; naive_solver|].
      destruct (decide (j = i ∧ r = s')) as [[-> ->]|Hn2]; [rewrite Hpar; naive_solver|].
      rewrite Hrest by done. intros Hsl. right; right. do 2 (split; [done|]). case_decide as Hd.
      - apply fmap_Some in Hsl as (sl0&Hsl0&->). exists sl0. split; [done|]. left. naive_solver.
      - exists sl. split; [done|]. by right. }
    assert (∀ j r sl0, C j !! r = Some sl0 → ∃ sl, C' j !! r = Some sl ∧ s_key sl = s_key sl0 ∧ s_how sl = s_how sl0) as Hfwd.
    { intros j r sl0 Hsl0. destruct (decide (j = i ∧ r = s)) as [[-> ->]|Hn1]; [congruence|].
      destruct (decide (j = i ∧ r = s')) as [[-> ->]|Hn2].
      - rewrite Hpar. eexists. split; [done|]. rewrite Hs' in Hsl0. by injection Hsl0 as <-.
      - rewrite Hrest by done. case_decide; [|by eauto]. rewrite Hsl0. simpl. by eexists. }
    (* a parent keeps its children, except the one on the edge in question *)
    assert (∀ s3 sl3 d3, C i !! s3 = Some sl3 → (s3, d3) ≠ (s', d) → ∃ sl3', C' i !! s3 = Some sl3' ∧
      side d3 (s_child sl3') = side d3 (s_child sl3) ∧ edge_of (s_value sl3') d3 = edge_of (s_value sl3) d3) as Hkeep.
    { intros s3 sl3 d3 Hs3 Hne. destruct (decide (s3 = s')) as [->|Hn3].
      - rewrite Hpar. eexists. split; [done|]. rewrite Hs' in Hs3. injection Hs3 as <-. simpl.
        assert (d3 ≠ d) by congruence. rewrite side_set_ne by done. split; [done|by apply Hother].
      - rewrite Hrest by naive_solver. case_decide; [|by eauto]. rewrite Hs3. simpl. by eexists. }
    assert (∀ j r sl0, C j !! r = Some sl0 → s_key sl0 ≠ k) as Hnk.
    { intros j r sl0 Hsl0 E. apply (Hloc j r). rewrite <-E. by apply Hcached. }
    split.
    - done.
    - intros j r sl. unfold loc', cur'. intros [(->&->&->)|[(->&->&->)|(Hn1&Hn2&sl0&Hsl0&Hcase)]]%Hback.
      + simpl. by rewrite !upd_eq.
      + simpl. rewrite !upd_ne by done. by rewrite upd_eq.
      + assert (s_key sl = s_key sl0 ∧ s_value sl = s_value sl0) as [-> ->] by (destruct Hcase as [(_&_&->)|[_ ->]]; done).
        rewrite !upd_ne; [by apply Hcached| |by eapply Hnk..].
        intros E. destruct (cached_unique _ _ _ _ _ _ _ _ _ _ _ Hinv Hs' Hsl0 (eq_sym E)). naive_solver.
    - intros x j r. unfold loc'. destruct (decide (x = k)) as [->|Hx].
      + rewrite upd_eq. intros [= <- <-]. by eexists.
      + rewrite upd_ne by done. intros Hx'. destruct (inv_found _ _ _ _ _ Hinv _ _ _ Hx') as (sl0&Hsl0&<-).
        destruct (Hfwd _ _ _ Hsl0) as (sl&?&?&_). eauto.
    - intros x. unfold loc', cur'. destruct (decide (x = k)) as [->|Hx]; [by rewrite upd_eq|].
      rewrite upd_ne by done. intros Hx'. assert (x ≠ s_key sl') by congruence.
      rewrite !upd_ne by done. by apply (inv_fresh _ _ _ _ _ Hinv).
    - (* edges: the one to k, those of k, and all the others *)
      assert (∀ a d' p, edge_of (cur' a) d' = Some p → e_key p = k → a = s_key sl' ∧ d' = d) as Huniq.
      { intros a d' p Hp Ep. apply next_Some in Hp. rewrite Ep in Hp.
        eapply tree_parent; [exact Htree|exact Hp|]. unfold next, cur'.
        rewrite upd_ne, upd_eq by done. by rewrite Hc0, <-Hkey. }
      assert (∀ p, edge_ok H C cur loc p → e_key p ≠ k → edge_ok H C' cur' loc' p) as Hmono.
      { intros p Hok Hne. eapply edge_ok_keep; [exact Hok|..].
        - unfold loc'. by rewrite upd_ne.
        - intros Hst. unfold cur'. rewrite !upd_ne; [done| |done]. congruence.
        - intros j r sl _ Hsl. destruct (Hfwd _ _ _ Hsl) as (sl2&?&_&?). eauto. }
      intros a d' p Hp. destruct (decide (e_key p = k)) as [Ep|Ep].
      + destruct (Huniq _ _ _ Hp Ep) as [-> ->]. unfold cur' in Hp. rewrite upd_ne, upd_eq in Hp by done.
        assert (p = c0) as -> by congruence. unfold edge_ok, loc'. rewrite Ep, upd_eq.
        eexists. split; [exact Hnew|]. rewrite Hblum. done.
      + apply Hmono; [|done]. unfold cur' in Hp. destruct (decide (a = k)) as [->|Ha].
        * rewrite upd_eq in Hp. by eapply Hvn.
        * rewrite upd_ne in Hp by done. destruct (decide (a = s_key sl')) as [->|Ha'].
          -- rewrite upd_eq in Hp. assert (d' ≠ d) by (intros ->; congruence).
             rewrite Hother in Hp by done. eapply (inv_edge _ _ _ _ _ Hinv (s_key sl')). by rewrite Hv'.
          -- rewrite upd_ne in Hp by done. by eapply (inv_edge _ _ _ _ _ Hinv).
    - intros j r sl [(->&->&->)|[(->&->&->)|(Hn1&Hn2&sl0&Hsl0&Hcase)]]%Hback.
      + unfold parent_ok; simpl. split; [done|]. eexists. split; [exact Hpar|]. simpl.
        rewrite side_set, Hc0. split; [done|]. simpl. by rewrite Hkey.
      + unfold parent_ok. simpl. destruct (s_parent sl') as [[s3 d3]|] eqn:Ep.
        * destruct (cached_parent _ _ _ _ _ _ _ _ _ _ Hinv Hs' Ep) as (sl3&Hs3&Hc3&Hh&Hn&He).
          split; [done|]. destruct (Hkeep s3 sl3 d3 Hs3) as (sl3'&?&Hc3'&He3').
          { intros [= -> ->]. rewrite Hs' in Hs3. injection Hs3 as <-.
            apply (tree_edge _ _ (inv_tree _ _ _ _ _ Hinv)) in Hn as [Hh' _].
            by rewrite heading_irrefl in Hh'. }
          exists sl3'. by rewrite Hc3', He3'.
        * pose proof (inv_parent _ _ _ _ _ Hinv _ _ _ Hs') as Hok. unfold parent_ok in Hok. by rewrite Ep in Hok.
      + destruct Hcase as [(->&Hr&->)|[Hnr ->]].
        * destruct (Hold2 r Hr) as (_&_&sl2&Hsl2&_&Hh&He). rewrite Hsl0 in Hsl2. injection Hsl2 as <-.
          unfold parent_ok; simpl. split; [done|]. eexists. split; [exact Hnew|]. simpl.
          rewrite side_set, Hold by (rewrite Hr; eauto). done.
        * unfold parent_ok. destruct (s_parent sl0) as [[s3 d3]|] eqn:Ep.
          -- destruct (cached_parent _ _ _ _ _ _ _ _ _ _ Hinv Hsl0 Ep) as (sl3&Hs3&Hc3&Hh&Hn&He).
             split; [done|]. destruct (decide (j = i)) as [->|Hji].
             ++ destruct (Hkeep s3 sl3 d3 Hs3) as (sl3'&?&Hc3'&He3').
                { intros [= -> ->]. rewrite Hs' in Hs3. injection Hs3 as <-. by apply Hnr. }
                exists sl3'. by rewrite Hc3', He3'.
             ++ exists sl3. unfold C'. rewrite upd_lookup, decide_False by done. done.
          -- pose proof (inv_parent _ _ _ _ _ Hinv _ _ _ Hsl0) as Hok. unfold parent_ok in Hok. by rewrite Ep in Hok.
    - (* children: slots keep their parent, except the one relinked *)
      assert (∀ j r sl0 q, C j !! r = Some sl0 → s_parent sl0 = Some q → ¬ (j = i ∧ old = Some r) →
        ∃ sl, C' j !! r = Some sl ∧ s_parent sl = Some q) as Hsame.
      { intros j r sl0 q Hsl0 Hq Hnr. destruct (decide (j = i ∧ r = s)) as [[-> ->]|Hn1]; [congruence|].
        destruct (decide (j = i ∧ r = s')) as [[-> ->]|Hn2].
        - rewrite Hpar. eexists. split; [done|]. rewrite Hs' in Hsl0. by injection Hsl0 as <-.
        - rewrite Hrest, decide_False by done. eauto. }
      intros j r sl d' r2 [(->&->&->)|[(->&->&->)|(Hn1&Hn2&sl0&Hsl0&Hcase)]]%Hback; simpl.
      + intros Hr2. destruct (decide (d' = d2)) as [->|Hd].
        * rewrite side_set in Hr2. destruct (Hold2 r2 Hr2) as (?&?&sl2&Hsl2&_).
          rewrite Hrest, decide_True by naive_solver. rewrite Hsl2. simpl. by eexists.
        * rewrite side_set_ne, side_none in Hr2 by done. done.
      + intros Hr2. apply side_set_Some in Hr2 as [[<- <-]|[Hd Hr2]]; [by eexists|].
        destruct (inv_child _ _ _ _ _ Hinv _ _ _ _ _ Hs' Hr2) as (sl2&Hsl2&Hp2).
        eapply Hsame; [done..|]. intros [_ Hr]. destruct (Hold2 r2 Hr) as (_&_&sl3&Hsl3&Hp3&_). congruence.
      + intros Hr2. assert (side d' (s_child sl0) = Some r2) as Hr2' by (destruct Hcase as [(_&_&->)|[_ ->]]; done).
        destruct (inv_child _ _ _ _ _ Hinv _ _ _ _ _ Hsl0 Hr2') as (sl2&Hsl2&Hp2).
        eapply Hsame; [done..|]. intros [-> Hr]. destruct (Hold2 r2 Hr) as (_&_&sl3&Hsl3&Hp3&_).
        rewrite Hsl2 in Hsl3. injection Hsl3 as <-. apply Hn2. split; [done|]. congruence.
  Qed.

  (** [AddB]: the record comes back from the Blum set as it left. *)
  Lemma inv_add_blum C cur loc i s k t j0 :
    let C' := upd C i (<[s := Slot k (cur k) BAdd (None, None) None]> (C i)) in
    inv depth H C cur loc → C i !! s = None → loc k = Pending t j0 →
    inv depth H C' cur (upd loc k (Cached i s)).
  Proof.
    intros C' Hinv Hs Hl.
    assert (∀ j r, C' j !! r = if decide (j = i ∧ r = s) then Some (Slot k (cur k) BAdd (None, None) None) else C j !! r) as HC'.
    { intros j r. unfold C'. rewrite upd_lookup. destruct (decide (j = i)) as [->|Hj].
      - destruct (decide (r = s)) as [->|Hr].
        + rewrite lookup_insert, decide_True by done. done.
        + rewrite lookup_insert_ne, decide_False by naive_solver. done.
      - rewrite decide_False by naive_solver. done. }
    assert (∀ j r sl, C j !! r = Some sl → C' j !! r = Some sl) as Hfwd.
    { intros j r sl Hsl. rewrite HC', decide_False; [done|]. intros [-> ->]. congruence. }
    assert (∀ j r sl, C j !! r = Some sl → s_key sl ≠ k) as Hnk.
    { intros j r sl [E _]%(inv_cached _ _ _ _ _ Hinv) <-. congruence. }
    split.
    - eapply tree_ext; [| |apply (inv_tree _ _ _ _ _ Hinv)]; [|done].
      intros x. simpl. destruct (decide (x = k)) as [->|Hx]; [rewrite upd_eq, Hl; naive_solver|by rewrite upd_ne].
    - intros j r sl. rewrite HC'. case_decide as Hd.
      + destruct Hd as [-> ->]. intros [= <-]. simpl. by rewrite upd_eq.
      + intros Hsl. rewrite upd_ne by (by eapply Hnk). by apply (inv_cached _ _ _ _ _ Hinv).
    - intros x j r. destruct (decide (x = k)) as [->|Hx].
      + rewrite upd_eq. intros [= <- <-]. rewrite HC', decide_True by done. by eexists.
      + rewrite upd_ne by done. intros (sl&?&?)%(inv_found _ _ _ _ _ Hinv). eauto.
    - intros x. destruct (decide (x = k)) as [->|Hx]; [by rewrite upd_eq|].
      rewrite upd_ne by done. apply (inv_fresh _ _ _ _ _ Hinv).
    - intros a d p Hp. pose proof (inv_edge _ _ _ _ _ Hinv _ _ _ Hp) as Hok.
      destruct (decide (e_key p = k)) as [Ep|Ep].
      + unfold edge_ok in *. rewrite Ep, Hl in Hok. rewrite Ep, upd_eq, Hok.
        eexists. split; [rewrite HC', decide_True by done; done|]. done.
      + eapply edge_ok_keep; [exact Hok|by rewrite upd_ne|done|eauto].
    - intros j r sl. rewrite HC'. case_decide as Hd.
      + destruct Hd as [-> ->]. intros [= <-]. by left.
      + intros Hsl. pose proof (inv_parent _ _ _ _ _ Hinv _ _ _ Hsl) as Hok. unfold parent_ok in *.
        destruct (s_parent sl) as [[s3 d3]|]; [|done]. destruct Hok as (?&sl3&?&?&?). eauto 10.
    - intros j r sl d r2. rewrite HC'. case_decide as Hd.
      + destruct Hd as [-> ->]. intros [= <-]. simpl. by rewrite side_none.
      + intros Hsl Hr2. destruct (inv_child _ _ _ _ _ Hinv _ _ _ _ _ Hsl Hr2) as (sl2&?&?). eauto.
  Qed.
End moves.
