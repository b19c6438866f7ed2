(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Calls and resumptions between well-typed procedures. *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang.Typing Require Export Procs.

(** What a resumption may learn about the child [q]. *)
Definition happening_ok (Q : program) (q : procedure)
    (h : happening (store fl_point) (frame fl_point) request) : Prop :=
  match h with
  | Asked fs r =>
      request_ok Q q r ∧ coro_points Q q (Some (fst (fst r))) (map fst fs) ∧ Forall (frame_ok Q) fs
  | Returned q' s => q' = q ∧ ∃ pr, procs Q !! q = Some pr ∧ vars_ok Q pr s
  end.

Section calls.
  Context {Q : program} (HQ : well_typed Q).
  Local Notation W := (W Q source).

  (** ** Calls *)
  Lemma call_checked p pr l x k :
    position Q p pr (Call l x) k →
    ∃ pr', procs Q !! callee x = Some pr' ∧
      args_ok (proc_env Q p pr) (params pr') (call_args x) = true ∧
      dest_ok (proc_env Q p pr) (call_dest x) (Syntax.result pr') = true ∧
      (suspends pr' = true →
        suspends pr = true ∧ effects pr' ⊆ effects pr ∧ lent_types pr' = lent_types pr).
  Proof.
    intros [Hp Hc _ _]. cbn [cmd_ok] in Hc. unfold call_ok in Hc.
    destruct (callee_at _ _) as [pr'|] eqn:Hcallee; [|done]. apply callee_known in Hcallee.
    apply andb_true_iff in Hc as [[Hargs Hdest]%andb_true_iff Hthru].
    exists pr'. split_and!; try done. intros Hs. rewrite Hs in Hthru. simpl in Hthru.
    unfold passes_through in Hthru. repeat (apply andb_true_iff in Hthru as [Hthru ?]).
    split_and!; [done| |by apply tys_eqb_eq].
    intros e He%elem_of_list_In. apply member_elem_of.
    select (forallb _ _ = true) (fun H => rewrite forallb_forall in H; by apply H).
  Qed.

  Lemma enter_call_ok p pr l x k s :
    position Q p pr (Call l x) k → vars_ok Q pr s →
    outcome_ok (λ r, fst r = callee x ∧ ∃ pr', procs Q !! callee x = Some pr' ∧ vars_ok Q pr' (snd r))
      (fl_enter_call Q source x s).
  Proof using HQ.
    intros Hpos Hs. destruct (call_checked _ _ _ _ _ Hpos) as (pr' & Hq & Hargs & _).
    pose proof (world_known HQ p pr (position_proc _ _ _ _ Hpos)) as HW.
    unfold fl_enter_call. rewrite Hq. simpl. eapply ok_bind; [by eapply (passes_ok HW)|]. intros vs Hvs.
    rewrite decide_True by (apply Forall2_length in Hvs; by rewrite map_length in Hvs).
    simpl. split; [done|]. exists pr'. split; [done|]. apply vars_app; [|by eapply locals_ok].
    clear -Hvs. induction Hvs; simpl; constructor; auto. by constructor.
  Qed.

  Lemma copy_out_ok p pr E ps ts args cs s :
    world_ok (point_vars Q) (coro_points Q) E (map snd (variables pr)) W →
    args_ok E ps args = true → Forall2 (slots_ok Q) (map snd ps ++ ts) cs → vars_ok Q pr s →
    outcome_ok (vars_ok Q pr) (copy_out Q source p args cs s).
  Proof.
    intros HW Hargs%all2_Forall2. revert cs s.
    induction Hargs as [|[m t] a ps args Ha _ IH]; intros cs s Hcs Hs; [by destruct cs|].
    simpl in Hcs. inversion Hcs as [|? o ? ? Ho Hcs']; subst. destruct Ho as [t v Hv].
    assert (outcome_ok (vars_ok Q pr)
      (s ← give_back W (touch source p) a v s; copy_out Q source p args l' s)) as Hback.
    { eapply ok_bind; [by eapply (give_back_ok HW)|]. intros s' Hs'. by apply IH. }
    destruct a; [by apply IH|exact Hback|exact Hback].
  Qed.

  Lemma leave_call_ok p pr l x k pr' cs s :
    position Q p pr (Call l x) k → procs Q !! callee x = Some pr' → vars_ok Q pr' cs → vars_ok Q pr s →
    outcome_ok (vars_ok Q pr) (fl_leave_call Q source p x (callee x) cs s).
  Proof using HQ.
    intros Hpos Hq Hcs Hs. destruct (call_checked _ _ _ _ _ Hpos) as (pr'' & ? & Hargs & Hdest & _). simplify_eq.
    pose proof (world_known HQ p pr (position_proc _ _ _ _ Hpos)) as HW.
    unfold fl_leave_call. rewrite decide_True by done. rewrite Hq. simpl. eapply ok_bind.
    { eapply copy_out_ok; [done..| |done]. unfold store_ok, variables in Hcs. by rewrite map_app in Hcs. }
    intros s' Hs'. destruct (call_dest x) as [dest|] eqn:Hd; [|done].
    destruct (proc_checked HQ _ _ Hq) as (_ & _ & m & Hret).
    destruct (variable_ok _ _ _ _ _ Hret Hcs) as (v & -> & Hv). simpl.
    by apply (assign_to_ok HW (Some dest) _ _ _ Hdest Hv).
  Qed.

  (** ** Resumptions *)
  Lemma resumption_checked p pr x k :
    position Q p pr (Resume x) k →
    ∃ pr' i ts, procs Q !! child_proc x = Some pr' ∧ startable pr' = true ∧
      target (proc_env Q p pr) (child x) = Some (TCoro (child_proc x)) ∧
      target (proc_env Q p pr) (event x) = Some (TUnion i ts) ∧
      answer_ok (proc_env Q p pr) (effects pr') (reply x) = true ∧
      args_ok (proc_env Q p pr) (map (pair Lent) (lent_types pr')) (lend x) = true ∧
      cases_ok (proc_env Q p pr) (effects pr') (Syntax.result pr') ts = true.
  Proof.
    intros [Hp Hc _ _]. cbn [cmd_ok] in Hc. unfold resumption_ok in Hc.
    destruct (callee_at _ _) as [pr'|] eqn:Hcallee; [|done]. apply callee_known in Hcallee.
    destruct (target _ (event x)) as [[]|] eqn:Hev; try done.
    do 4 apply andb_true_iff in Hc as [Hc ?].
    select (is_some _ = true) (fun H => apply is_some_eq, expect_eq in H).
    eexists pr', _, _. split_and!; done.
  Qed.

  Lemma lent_pairs (ts : list ty) : map snd (map (pair Lent) ts) = ts.
  Proof. rewrite map_map. apply map_id. Qed.

  Lemma enter_resume_ok p pr x k s :
    position Q p pr (Resume x) k → vars_ok Q pr s →
    outcome_ok (λ r, ∃ w, coro_points Q (child_proc x) w (map fst (fst r)) ∧ fst r ≠ [] ∧
        Forall (frame_ok Q) (fst r) ∧ response_ok Q (child_proc x) w (snd r))
      (fl_enter_resume Q source x s).
  Proof using HQ.
    intros Hpos Hs.
    destruct (resumption_checked _ _ _ _ Hpos) as (pr' & i & ts & Hq & _ & [Hchild _]%target_inv & _ & Hans & Hlend & _).
    pose proof (world_known HQ p pr (position_proc _ _ _ _ Hpos)) as HW.
    unfold fl_enter_resume. eapply ok_bind; [by apply (get_ok HW)|]. intros v Hv.
    inversion Hv as [| | | | | | | | |? w fs Hpts Hfs]; subst. destruct fs as [|f fs]; [done|].
    eapply ok_bind; [apply check_ok|]. intros [] Hw%bool_decide_eq_true.
    eapply (ok_bind (λ d, ∀ e, w = Some e → ∃ eff, effs Q !! e = Some eff ∧ data_ok (eff_result eff) d)).
    { destruct (reply x) as [[e o]|]; simpl in *; [|by intros; simplify_eq].
      apply andb_true_iff in Hans as [_ Hans]. rewrite look_build in Hans.
      destruct (effs Q !! e) as [eff|] eqn:He; [|done].
      destruct (effect_messages HQ _ _ He) as [_ Hdata]. destruct o as [e'|].
      - apply is_some_eq, expect_eq in Hans. eapply ok_bind; [by apply (eval_ok HW)|]. intros v' Hv'.
        destruct (to_data_ok (point_vars Q) (coro_points Q) (eff_result eff) v') as (d & -> & ?); [|done|].
        { apply orb_true_iff; auto. }
        simpl. intros e'' ?. simplify_eq. eauto.
      - simpl. intros e'' ?. simplify_eq. exists eff. split; [done|].
        destruct (eff_result eff) as [| | | | |? []| | | |]; try done. by repeat constructor. }
    intros d Hd. eapply ok_bind; [by eapply (passes_ok HW)|]. rewrite lent_pairs. intros vs Hvs.
    destruct (to_datas_ok (point_vars Q) (coro_points Q) (lent_types pr') vs) as (lent & -> & Hlent); [|done|].
    { apply Forall_fmap, Forall_forall. intros [m t] Hin%elem_of_list_In%filter_In. destruct Hin as [Hin Hm].
      destruct m; try done. eapply (lent_message HQ); [exact Hq|]. by apply elem_of_list_In. }
    simpl. exists w. split_and!; try done. exists pr'. done.
  Qed.

  Lemma payload_has_type args t ds :
    payload_ok args t = true → Forall2 data_ok args ds → value_ok Q t (event_payload ds).
  Proof.
    assert (∀ t d, data_ok t d → value_ok Q t (of_data d)) as Hof by (intros; apply of_data_ok; [constructor|done]).
    assert (∀ ts ds, Forall2 data_ok ts ds → Forall2 (value_ok Q) ts (map of_data ds)) as Hofs
      by (intros; apply of_datas_ok; [constructor|done]).
    unfold payload_ok. intros Ht Hds. destruct Hds as [|t1 d ts ds Hd [|]]; [| |]; simpl.
    - destruct t; try done. apply tys_eqb_eq in Ht as <-. by repeat constructor.
    - apply ty_eqb_eq in Ht as ->. auto.
    - destruct t; try done. apply tys_eqb_eq in Ht as <-. constructor. repeat constructor; auto.
  Qed.

  Lemma case_of_effect p pr effs' res ts i e :
    cases_ok (proc_env Q p pr) effs' res ts = true → effs' !! i = Some e →
    ∃ t eff, ts !! i = Some t ∧ effs Q !! e = Some eff ∧ payload_ok (eff_args eff) t = true.
  Proof.
    revert ts i. induction effs' as [|e' effs' IH]; intros ts i Hts Hi; [done|].
    destruct ts as [|t ts]; [done|]. cbn [cases_ok] in Hts. apply andb_true_iff in Hts as [He Hts].
    destruct i as [|i]; simpl in *; [|by apply IH]. simplify_eq. rewrite look_build in He.
    destruct (effs Q !! e) as [eff|]; [|done]. eauto.
  Qed.

  Lemma case_of_result p pr effs' res ts :
    cases_ok (proc_env Q p pr) effs' res ts = true → ts !! length effs' = Some res.
  Proof.
    revert ts. induction effs' as [|e effs' IH]; intros ts Hts; cbn [cases_ok] in Hts.
    - destruct ts as [|t [|]]; try done. apply ty_eqb_eq in Hts as ->. done.
    - destruct ts as [|t ts]; [done|]. apply andb_true_iff in Hts as [_ Hts]. simpl. auto.
  Qed.

  Lemma learned_ok p pr x k h :
    position Q p pr (Resume x) k → happening_ok Q (child_proc x) h →
    outcome_ok (λ '(c, ev, lent),
      value_ok Q (TCoro (child_proc x)) c ∧
      (∃ ty, target (proc_env Q p pr) (event x) = Some ty ∧ value_ok Q ty ev) ∧
      ∃ pr', procs Q !! child_proc x = Some pr' ∧ Forall2 data_ok (lent_types pr') lent) (learned Q x h).
  Proof using HQ.
    intros Hpos Hh.
    destruct (resumption_checked _ _ _ _ Hpos) as (pr' & i & ts & Hq & _ & Hchild & Hevent & _ & _ & Hcases).
    unfold learned. rewrite Hq. simpl. destruct h as [fs [[e ds] lent]|q s']; simpl in Hh.
    - destruct Hh as ((pr'' & eff & ? & _ & Hin & He & Hds & Hlent) & Hpts & Hfs). simpl in *. simplify_eq.
      destruct (list_find_elem_of (λ e', e = e') _ e Hin eq_refl) as ([j e'] & Hj). rewrite Hj. simpl.
      apply list_find_Some in Hj as (Hj & <- & _).
      destruct (case_of_effect _ _ _ _ _ _ _ Hcases Hj) as (t & eff' & Ht & ? & Hpay). simplify_eq.
      split_and!; [by constructor| |by eauto]. eexists; split; [done|].
      econstructor; [done|]. by eapply payload_has_type.
    - destruct Hh as (-> & pr'' & ? & Hs'). assert (pr'' = pr') as -> by congruence. rewrite decide_True by done.
      destruct (proc_checked HQ _ _ Hq) as (_ & _ & m & Hret).
      destruct (variable_ok _ _ _ _ _ Hret Hs') as (v & -> & Hv). simpl.
      eapply ok_bind; [by eapply lent_data_ok|]. intros lent Hlent. simpl.
      split_and!; [by repeat constructor| |by eauto]. eexists; split; [done|].
      econstructor; [by eapply case_of_result|done].
  Qed.

  Lemma leave_resume_ok p pr x k h s :
    position Q p pr (Resume x) k → vars_ok Q pr s → happening_ok Q (child_proc x) h →
    outcome_ok (vars_ok Q pr) (fl_leave_resume Q source p x h s).
  Proof using HQ.
    intros Hpos Hs Hh.
    destruct (resumption_checked _ _ _ _ Hpos) as (pr' & i & ts & Hq & _ & Hchild & Hevent & _ & Hlend & _).
    pose proof (world_known HQ p pr (position_proc _ _ _ _ Hpos)) as HW.
    eapply ok_bind; [by eapply learned_ok|].
    intros [[c ev] lent] (Hc & (ty & Hty & Hev) & pr'' & ? & Hlent). simplify_eq.
    eapply ok_bind; [by eapply (assign_ok HW)|]. intros s1 Hs1.
    eapply ok_bind.
    { eapply (give_back_all_ok HW); [done| |done]. rewrite lent_pairs. apply of_datas_ok; [constructor|done]. }
    intros s2 Hs2. by eapply (assign_ok HW).
  Qed.
End calls.
