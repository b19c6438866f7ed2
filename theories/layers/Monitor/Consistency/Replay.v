(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Each accepted entry keeps the state of the argument, given that what [AddB]
brings back had been evicted and not yet added, and that no impostor came in. *)
From Fairlead.Monitor.Consistency Require Export ClientHistory.

Section replay.
  Context {acc : Type} (cfg : config acc).
  Implicit Types (st : thread acc) (cur : key → value) (l : list (event acc)).
  Notation ev_receipt := (ev_receipt cfg).
  Notation inv := (inv (depth cfg) (digest cfg)).

  Lemma track_one cur slots s sl : slots !! s = Some sl → track1 slots cur s = upd cur (s_key sl) (s_value sl).
  Proof. unfold track1. by intros ->. Qed.
  Lemma upd_same (cur : key → value) k v k' : cur k = v → upd cur k v k' = cur k'.
  Proof. intros <-. unfold upd. case_decide; by subst. Qed.

  (** An entry that answers no client changes no datum. *)
  Lemma good_quiet store0 (C C' : N → gmap N slot) cur cur' loc loc' l (x : event acc) :
    good cfg store0 C cur loc l → ev_receipt x = None → inv C' cur' loc' →
    (∀ k v, cur' k = Data v → cur k = Data v) →
    pending loc' cur' (omap ev_added (l ++ [x])) (omap ev_evicted (l ++ [x])) →
    good cfg store0 C' cur' loc' (l ++ [x]).
  Proof.
    intros [_ _ Hlat Hleg] Hr Hinv Hdata Hpend. split; [done..| |]; rewrite omap_snoc, Hr, app_nil_r; [|done].
    intros k v Hk. by apply Hlat, Hdata.
  Qed.

  (** The place of a key: not live means fresh. *)
  Lemma not_live (loc : key → place) k : ¬ loc k ≠ Absent → loc k = Absent.
  Proof. destruct (loc k); naive_solver. Qed.

  (** [AddM], whichever case: where the key was, and the invariant after. *)
  Lemma replay_add_merkle C cur loc i st k v s s' st' :
    inv C cur loc → C i = t_slots st → accepted cfg st (AddM k v s s') st' →
    (v = cur k ∨ digest cfg v ≠ digest cfg (cur k)) →
    let cur' := foldl (track1 (t_slots st')) cur [s'; s] in
    (∀ t j, loc k ≠ Pending t j) ∧
    (∀ x w, cur' x = Data w → cur x = Data w) ∧
    (∀ x t j, loc x = Pending t j → cur' x = cur x) ∧
    inv (upd C i (t_slots st')) cur' (upd loc k (Cached i s)).
  Proof.
    intros Hinv HC Hacc Hv cur'. inversion Hacc; subst; clear Hacc.
    - (* a new edge *)
      match goal with H : t_slots st !! s' = Some _ |- _ => rename H into Hs' end.
      match goal with H : t_slots st !! s = None |- _ => rename H into Hs end.
      match goal with H : s_value sl' = _ |- _ => rename H into Hends end.
      match goal with H : heading k _ = _ |- _ => rename H into Hhead end.
      match goal with H : side d ends = _ |- _ => rename H into Hnone end.
      match goal with H : side d (s_child sl') = _ |- _ => rename H into Hold end.
      rewrite <-HC in Hs, Hs'. assert (s ≠ s') as Hss by congruence.
      destruct (inv_cached _ _ _ _ _ Hinv _ _ _ Hs') as [Hl' Hv'].
      pose proof (inv_tree _ _ _ _ _ Hinv) as Htree.
      assert (next cur (s_key sl') d = None) as Hnext by (unfold next; rewrite Hv', Hends; simpl; by rewrite Hnone).
      assert (loc (s_key sl') ≠ Absent) as Hlive by (by rewrite Hl').
      assert (loc k = Absent) as Hfresh by (apply not_live; by eapply (tree_absent _ _ _ _ _ Htree)).
      pose proof (inv_fresh _ _ _ _ _ Hinv _ Hfresh) as Hck. pose proof (heading_ne _ _ _ Hhead) as Hkk.
      assert (cur' = upd (upd cur (s_key sl') (point ends d (Edge k no_digest false))) k (initial (depth cfg) k)) as Hcur'.
      { unfold cur'; simpl. erewrite track_one; [|by rewrite lookup_insert].
        erewrite track_one; [|rewrite lookup_insert_ne, lookup_insert by done; done]. done. }
      rewrite Hcur'. split_and!.
      + by rewrite Hfresh.
      + intros x w. unfold upd. repeat case_decide; subst; [congruence|done|done].
      + intros x t j Hx. rewrite !upd_ne by congruence. done.
      + pose proof (inv_install (depth cfg) (digest cfg) C cur loc i s s' sl' d false k (initial (depth cfg) k)
          (point ends d (Edge k no_digest false)) (Edge k no_digest false)) as Hi.
        cbv zeta in Hi. rewrite Hold in Hi. rewrite <-HC. apply Hi; clear Hi; try done.
        * by rewrite Hfresh.
        * eapply tree_ext; [| |by eapply (tree_new _ _ _ _ _ Htree Hlive Hhead Hnext)].
          -- intros x. simpl. destruct (decide (x = k)) as [->|]; [rewrite upd_eq; naive_solver|rewrite upd_ne by done; naive_solver].
          -- intros a d'. unfold next, upd_next. destruct (decide (a = k)) as [->|Ha].
             ++ rewrite upd_eq, edge_initial, decide_False by naive_solver. unfold next. by rewrite Hck, edge_initial.
             ++ rewrite upd_ne by done. destruct (decide (a = s_key sl')) as [->|Ha'].
                ** rewrite upd_eq. simpl. destruct (decide (d' = d)) as [->|].
                   --- by rewrite side_set, decide_True.
                   --- rewrite side_set_ne, decide_False by naive_solver. unfold next. by rewrite Hv', Hends.
                ** rewrite upd_ne, decide_False by naive_solver. done.
        * simpl. by rewrite side_set.
        * intros d' Hd'. rewrite Hends. simpl. by rewrite side_set_ne.
        * intros d' p. by rewrite edge_initial.
        * by intros [].
    - (* an existing record *)
      match goal with H : t_slots st !! s' = Some _ |- _ => rename H into Hs' end.
      match goal with H : t_slots st !! s = None |- _ => rename H into Hs end.
      match goal with H : s_value sl' = _ |- _ => rename H into Hends end.
      match goal with H : heading _ (s_key sl') = _ |- _ => rename H into Hhead end.
      match goal with H : side d ends = _ |- _ => rename H into Hside end.
      match goal with H : side d (s_child sl') = _ |- _ => rename H into Hold end.
      match goal with H : e_digest c = _ |- _ => rename H into Hdig end.
      match goal with H : e_blum c = _ |- _ => rename H into Hblum end.
      set (k := e_key c) in *.
      rewrite <-HC in Hs, Hs'. assert (s ≠ s') as Hss by congruence.
      destruct (inv_cached _ _ _ _ _ Hinv _ _ _ Hs') as [Hl' Hv'].
      pose proof (inv_tree _ _ _ _ _ Hinv) as Htree.
      assert (edge_of (cur (s_key sl')) d = Some c) as Hc by (rewrite Hv', Hends; done).
      assert (loc k = Stored ∧ v = cur k) as [Hst ->].
      { pose proof (inv_edge _ _ _ _ _ Hinv _ _ _ Hc) as Hok. unfold edge_ok in Hok. fold k in Hok.
        destruct (loc k) as [|j r| |] eqn:El; try done.
        - exfalso. destruct Hok as (sl2&Hsl2&Hb).
          assert (s_key sl2 = k) as Hk2.
          { destruct (inv_found _ _ _ _ _ Hinv _ _ _ El) as (?&?&?). congruence. }
          pose proof (inv_parent _ _ _ _ _ Hinv _ _ _ Hsl2) as Hpar. unfold parent_ok in Hpar.
          destruct (s_parent sl2) as [[s3 d3]|] eqn:Ep.
          + destruct (cached_parent _ _ _ _ _ _ _ _ _ _ Hinv Hsl2 Ep) as (sl3&Hs3&Hc3&_&Hn3&_).
            rewrite Hk2 in Hn3. destruct (tree_parent _ _ _ _ _ _ _ Htree Hn3 (next_Some _ _ _ _ Hc)) as [E ->].
            destruct (cached_unique _ _ _ _ _ _ _ _ _ _ _ Hinv Hs' Hs3 (eq_sym E)) as [-> ->]. congruence.
          + destruct Hpar as [Hp|Hp]; [|by rewrite <-Hk2, Hp in Hhead; destruct (s_key sl')].
            assert (e_blum c = true) by (by apply Hb). congruence.
        - destruct Hok as [_ Hok]. split; [done|]. destruct Hv as [?|Hv]; [done|]. exfalso. apply Hv. congruence.
        - congruence. }
      pose proof (heading_ne _ _ _ Hhead) as Hkk.
      assert (cur' = upd (upd cur (s_key sl') (s_value sl')) k (cur k)) as Hcur'.
      { unfold cur'; simpl. erewrite track_one; [|by rewrite lookup_insert].
        erewrite track_one; [|rewrite lookup_insert_ne, lookup_insert by done; done]. done. }
      assert (∀ x, cur' x = cur x) as Hsame.
      { intros x. rewrite Hcur'. unfold upd. repeat case_decide; by subst. }
      split_and!.
      + by rewrite Hst.
      + intros x w. by rewrite Hsame.
      + intros x t j _. by rewrite Hsame.
      + pose proof (inv_install (depth cfg) (digest cfg) C cur loc i s s' sl' d false k (cur k)
          (s_value sl') c) as Hi.
        cbv zeta in Hi. rewrite Hold in Hi. rewrite <-HC. rewrite Hcur'. apply Hi; clear Hi; try done.
        * by rewrite Hst.
        * rewrite <-Hcur'. eapply tree_ext; [| |exact Htree].
          -- intros x. simpl. destruct (decide (x = k)) as [->|]; [rewrite upd_eq, Hst; naive_solver|by rewrite upd_ne].
          -- intros a d'. unfold next. by rewrite Hsame.
        * by rewrite Hends.
        * intros d' p. apply (inv_edge _ _ _ _ _ Hinv).
        * by intros [].
    - (* cutting an edge *)
      match goal with H : t_slots st !! s' = Some _ |- _ => rename H into Hs' end.
      match goal with H : t_slots st !! s = None |- _ => rename H into Hs end.
      match goal with H : s_value sl' = _ |- _ => rename H into Hends end.
      match goal with H : heading k (s_key sl') = _ |- _ => rename H into Hhead end.
      match goal with H : heading (e_key c) k = _ |- _ => rename H into Hhead2 end.
      match goal with H : side d ends = _ |- _ => rename H into Hside end.
      match goal with H : _ = Merkle none |- _ => rename H into Hinit end.
      assert (none = (None, None)) as ->.
      { unfold initial in Hinit. case_decide; congruence. }
      rewrite <-HC in Hs, Hs'. assert (s ≠ s') as Hss by congruence.
      destruct (inv_cached _ _ _ _ _ Hinv _ _ _ Hs') as [Hl' Hv'].
      pose proof (inv_tree _ _ _ _ _ Hinv) as Htree.
      assert (edge_of (cur (s_key sl')) d = Some c) as Hc by (rewrite Hv', Hends; done).
      pose proof (next_Some _ _ _ _ Hc) as Hnext.
      assert (loc (s_key sl') ≠ Absent) as Hlive by (by rewrite Hl').
      assert (loc k = Absent) as Hfresh by (apply not_live; by eapply (tree_between _ _ _ _ _ _ _ Htree)).
      pose proof (inv_fresh _ _ _ _ _ Hinv _ Hfresh) as Hck. pose proof (heading_ne _ _ _ Hhead) as Hkk.
      assert (cur' = upd (upd cur (s_key sl') (point ends d (Edge k no_digest false))) k (point (None, None) d2 c)) as Hcur'.
      { unfold cur'; simpl. erewrite track_one; [|by rewrite lookup_insert].
        erewrite track_one; [|rewrite lookup_insert_ne, lookup_insert by done; done]. done. }
      rewrite Hcur'. split_and!.
      + by rewrite Hfresh.
      + intros x w. unfold upd. repeat case_decide; subst; done.
      + intros x t j Hx. rewrite !upd_ne by congruence. done.
      + pose proof (inv_install (depth cfg) (digest cfg) C cur loc i s s' sl' d d2 k (point (None, None) d2 c)
          (point ends d (Edge k no_digest false)) (Edge k no_digest false)) as Hi.
        cbv zeta in Hi. rewrite <-HC. apply Hi; clear Hi; try done.
        * by rewrite Hfresh.
        * eapply tree_ext; [| |by eapply (tree_cut _ _ _ _ _ _ _ Htree Hlive Hhead Hnext)].
          -- intros x. simpl. destruct (decide (x = k)) as [->|]; [rewrite upd_eq; naive_solver|rewrite upd_ne by done; naive_solver].
          -- intros a d'. unfold next, upd_next. destruct (decide (a = k)) as [->|Ha].
             ++ rewrite upd_eq, (decide_False (P:=k = s_key sl' ∧ d' = d)) by naive_solver. simpl.
                destruct (decide (d' = d2)) as [->|].
                ** by rewrite side_set, decide_True.
                ** rewrite side_set_ne, decide_False by naive_solver. unfold next. by rewrite Hck, edge_initial, side_none.
             ++ rewrite upd_ne by done. destruct (decide (a = s_key sl')) as [->|Ha'].
                ** rewrite upd_eq. simpl. destruct (decide (d' = d)) as [->|].
                   --- by rewrite side_set, decide_True.
                   --- rewrite side_set_ne, !decide_False by naive_solver. unfold next. by rewrite Hv', Hends.
                ** rewrite upd_ne, !decide_False by naive_solver. done.
        * simpl. by rewrite side_set.
        * intros d' Hd'. rewrite Hends. simpl. by rewrite side_set_ne.
        * intros d' p. simpl. rewrite side_set_Some, side_none. intros [[-> ->]|[_ ?]]; [|done].
          by apply (inv_edge _ _ _ _ _ Hinv _ _ _ Hc).
        * intros _. rewrite Hends. simpl. by rewrite side_set, Hside.
  Qed.
End replay.
