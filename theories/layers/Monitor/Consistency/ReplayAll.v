(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** One accepted entry of any kind, then a whole trace. *)
From Fairlead.Monitor.Consistency Require Export Operations.

Section replay.
  Context {acc : Type} (cfg : config acc).
  Implicit Types (st : thread acc) (x : event acc) (cur : key → value) (l : list (event acc)).
  Notation inv := (inv (depth cfg) (digest cfg)).
  Notation ev_receipt := (ev_receipt cfg).
  Notation A := (functions cfg).

  (** [EvictM] and [EvictBM], but for what is written on the edge. *)
  Lemma replay_remove C cur loc i st s s' sl sl' ends d c c1 to :
    inv C cur loc → C i = t_slots st →
    s ≠ s' → t_slots st !! s = Some sl → t_slots st !! s' = Some sl' → s_value sl' = Merkle ends →
    heading (s_key sl) (s_key sl') = Some d → s_child sl = (None, None) →
    side d ends = Some c → e_key c = s_key sl →
    (s_parent sl = Some (s', d) ∨ s_parent sl = None ∧ side d (s_child sl') = None) →
    e_key c1 = s_key sl →
    match to with
    | Stored => e_blum c1 = false ∧ e_digest c1 = digest cfg (s_value sl)
    | Pending _ _ => e_blum c1 = true
    | _ => False
    end →
    let slots := delete s (<[s' := adopt sl' (point ends d c1) d None]> (t_slots st)) in
    let cur' := foldl (track1 slots) cur [s'] in
    (∀ t j, loc (s_key sl) ≠ Pending t j) ∧
    cur' (s_key sl) = s_value sl ∧
    (∀ k w, cur' k = Data w → cur k = Data w) ∧
    (∀ k t j, loc k = Pending t j → cur' k = cur k) ∧
    inv (upd C i slots) cur' (upd loc (s_key sl) to).
  Proof.
    intros Hinv HC Hss Hs Hs' Hends Hhead Hnochild Hside Hck Hpar Hc1 Hto slots cur'.
    rewrite <-HC in Hs, Hs'.
    destruct (inv_cached _ _ _ _ _ Hinv _ _ _ Hs) as [Hl Hv], (inv_cached _ _ _ _ _ Hinv _ _ _ Hs') as [Hl' Hv'].
    assert (cur' = upd cur (s_key sl') (point ends d c1)) as Hcur'.
    { unfold cur'; simpl. erewrite track_one; [|unfold slots; by rewrite lookup_delete_ne, lookup_insert].
      done. }
    rewrite Hcur'. split_and!.
    - by rewrite Hl.
    - by rewrite upd_ne by (by eapply heading_ne).
    - intros k w. unfold upd. by case_decide.
    - intros k t j Hk. rewrite upd_ne by congruence. done.
    - unfold slots. rewrite <-HC.
      eapply (inv_remove _ _ C cur loc i s s' sl sl' d (point ends d c1) c c1 to); try done.
      + by rewrite Hends.
      + simpl. by rewrite side_set.
      + intros d' Hd'. rewrite Hends. simpl. by rewrite side_set_ne.
  Qed.

  (** [Remove], either case. *)
  Lemma replay_drop C cur loc i st s s' st' :
    inv C cur loc → C i = t_slots st → accepted cfg st (Remove s s') st' →
    ∃ k sl, t_slots st !! s = Some sl ∧ s_key sl = k ∧
    let cur' := upd (foldl (track1 (t_slots st')) cur [s']) k (initial (depth cfg) k) in
    (∀ t j, loc k ≠ Pending t j) ∧
    (∀ a w, cur' a = Data w → cur a = Data w) ∧
    (∀ a t j, loc a = Pending t j → cur' a = cur a) ∧
    inv (upd C i (t_slots st')) cur' (upd loc k Absent).
  Proof.
    intros Hinv HC Hacc.
    destruct (remove_accepted cfg _ _ _ _ Hacc) as (sl&sl'&ends&d&c&Hss&Hs&Hs'&Hends&Hhead&Hside&Hck&Hpar&Hcase).
    exists (s_key sl), sl. split; [done|]. split; [done|]. rewrite <-HC in Hs, Hs'.
    destruct (inv_cached _ _ _ _ _ Hinv _ _ _ Hs) as [Hl Hv], (inv_cached _ _ _ _ _ Hinv _ _ _ Hs') as [Hl' Hv'].
    pose proof (heading_ne _ _ _ Hhead) as Hkk. pose proof (inv_tree _ _ _ _ _ Hinv) as Htree.
    assert (next cur (s_key sl') d = Some (s_key sl)) as Hnext
      by (unfold next; rewrite Hv', Hends; simpl; rewrite Hside; simpl; by rewrite Hck).
    destruct Hcase as [(Hnochild&Hinit&->)|(d2&c2&none&Hnochild&Hinit&Hval&->)]; cbv zeta.
    - (* as it was when it was new *)
      set (v' := Merkle (set_side d None ends)).
      assert (foldl (track1 (delete s (<[s':=adopt sl' v' d None]> (t_slots st)))) cur [s'] = upd cur (s_key sl') v') as Hcur.
      { simpl. erewrite track_one; [|by rewrite lookup_delete_ne, lookup_insert]. done. }
      cbn [with_slots t_slots]. rewrite Hcur. split_and!.
      + by rewrite Hl.
      + intros x w. unfold upd at 1. case_decide as Hx; [subst x; congruence|]. unfold upd. by case_decide.
      + intros x t j Hx. rewrite !upd_ne by congruence. done.
      + pose proof (inv_take (depth cfg) (digest cfg) C cur loc i s s' sl sl' d false v' c None) as Hi.
        cbv zeta in Hi. rewrite Hnochild in Hi. simpl in Hi. rewrite <-HC. apply Hi; clear Hi; try done.
        * by rewrite Hends.
        * intros d'. rewrite Hinit, edge_initial. by case_decide.
        * intros d' _. by rewrite side_none.
        * simpl. by rewrite side_set.
        * intros d' Hd'. rewrite Hends. simpl. by rewrite side_set_ne.
        * eapply tree_ext; [| |apply (tree_drop _ _ _ _ _ Htree Hnext)].
          -- intros x. simpl. destruct (decide (x = s_key sl)) as [->|]; [rewrite upd_eq;
             naive_solver|rewrite upd_ne by done; naive_solver].
          -- intros a d'. unfold next, drop_next. destruct (decide (a = s_key sl)) as [->|Ha].
             ++ rewrite upd_eq, edge_initial. by repeat case_decide.
             ++ rewrite upd_ne by done. destruct (decide (a = s_key sl')) as [->|Ha'].
                ** rewrite upd_eq. simpl. destruct (decide (d' = d)) as [->|].
                   --- by rewrite side_set, decide_True.
                   --- rewrite side_set_ne, !decide_False by naive_solver. unfold next. by rewrite Hv', Hends.
                ** rewrite upd_ne, !decide_False by naive_solver. done.
          -- intros d'. unfold next. by rewrite Hv, Hinit, edge_initial.
    - (* with one edge *)
      set (v' := point ends d c2). set (old := side d2 (s_child sl)).
      assert (next cur (s_key sl) d2 = Some (e_key c2)) as Hnext2.
      { unfold next. rewrite Hv, Hval. simpl. by rewrite side_set. }
      assert (foldl (track1 (delete s (<[s':=adopt sl' v' d old]> (relink old s' d (t_slots st))))) cur [s'] = upd cur (s_key sl') v') as Hcur.
      { simpl. erewrite track_one; [|by rewrite lookup_delete_ne, lookup_insert]. done. }
      cbn [with_slots t_slots]. rewrite Hcur. split_and!.
      + by rewrite Hl.
      + intros x w. unfold upd at 1. case_decide as Hx; [subst x; congruence|]. unfold upd. by case_decide.
      + intros x t j Hx. rewrite !upd_ne by congruence. done.
      + pose proof (inv_take (depth cfg) (digest cfg) C cur loc i s s' sl sl' d d2 v' c (Some c2)) as Hi.
        cbv zeta in Hi. rewrite <-HC. apply Hi; clear Hi; try done.
        * by rewrite Hends.
        * intros d'. rewrite Hval. simpl. case_decide as Hd; [subst d'; by rewrite side_set|].
          by rewrite side_set_ne, side_none by done.
        * intros d' Hd'. assert (d' = negb d2) as -> by (by destruct d', d2). done.
        * simpl. by rewrite side_set.
        * intros d' Hd'. rewrite Hends. simpl. by rewrite side_set_ne.
        * eapply tree_ext; [| |apply (tree_merge _ _ _ _ _ _ _ Htree Hnext Hnext2)].
          -- intros x. simpl. destruct (decide (x = s_key sl)) as [->|]; [rewrite upd_eq;
             naive_solver|rewrite upd_ne by done; naive_solver].
          -- intros a d'. unfold next, drop_next. destruct (decide (a = s_key sl)) as [->|Ha].
             ++ rewrite upd_eq, edge_initial. case_decide as Hd; [by destruct Hd|]. by repeat case_decide.
             ++ rewrite upd_ne by done. destruct (decide (a = s_key sl')) as [->|Ha'].
                ** rewrite upd_eq. simpl. destruct (decide (d' = d)) as [->|].
                   --- by rewrite side_set, decide_True.
                   --- rewrite side_set_ne, !decide_False by naive_solver. unfold next. by rewrite Hv', Hends.
                ** rewrite upd_ne, !decide_False by naive_solver. done.
          -- unfold next. rewrite Hv, Hval. simpl. rewrite side_set_ne, side_none by (by destruct d2). done.
  Qed.

  (** From a store that clients see before anything happened. *)
  Context (store0 : key → datum).
  Notation good := (good cfg store0).

  Lemma good_step G cur loc l x :
    good (λ i, t_slots (G i)) cur loc l →
    ev_pre x = G (ev_tid x) → t_self (ev_pre x) = ev_tid x →
    accepted cfg (ev_pre x) (ev_entry x) (ev_post x) →
    impostor cfg cur x = None →
    (∀ y, ev_added x = Some y → y ∈ omap ev_evicted l ∧ y ∉ omap ev_added l) →
    ∃ loc', good (λ i, t_slots (upd G (ev_tid x) (ev_post x) i)) (track cfg cur x) loc' (l ++ [x]).
  Proof.
    intros Hgood Hpre Hself Hacc Himp Hadd. pose proof Hgood as [Hinv Hpend Hst Hleg].
    destruct x as [i st en st']; simpl in *.
    set (C := λ i, t_slots (G i)) in *. assert (C i = t_slots st) as HC by (unfold C; by rewrite <-Hpre).
    (* kept out of the way of [subst] *)
    clear Hpre. assert (True ∧ t_self st = i) as Hself' by done. clear Hself.
    set (x := Event i st en st').
    assert (∀ cur' loc', inv (upd C i (t_slots st')) cur' loc' →
      inv (λ j, t_slots (upd G i st' j)) cur' loc') as Hshape.
    { intros cur' loc'. apply inv_ext; [|done..]. intros j. unfold upd, C. by case_decide. }
    assert (∀ cur', (∀ k, cur' k = cur k) → t_slots st' = t_slots st →
      inv (λ j, t_slots (upd G i st' j)) cur' loc) as Hstill.
    { intros cur' Hcur' Hslots. apply Hshape. eapply inv_ext; [|exact Hcur'| |exact Hinv]; [|done].
      intros j. unfold upd. case_decide as Hj; [|done]. by rewrite Hslots, <-HC, Hj. }
    destruct en as [k v s s'|k v s t tid|s s'|s t|s s' t| | |f ops a|s s'].
    - (* AddM *)
      destruct (replay_add_merkle cfg C cur loc i st k v s s' st') as (Hnp&Hd&Hk&Hi); [done..| |].
      { unfold impostor in Himp; simpl in Himp. case_decide as Hdec; [done|].
        destruct (decide (v = cur k)); [by left|right]. intros E. by apply Hdec. }
      exists (upd loc k (Cached i s)). eapply good_quiet; [exact Hgood|done|by apply Hshape|exact Hd|].
      rewrite !omap_snoc; cbn [ev_added ev_evicted ev_entry added evicted option_list x]. rewrite !app_nil_r.
      eapply pending_step; [exact Hpend| |done|by left].
      intros k0 t j Hk0. left. split; [|by eapply Hk]. rewrite upd_ne; [done|]. intros ->. by eapply Hnp.
    - (* AddB *)
      destruct (Hadd (k, v, t, tid) eq_refl) as [Hin Hnin].
      destruct (Hpend _ Hin Hnin) as [Hl Hv]. cbn in Hl, Hv. subst v.
      inversion Hacc; subst; clear Hacc.
      match goal with H : t_slots st !! s = None |- _ => rename H into Hs end.
      rewrite <-HC in Hs. pose proof (inv_add_blum _ _ C cur loc i s k t tid Hinv Hs Hl) as Hi.
      assert (∀ k0, track cfg cur x k0 = cur k0) as Hcur.
      { intros k0. unfold track, forget; simpl. erewrite track_one; [|by rewrite lookup_insert]. by apply upd_same. }
      exists (upd loc k (Cached i s)). eapply good_quiet; [exact Hgood|done| | |].
      + apply Hshape. simpl. eapply inv_ext; [|exact Hcur|done|exact Hi]. by rewrite HC.
      + intros k0 w. by rewrite Hcur.
      + rewrite !omap_snoc; cbn [ev_added ev_evicted ev_entry added evicted option_list x]. rewrite app_nil_r.
        eapply pending_step; [exact Hpend| |set_solver|by left].
        intros k0 t0 j0 Hk0. rewrite Hcur. destruct (decide (k0 = k)) as [->|].
        * right. rewrite Hl in Hk0. injection Hk0 as <- <-. set_solver.
        * left. by rewrite upd_ne.
    - (* EvictM *)
      inversion Hacc; subst; clear Hacc.
      destruct (replay_remove C cur loc i st s s' sl sl' ends d c
        (Edge (s_key sl) (digest cfg (s_value sl)) false) Stored) as (Hnp&_&Hd&Hk&Hi); try done.
      exists (upd loc (s_key sl) Stored). eapply good_quiet; [exact Hgood|done|by apply Hshape|exact Hd|].
      rewrite !omap_snoc; cbn [ev_added ev_evicted ev_entry added evicted option_list x]. rewrite !app_nil_r.
      eapply pending_step; [exact Hpend| |done|by left].
      intros k0 t j Hk0. left. split; [|by eapply Hk]. rewrite upd_ne; [done|]. intros ->. by eapply Hnp.
    - (* EvictB *)
      inversion Hacc; subst; clear Hacc.
      match goal with H : t_slots st !! s = Some _ |- _ => rename H into Hs end.
      match goal with H : leaves _ _ _ _ _ |- _ => destruct H as (Hroot&Hlater&Hnochild&Hsum) end.
      pose proof Hs as HsC. rewrite <-HC in HsC.
      destruct (inv_cached _ _ _ _ _ Hinv _ _ _ HsC) as [Hl Hv].
      pose proof (inv_evict_blum _ _ C cur loc i s sl t i Hinv HsC) as Hi.
      exists (upd loc (s_key sl) (Pending t i)). eapply good_quiet; [exact Hgood|done| |done|].
      + apply Hshape. simpl. rewrite <-HC. by apply Hi.
      + rewrite !omap_snoc; unfold ev_added, ev_evicted; cbn [ev_entry ev_pre added evicted x]. rewrite Hs; cbn [option_list].
        rewrite app_nil_r. eapply pending_step; [exact Hpend| |done|].
        * intros k0 t0 j Hk0. left. split; [|done]. rewrite upd_ne; [done|]. congruence.
        * intros y [Hy|Hy]%elem_of_app; [by left|right]. apply elem_of_list_singleton in Hy as ->.
          cbn. rewrite upd_eq, (proj2 Hself'). done.
    - (* EvictBM *)
      inversion Hacc; subst; clear Hacc.
      match goal with H : leaves _ _ _ _ _ |- _ => destruct H as (Hroot&Hlater&Hnochild&Hsum) end.
      destruct (replay_remove C cur loc i st s s' sl sl' ends d c
        (Edge (s_key sl) (e_digest c) true) (Pending t i)) as (Hnp&Hkeep&Hd&Hk&Hi); try done; [by left|].
      match goal with H : t_slots st !! s = Some _ |- _ => rename H into Hs end.
      exists (upd loc (s_key sl) (Pending t i)). eapply good_quiet; [exact Hgood|done|by apply Hshape|exact Hd|].
      rewrite !omap_snoc; unfold ev_added, ev_evicted; cbn [ev_entry ev_pre added evicted x]. rewrite Hs; cbn [option_list].
      rewrite app_nil_r. eapply pending_step; [exact Hpend| |done|].
      + intros k0 t0 j Hk0. left. split; [|by eapply Hk]. rewrite upd_ne; [done|]. intros ->. by eapply Hnp.
      + intros y [Hy|Hy]%elem_of_app; [by left|right]. apply elem_of_list_singleton in Hy as ->.
        cbn. rewrite upd_eq, (proj2 Hself'). split; [done|]. exact Hkeep.
    - (* NextEpoch *)
      inversion Hacc; subst; clear Hacc.
      exists loc. eapply good_quiet; [exact Hgood|done|by apply Hstill|done|].
      rewrite !omap_snoc; cbn. by rewrite !app_nil_r.
    - (* VerifyEpoch *)
      inversion Hacc; subst; clear Hacc.
      exists loc. eapply good_quiet; [exact Hgood|done|by apply Hstill|done|].
      rewrite !omap_snoc; cbn. by rewrite !app_nil_r.
    - (* Run *)
      inversion Hacc; subst; clear Hacc.
      match goal with H : evaluate _ _ _ _ _ = _ |- _ => rename H into Heval end.
      destruct (evaluate_ok _ _ _ _ _ _ _ _ Heval) as (Hreads&Hnd&Hcall&Hlen&Hw).
      assert (Forall2 (finds cfg C loc i) ops olds) as Hfinds.
      { eapply Forall2_impl; [exact Hreads|]. intros o y. by apply (reads_finds cfg C cur loc i st). }
      pose proof (finds_all_store cfg C cur loc i _ _ _ Hinv Hst Hfinds) as Hold.
      destruct (inv_writes cfg i ops olds news C cur loc _ Hinv Hst Hfinds Hlen Hnd Hw) as (Hi&Hst'&Hk&_).
      assert (ev_receipt x = Some (Receipt (t_self st) (t_clock st) (t_index st) f a olds.*1 result)) as Hr.
      { unfold Trace.ev_receipt; cbn. by rewrite Heval. }
      rewrite HC in *. cbv zeta in *. rewrite upd_eq in *.
      exists loc. split.
      + apply Hshape. exact Hi.
      + rewrite !omap_snoc; cbn. rewrite !app_nil_r.
        eapply pending_step; [exact Hpend| |done|by left].
        intros k0 t j Hk0. left. split; [done|]. apply Hk. by rewrite Hk0.
      + rewrite omap_snoc, Hr; change (option_list (Some ?r)) with [r]. rewrite store_after_snoc.
        unfold store_step; cbn [r_function r_argument r_keys]. rewrite <-Hold, Hcall. exact Hst'.
      + rewrite omap_snoc, Hr; change (option_list (Some ?r)) with [r]. apply legal_snoc; [done|].
        cbn [r_function r_argument r_keys r_result]. by rewrite <-Hold, Hcall.
    - (* Remove *)
      destruct (replay_drop C cur loc i st s s' st') as (k&sl&Hs&<-&Hnp&Hd&Hk&Hi); [done..|].
      exists (upd loc (s_key sl) Absent). eapply good_quiet; [exact Hgood|done| | |].
      + apply Hshape. unfold track, forget; cbn [ev_entry ev_pre ev_post touched x]. rewrite Hs. exact Hi.
      + unfold track, forget; cbn [ev_entry ev_pre ev_post touched x]. rewrite Hs. exact Hd.
      + rewrite !omap_snoc; cbn [ev_added ev_evicted ev_entry added evicted option_list x]. rewrite !app_nil_r.
        eapply pending_step; [exact Hpend| |done|by left].
        intros k0 t j Hk0. left. unfold track, forget; cbn [ev_entry ev_pre ev_post touched x]. rewrite Hs.
        split; [|by eapply Hk]. rewrite upd_ne; [done|]. intros ->. by eapply Hnp.
  Qed.

  (** A trace without impostor, in which what comes back had left. *)
  Lemma good_trace l2 : ∀ G cur loc l1,
    good (λ i, t_slots (G i)) cur loc l1 →
    (∀ i, t_self (G i) = i) → chain cfg G l2 →
    find_impostor cfg cur l2 = None →
    (∀ l x l' y, l2 = l ++ x :: l' → ev_added x = Some y →
       y ∈ omap ev_evicted (l1 ++ l) ∧ y ∉ omap ev_added (l1 ++ l)) →
    legal A store0 (omap ev_receipt (l1 ++ l2)).
  Proof.
    induction l2 as [|x l2 IH]; intros G cur loc l1 Hgood Hself Hchain Himp Hadd.
    - rewrite app_nil_r. apply Hgood.
    - cbn [chain find_impostor] in *. destruct Hchain as (Hpre&Hacc&Hchain).
      destruct (impostor cfg cur x) eqn:Ei; [done|].
      assert (t_self (ev_pre x) = ev_tid x) as Hs by (by rewrite Hpre).
      destruct (good_step G cur loc l1 x) as [loc' Hgood']; try done.
      { intros y Hy. specialize (Hadd [] x l2 y eq_refl Hy). by rewrite app_nil_r in Hadd. }
      replace (l1 ++ x :: l2) with ((l1 ++ [x]) ++ l2) by (by rewrite <-app_assoc).
      eapply IH; [exact Hgood'| |exact Hchain|done|].
      + intros i. unfold upd. case_decide as Hi; [|done].
        apply accepted_effect, eff_self in Hacc. by rewrite Hacc, Hi.
      + intros l x' l' y -> Hy. rewrite <-app_assoc. by apply (Hadd (x :: l) x' l').
  Qed.

  (** The state of the argument before anything happened. *)
  Lemma good_start base loc :
    inv (first_slots (first_root cfg)) base loc → agrees base store0 →
    good (λ i, t_slots (init_thread cfg i)) base loc [].
  Proof.
    intros Hinv Hst. split; [done| |done|apply legal_nil]. intros y. cbn. by rewrite elem_of_nil.
  Qed.
End replay.
