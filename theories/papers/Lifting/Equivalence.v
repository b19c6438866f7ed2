(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Both sets of rules say what the evaluator says: Theorem 2 of the paper.

    One proof for the naive and the optimised rules, in both directions, for
    whatever fresh locations are chosen. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Papers.Lifting Require Import Terms Evaluator Agreement.

Section rules.
  Context (r : rules) (tight : Prop).
  Context (clean_other : ∀ T s l, (∀ x, T !! x ≠ Some l) → clean r T s !! l = s !! l).
  Context (clean_own : tight → ∀ T s x l, T !! x = Some l → clean r T s !! l = None).
  Context (capture_other : ∀ xs ρ y, y ∉ xs → capture r xs ρ !! y = ρ !! y).
  #[local] Set Default Proof Using "Type*".

  (** Outside of [ρ] the store is as it was; if rules are tight, exactly. *)
  Definition untouched (ρ : env) (s s' : store) : Prop :=
    ∀ l, (∀ y, ρ !! y ≠ Some l) → is_Some (s !! l) ∨ tight → s' !! l = s !! l.

  Lemma clean_none s : clean r ∅ s = s.
  Proof. apply map_eq. intros l. apply clean_other. intros x. by rewrite lookup_empty. Qed.

  Lemma untouched_trans ρ s1 s2 s3 : untouched ρ s1 s2 → untouched ρ s2 s3 → untouched ρ s1 s3.
  Proof. intros H1 H2 l Hl Hs. rewrite H2; [by apply H1|done|]. rewrite H1 by done. done. Qed.

  Lemma inv_next ρ F Φ s σ s' σ' : inv ρ F Φ s σ → holds ρ s' σ' → inv ρ F Φ s' σ'.
  Proof. intros [] ?. by split. Qed.

  Lemma inv_letrec ρ F Φ s σ f xs a V : inv ρ F Φ s σ → V = dom σ → NoDup xs → apart xs Φ →
    fine (V ∪ names_of xs) (SCons f xs a V Φ Φ) a →
    inv ρ (FCons f xs a (capture r xs ρ) F F) (SCons f xs a V Φ Φ) s σ.
  Proof.
    intros [Hh Hd Ha] -> Hnd Hap Hf. split; [done..|]. simpl. split_and!; try done.
    - intros y Hy. rewrite capture_other, lookup_within by done. case_decide as HV; [done|].
      apply not_elem_of_dom in HV. destruct (ρ !! y) as [l|] eqn:E; [|done].
      destruct Hh as [Hh _]. destruct (Hh _ _ E) as (? & _ & ?). congruence.
    - intros y HV _. rewrite (holds_dom _ _ _ Hh) in HV. by apply elem_of_dom.
    - assert (without xs (capture r xs ρ) = without xs ρ) as ->; [|by apply agrees_without].
      apply map_eq. intros y. rewrite !lookup_without. case_decide; [done|]. by apply capture_other.
  Qed.

  Lemma holds_assign ρ F Φ s σ x l v :
    inv ρ F Φ s σ → ρ !! x = Some l → holds ρ (<[l := v]> s) (<[x := v]> σ) ∧ untouched ρ s (<[l := v]> s).
  Proof.
    intros [[Hh HN] Hd _] Hx. split; [split|].
    - intros y k Hy. destruct (decide (y = x)) as [->|Hne].
      + rewrite Hx in Hy. injection Hy as <-. exists v. by rewrite !lookup_insert.
      + rewrite !lookup_insert_ne; [by apply Hh|done|]. intros ->. by apply Hne, (Hd _ _ k).
    - intros y Hy. rewrite lookup_insert_ne; [by apply HN|]. intros ->. congruence.
    - intros k Hk _. rewrite lookup_insert_ne; [done|]. intros ->. by apply (Hk x).
  Qed.

  (** ** Whatever the rules say *)
  Definition sound T N F M s v s' : Prop :=
    ∀ Φ σ, inv (T ∪ N) F Φ s σ → fine (dom σ) Φ M →
    ∃ s1 σ', s' = clean r T s1 ∧ holds (T ∪ N) s1 σ' ∧ untouched (T ∪ N) s s1 ∧
      ∃ m, ∀ n, m ≤ n → ev n Φ σ M = Done v σ'.
  Definition sound_all N F args s vs s' : Prop :=
    ∀ Φ σ, inv N F Φ s σ → fine (dom σ) Φ (Call 0 args) →
    ∃ σ', holds N s' σ' ∧ untouched N s s' ∧ ∃ m, ∀ n, m ≤ n → evs n Φ σ args = Done vs σ'.

  Lemma sound_sub N F a s v s' Φ σ :
    sound ∅ N F a s v s' → inv N F Φ s σ → fine (dom σ) Φ a →
    ∃ σ', holds N s' σ' ∧ dom σ' = dom σ ∧ untouched N s s' ∧ ∃ m, ∀ n, m ≤ n → ev n Φ σ a = Done v σ'.
  Proof.
    unfold sound. rewrite left_id_L by apply _. intros H Hi Hf.
    destruct (H Φ σ Hi Hf) as (s1 & σ' & -> & Hh & Hu & m & Hm).
    rewrite clean_none. exists σ'. split_and!; try done; [|by exists m].
    by eapply (ev_dom m), Hm.
  Qed.

  Theorem rules_sound T N F M s v s' : reduces r T N F M s v s' → sound T N F M s v s'.
  Proof.
    apply (reduces_mut r (λ T N F M s v s' _, sound T N F M s v s') (λ N F args s vs s' _, sound_all N F args s vs s'));
      clear T N F M s v s'; unfold sound_all.
    - intros T N F v s Φ σ [Hh _ _] _. exists s, σ. split_and!; try done. exists 0. intros n _. by rewrite ev_val.
    - intros T N F x l v s Hx Hl Φ σ [Hh _ _] _. exists s, σ. split_and!; try done. exists 0. intros n _.
      rewrite ev_var. destruct Hh as [Hh _]. destruct (Hh _ _ Hx) as (w & Hw & ->). congruence.
    - intros T N F x a l v s s' _ Ha Hx Hl Φ σ Hi Hf.
      destruct (sound_sub _ _ _ _ _ _ _ _ Ha Hi Hf) as (σ1 & Hh & Hd & Hu & m & Hm).
      pose proof (inv_next _ _ _ _ _ _ _ Hi Hh) as Hi1. destruct (holds_assign _ _ _ _ _ x l v Hi1 Hx) as [Hh' Hu'].
      exists (<[l := v]> s'), (<[x := v]> σ1). split_and!; try done; [by eapply untouched_trans|].
      exists m. intros n Hn. rewrite ev_assign, (Hm n Hn). simpl.
      destruct Hh as [Hh _]. by destruct (Hh _ _ Hx) as (w & _ & ->).
    - intros T N F a b v v' s s' s'' _ Ha _ Hb Φ σ Hi [Hfa Hfb].
      destruct (sound_sub _ _ _ _ _ _ _ _ Ha Hi Hfa) as (σ1 & Hh & Hd & Hu & m & Hm).
      rewrite <-Hd in Hfb. destruct (Hb Φ σ1 (inv_next _ _ _ _ _ _ _ Hi Hh) Hfb) as (s1 & σ' & -> & Hh' & Hu' & m' &
        Hm').
      exists s1, σ'. split_and!; try done; [by eapply untouched_trans|]. exists (m `max` m'). intros n Hn.
      rewrite ev_seq, (Hm n) by lia. simpl. apply Hm'. lia.
    - intros T N F a b c t v s s' s'' _ Ha _ Hb Φ σ Hi (Hfa & Hfb & Hfc).
      destruct (sound_sub _ _ _ _ _ _ _ _ Ha Hi Hfa) as (σ1 & Hh & Hd & Hu & m & Hm).
      assert (fine (dom σ1) Φ (if t then b else c)) as Hft by (rewrite Hd; by destruct t).
      destruct (Hb Φ σ1 (inv_next _ _ _ _ _ _ _ Hi Hh) Hft) as (s1 & σ' & -> & Hh' & Hu' & m' & Hm').
      exists s1, σ'. split_and!; try done; [by eapply untouched_trans|]. exists (m `max` m'). intros n Hn.
      rewrite ev_if, (Hm n) by lia. simpl. specialize (Hm' n). destruct t; apply Hm'; lia.
    - intros T N F f xs a b v s s' _ Hb Φ σ Hi (Hnd & Hap & Hfa & Hfb).
      destruct (Hb _ σ (inv_letrec _ _ _ _ _ f xs a _ Hi eq_refl Hnd Hap Hfa) Hfb) as (s1 & σ' & -> & Hh' & Hu' & m'
        & Hm').
      exists s1, σ'. split_and!; try done. exists m'. intros n Hn. rewrite ev_letrec. by apply Hm'.
    - intros T N F f args xs b ρ own ls vs v s s1 s2 Hlook _ Hargs Hvs Hls Hnd Hfresh _ Hb Φ σ Hi Hf.
      destruct (Hargs Φ σ Hi Hf) as (σ1 & Hh & Hu & m & Hm).
      pose proof (inv_next _ _ _ _ _ _ _ Hi Hh) as [_ Hdis Hag].
      destruct (agrees_look _ _ _ _ _ _ _ _ Hag Hlook) as (V & own' & Hfind & Hclo).
      assert (∀ l, l ∈ ls → s1 !! l = None) as Hfr by (intros l Hl; by apply Hfresh).
      pose proof (callee_inv f xs b ρ own V own' (T ∪ N) s1 σ1 vs ls Hh Hdis Hclo Hvs Hls Hnd Hfr) as Hci.
      pose proof (callee_fine f xs b ρ own V own' (T ∪ N) s1 σ1 vs ls Hh Hdis Hclo Hvs Hls Hnd Hfr) as Hcf.
      destruct (Hb _ _ Hci Hcf) as (s3 & σ3 & -> & Hh3 & Hu3 & m' & Hm').
      pose proof (caller_holds f xs b ρ own V own' (T ∪ N) s1 σ1 vs ls Hh Hdis Hclo Hvs Hls Hnd Hfr
        tight (clean r) clean_other clean_own s3 σ3 Hh3 Hu3) as Hh4.
      pose proof (caller_after f xs b ρ own V own' (T ∪ N) s1 σ1 vs ls Hh Hdis Hclo Hvs Hls Hnd Hfr
        tight (clean r) clean_other clean_own s3 σ3 Hh3 Hu3) as Hu4.
      eexists _, _. split_and!; [done|exact Hh4|by eapply untouched_trans|].
      exists (S (m `max` m')). intros n Hn. rewrite ev_call, (Hm n) by lia. simpl. rewrite Hfind.
      destruct n as [|n]; [lia|]. unfold enter. rewrite decide_True by done. rewrite (Hm' n) by lia. done.
    - intros N F s Φ σ [Hh _ _] _. exists σ. split_and!; try done. by exists 0.
    - intros N F a args v vs s s1 s2 _ Ha _ Hargs Φ σ Hi [Hfa Hf].
      destruct (sound_sub _ _ _ _ _ _ _ _ Ha Hi Hfa) as (σ1 & Hh & Hd & Hu & m & Hm).
      rewrite <-Hd in Hf. destruct (Hargs Φ σ1 (inv_next _ _ _ _ _ _ _ Hi Hh) Hf) as (σ' & Hh' & Hu' & m' & Hm').
      exists σ'. split_and!; try done; [by eapply untouched_trans|]. exists (m `max` m'). intros n Hn.
      rewrite evs_cons, (Hm n) by lia. simpl. by rewrite (Hm' n) by lia.
  Qed.

  (** ** Whatever the evaluator says *)
  Fixpoint locations (F : functions) : gset loc :=
    match F with
    | FNil => ∅
    | FCons _ _ _ ρ own rest => list_to_set (image ρ) ∪ locations own ∪ locations rest
    end.
  Lemma appears_locations l F : appears l F → l ∈ locations F.
  Proof.
    induction F as [|f xs b ρ own IH1 rest IH2]; simpl; [done|].
    rewrite !elem_of_union, elem_of_list_to_set, elem_of_image. naive_solver.
  Qed.

  Definition complete Φ σ M v σ' : Prop :=
    ∀ T N F s, inv (T ∪ N) F Φ s σ → fine (dom σ) Φ M →
    ∃ s1, reduces r T N F M s v (clean r T s1) ∧ holds (T ∪ N) s1 σ' ∧ untouched (T ∪ N) s s1.

  Lemma complete_sub Φ σ a v σ' N F s :
    complete Φ σ a v σ' → inv N F Φ s σ → fine (dom σ) Φ a →
    ∃ s', reduces r ∅ N F a s v s' ∧ holds N s' σ' ∧ untouched N s s'.
  Proof.
    intros H Hi Hf. destruct (H ∅ N F s) as (s1 & Hr & Hh & Hu); [by rewrite left_id_L by apply _|done|].
    rewrite clean_none in Hr. rewrite left_id_L in Hh, Hu by apply _. eauto.
  Qed.

  Theorem rules_complete n : ∀ Φ σ M v σ', ev n Φ σ M = Done v σ' → complete Φ σ M v σ'.
  Proof.
    induction n as [n IHn] using lt_wf_ind. intros Φ σ M. revert Φ σ.
    induction M as [v|x|x a IHa|a b c IHa IHb IHc|a b IHa IHb|f xs a b IHa IHb|f args IH] using term_nested_ind;
      intros Φ σ u σ' E T N F s Hi Hf.
    - rewrite ev_val in E. simplify_eq. exists s. split_and!; [constructor|apply Hi|done].
    - rewrite ev_var in E. destruct (σ !! x) as [v|] eqn:Ex; simplify_eq. exists s.
      destruct Hi as [[Hh HN] _ _]. destruct ((T ∪ N) !! x) as [l|] eqn:El; [|rewrite (HN _ El) in Ex; done].
      destruct (Hh _ _ El) as (w & ? & ?). simplify_eq. split_and!; [by econstructor|done..].
    - rewrite ev_assign in E. destruct (ev n Φ σ a) as [| |v σ1] eqn:Ea; simpl in E; try done.
      destruct (σ1 !! x) as [w|] eqn:Ex; simplify_eq.
      destruct (complete_sub _ _ _ _ _ _ _ _ (IHa _ _ _ _ Ea) Hi Hf) as (s' & Hr & Hh & Hu).
      destruct ((T ∪ N) !! x) as [l|] eqn:El; [|destruct Hh as [_ HN]; rewrite (HN _ El) in Ex; done].
      destruct (holds_assign _ _ _ _ _ x l v (inv_next _ _ _ _ _ _ _ Hi Hh) El) as [Hh' Hu'].
      exists (<[l := v]> s'). split_and!; [|done|by eapply untouched_trans].
      destruct Hh as [Hh _]. destruct (Hh _ _ El) as (? & ? & _). econstructor; eauto.
    - rewrite ev_if in E. destruct (ev n Φ σ a) as [| |v σ1] eqn:Ea; simpl in E; try done.
      destruct v as [|t|]; try done. destruct Hf as (Hfa & Hfb & Hfc).
      destruct (complete_sub _ _ _ _ _ _ _ _ (IHa _ _ _ _ Ea) Hi Hfa) as (s' & Hr & Hh & Hu).
      pose proof (ev_dom _ _ _ _ _ _ Ea) as Hd. rewrite <-Hd in Hfb, Hfc.
      assert (complete Φ σ1 (if t then b else c) u σ') as H by (destruct t; eauto).
      destruct (H T N F s' (inv_next _ _ _ _ _ _ _ Hi Hh)) as (s1 & Hr' & Hh' & Hu'); [by destruct t|].
      exists s1. split_and!; [by econstructor|done|by eapply untouched_trans].
    - rewrite ev_seq in E. destruct (ev n Φ σ a) as [| |v σ1] eqn:Ea; simpl in E; try done.
      destruct Hf as (Hfa & Hfb).
      destruct (complete_sub _ _ _ _ _ _ _ _ (IHa _ _ _ _ Ea) Hi Hfa) as (s' & Hr & Hh & Hu).
      pose proof (ev_dom _ _ _ _ _ _ Ea) as Hd. rewrite <-Hd in Hfb.
      destruct (IHb _ _ _ _ E T N F s' (inv_next _ _ _ _ _ _ _ Hi Hh) Hfb) as (s1 & Hr' & Hh' & Hu').
      exists s1. split_and!; [by econstructor|done|by eapply untouched_trans].
    - rewrite ev_letrec in E. destruct Hf as (Hnd & Hap & Hfa & Hfb).
      destruct (IHb _ _ _ _ E T N _ s (inv_letrec _ _ _ _ _ f xs a _ Hi eq_refl Hnd Hap Hfa) Hfb) as (s1 & Hr' & Hh'
        & Hu').
      exists s1. split_and!; [by econstructor|done..].
    - rewrite ev_call in E. destruct (evs n Φ σ args) as [| |vs σ1] eqn:Ea; simpl in E; try done.
      destruct (find f Φ) as [[[[xs b] V] own']|] eqn:Hfind; [|done]. destruct n as [|n]; [done|].
      assert (∃ s1, reduce_all r (T ∪ N) F args s vs s1 ∧ holds (T ∪ N) s1 σ1 ∧
        untouched (T ∪ N) s s1) as (s1 & Hr & Hh & Hu).
      { clear E Hfind. revert σ vs σ1 s Ea Hi Hf. induction IH as [|a args Ha _ IH]; intros σ vs σ1 s.
        - rewrite evs_nil. intros [= <- <-] Hi _. exists s. split_and!; [constructor|apply Hi|done].
        - rewrite evs_cons. destruct (ev (S n) Φ σ a) as [| |w σ2] eqn:Ew; simpl; try done.
          destruct (evs (S n) Φ σ2 args) as [| |ws σ3] eqn:Ews; simpl; try done. intros [= <- <-] Hi [Hfa Hf].
          destruct (complete_sub _ _ _ _ _ _ _ _ (Ha _ _ _ _ Ew) Hi Hfa) as (s' & Hr & Hh & Hu).
          pose proof (ev_dom _ _ _ _ _ _ Ew) as Hd.
          destruct (IH σ2 ws σ3 s' Ews (inv_next _ _ _ _ _ _ _ Hi Hh)) as (s1 & Hr' & Hh' & Hu'); [by simpl;
            rewrite Hd|].
          exists s1. split_and!; [by econstructor|done|by eapply untouched_trans]. }
      unfold enter in E. case_decide as Hvs; [|done].
      destruct (ev n _ _ b) as [| |w σ3] eqn:Eb; simpl in E; try done. simplify_eq.
      pose proof (inv_next _ _ _ _ _ _ _ Hi Hh) as [_ Hdis Hag].
      destruct (agrees_find _ _ _ _ _ _ _ _ Hag Hfind) as (ρ & own & Hlook & Hclo).
      pose (X := dom s1 ∪ locations (FCons f xs b ρ own own)). pose (ls := fresh_list (length xs) X).
      assert (length ls = length xs) as Hls by apply fresh_list_length.
      assert (NoDup ls) as Hnd by apply NoDup_fresh_list.
      assert (∀ l, l ∈ ls → l ∉ X) as HX by apply fresh_list_is_fresh.
      assert (∀ l, l ∈ ls → s1 !! l = None) as Hfr.
      { intros l Hl%HX. apply not_elem_of_dom. set_solver. }
      pose proof (callee_inv f xs b ρ own V own' (T ∪ N) s1 σ1 vs ls Hh Hdis Hclo Hvs Hls Hnd Hfr) as Hci.
      pose proof (callee_fine f xs b ρ own V own' (T ∪ N) s1 σ1 vs ls Hh Hdis Hclo Hvs Hls Hnd Hfr) as Hcf.
      destruct (IHn n (Nat.lt_succ_diag_r n) _ _ _ _ _ Eb (bind_all xs ls) ρ _ _ Hci Hcf) as (s3 & Hr3 & Hh3 & Hu3).
      pose proof (caller_holds f xs b ρ own V own' (T ∪ N) s1 σ1 vs ls Hh Hdis Hclo Hvs Hls Hnd Hfr
        tight (clean r) clean_other clean_own s3 σ3 Hh3 Hu3) as Hh4.
      pose proof (caller_after f xs b ρ own V own' (T ∪ N) s1 σ1 vs ls Hh Hdis Hclo Hvs Hls Hnd Hfr
        tight (clean r) clean_other clean_own s3 σ3 Hh3 Hu3) as Hu4.
      exists (clean r (bind_all xs ls) s3). split_and!; [|exact Hh4|by eapply untouched_trans].
      eapply r_call; try done. intros l Hl. split; [by apply Hfr|]. intros Hap%appears_locations. apply (HX l Hl).
      set_solver.
  Qed.
End rules.
