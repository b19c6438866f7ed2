(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * What procedures do to each other, when well typed.

    One lemma for each operation of the instance of Core ([Semantics.fl]) in
    the source presentation: suspending and being answered, calling and
    returning, resuming and being told what happened. *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang.Typing Require Export Control.

(** Types of the variables of a suspended activation. *)
Definition point_vars (Q : program) (pt : fl_point) : list ty :=
  match procs Q !! source_procedure pt with Some pr => map snd (variables pr) | None => [] end.

Notation value_ok Q := (has_type (point_vars Q) (coro_points Q)).
Notation slots_ok Q := (slot_ok (point_vars Q) (coro_points Q)).
Notation frame_ok Q := (Values.frame_ok (point_vars Q) (coro_points Q)).
(** A store of procedure [pr]. *)
Notation vars_ok Q pr := (store_ok (point_vars Q) (coro_points Q) (map snd (variables pr))).

(** What [p] asks of its driver, what the driver gives back, and the result. *)
Definition request_ok (Q : program) (p : procedure) (q : request) : Prop :=
  ∃ pr eff, procs Q !! p = Some pr ∧ suspends pr = true ∧
    fst (fst q) ∈ effects pr ∧ effs Q !! fst (fst q) = Some eff ∧
    Forall2 data_ok (eff_args eff) (snd (fst q)) ∧ Forall2 data_ok (lent_types pr) (snd q).

Definition response_ok (Q : program) (p : procedure) (waits : option nat) (r : response) : Prop :=
  ∃ pr, procs Q !! p = Some pr ∧ Forall2 data_ok (lent_types pr) (snd r) ∧
    ∀ e, waits = Some e → ∃ eff, effs Q !! e = Some eff ∧ data_ok (eff_result eff) (fst r).

(** What [Semantics.shown] parameters hold is part of a result. *)
Definition shown_types (pr : proc) : list ty := map snd (List.filter shown (params pr)).

Definition result_ok (Q : program) (p : procedure) (r : Semantics.result) : Prop :=
  ∃ pr, procs Q !! p = Some pr ∧ data_ok (Syntax.result pr) (fst r) ∧ Forall2 data_ok (shown_types pr) (snd r).

Lemma message_storable t : is_message t = true → storable (λ _, false) t = true ∨ t = TView.
Proof. intros [?|?]%orb_true_iff; [destruct t; try done; auto|auto]. Qed.

(** ** Lent parameters *)
Lemma lent_vars pr : Forall2 (λ x t, params pr !! x = Some (Lent, t)) (lent_of pr) (lent_types pr).
Proof.
  unfold lent_of, lent_types. generalize (params pr) as ps. intros ps.
  cut (∀ n, Forall2 (λ x t, ∃ j, x = n + j ∧ ps !! j = Some (Lent, t))
    (omap (λ '(i, (m, _)), match m with Lent => Some i | _ => None end) (imap (λ i (x : mode * ty), (n + i, x)) ps))
    (map snd (List.filter (is_lent ∘ fst) ps))).
  { intros H. eapply Forall2_impl; [apply (H 0)|]. by intros x t (j & -> & ?). }
  induction ps as [|[m t] ps IH]; intros n; [constructor|]. rewrite imap_cons. cbn [omap list_omap].
  assert (imap ((λ i (x : mode * ty), (n + i, x)) ∘ S) ps = imap (λ i x, (S n + i, x)) ps) as ->.
  { apply imap_ext. intros. simpl. f_equal. lia. }
  specialize (IH (S n)). destruct m; simpl; [| |constructor; [exists 0; split; [lia|done]|]];
    (eapply Forall2_impl; [exact IH|]); intros x t' (j & -> & ?); exists (S j); split; (lia || done).
Qed.

Lemma shown_vars pr :
  Forall2 (λ x t, ∃ m, params pr !! x = Some (m, t) ∧ shown (m, t) = true) (shown_of pr) (shown_types pr).
Proof.
  unfold shown_of, shown_types. generalize (params pr) as ps. intros ps.
  cut (∀ n, Forall2 (λ x t, ∃ j m, x = n + j ∧ ps !! j = Some (m, t) ∧ shown (m, t) = true)
    (omap (λ '(i, x), if shown x then Some i else None) (imap (λ i (x : mode * ty), (n + i, x)) ps))
    (map snd (List.filter shown ps))).
  { intros H. eapply Forall2_impl; [apply (H 0)|]. intros x t (j & m & -> & ?). by exists m. }
  induction ps as [|x ps IH]; intros n; [constructor|]. rewrite imap_cons. cbn [omap list_omap List.filter].
  assert (imap ((λ i (x : mode * ty), (n + i, x)) ∘ S) ps = imap (λ i x, (S n + i, x)) ps) as ->.
  { apply imap_ext. intros. simpl. f_equal. lia. }
  specialize (IH (S n)). destruct (shown x) eqn:Hx; cbn [map].
  - constructor; [exists 0, (fst x); rewrite <-surjective_pairing; split_and!; [lia|done..]|].
    eapply Forall2_impl; [exact IH|]. intros y t' (j & m & -> & ?). exists (S j), m. split; (lia || done).
  - eapply Forall2_impl; [exact IH|]. intros y t' (j & m & -> & ?). exists (S j), m. split; (lia || done).
Qed.

Section procs.
  Context {Q : program} (HQ : well_typed Q).
  Context {external : nat → list data → option (list data * data)}.
  Context (Hext : external_ok (λ f, externs Q !! f) external).
  Local Notation W := (W Q source).

  Lemma proc_checked p pr :
    procs Q !! p = Some pr →
    Forall (λ x, param_ok (proc_env Q p pr) x = true) (params pr) ∧
    Forall (λ t, storable (holdable (proc_env Q p pr)) t = true) (locals pr) ∧
    ∃ m, variables pr !! ret pr = Some (m, Syntax.result pr).
  Proof using HQ.
    intros Hp. destruct (checked HQ) as (_ & _ & _ & Hprocs). specialize (Hprocs p pr Hp).
    unfold proc_ok in Hprocs. do 5 apply andb_true_iff in Hprocs as [Hprocs _].
    apply andb_true_iff in Hprocs as [Hprocs Hret]. do 2 apply andb_true_iff in Hprocs as [Hprocs _].
    apply andb_true_iff in Hprocs as [Hps Hls]. rewrite forallb_forall in Hps, Hls.
    split_and!; [by apply Forall_forall; intros ? ?%elem_of_list_In; auto..|].
    revert Hret. simpl. rewrite look_build.
    destruct (variables pr !! ret pr) as [[m t]|]; [|done]. intros ->%ty_eqb_eq. eauto.
  Qed.

  Lemma lent_message p pr t :
    procs Q !! p = Some pr → (Lent, t) ∈ params pr → is_message t = true.
  Proof using HQ.
    intros (Hps & _ & _)%proc_checked Hin. rewrite Forall_forall in Hps.
    apply Hps in Hin. simpl in Hin. by apply andb_true_iff in Hin as [].
  Qed.

  Lemma variable_ok pr s x m t :
    variables pr !! x = Some (m, t) → vars_ok Q pr s → ∃ v, variable s x = Ok v ∧ value_ok Q t v.
  Proof.
    intros Hx Hs. assert (map snd (variables pr) !! x = Some t) as Ht by (by apply list_lookup_fmap_Some; eauto).
    destruct (Forall2_lookup_l _ _ _ _ _ Hs Ht) as (o & Ho & Hv). destruct Hv as [t v Hv].
    exists v. unfold variable. by rewrite Ho.
  Qed.

  Lemma param_variable pr x m t : params pr !! x = Some (m, t) → variables pr !! x = Some (m, t).
  Proof. intros. by apply lookup_app_l_Some. Qed.

  Lemma lent_data_ok p pr s :
    procs Q !! p = Some pr → vars_ok Q pr s →
    outcome_ok (Forall2 data_ok (lent_types pr)) (lent_data (lent_of pr) s).
  Proof using HQ.
    intros Hp Hs. apply ok_collect. eapply Forall2_impl; [apply lent_vars|]. intros x t Hx. simpl in *.
    destruct (variable_ok pr s x Lent t) as (v & -> & Hv); [by apply param_variable|done|]. simpl.
    destruct (to_data_ok (point_vars Q) (coro_points Q) t v) as (d & -> & ?); [|done|done].
    eapply lent_message; [done|]. by eapply elem_of_list_lookup_2.
  Qed.

  Lemma shown_data_ok p pr s :
    procs Q !! p = Some pr → vars_ok Q pr s →
    outcome_ok (Forall2 data_ok (shown_types pr)) (lent_data (shown_of pr) s).
  Proof using HQ.
    intros Hp Hs. apply ok_collect. eapply Forall2_impl; [apply shown_vars|]. intros x t (m & Hx & Hm). simpl in *.
    destruct (variable_ok pr s x m t) as (v & -> & Hv); [by apply param_variable|done|]. simpl.
    destruct (to_data_ok (point_vars Q) (coro_points Q) t v) as (d & -> & ?); [|done|done].
    destruct m; [done|done|]. eapply lent_message; [done|]. by eapply elem_of_list_lookup_2.
  Qed.

  Lemma borrow_ok p pr ds s :
    Forall2 data_ok (lent_types pr) ds → vars_ok Q pr s →
    outcome_ok (vars_ok Q pr) (borrow source p (lent_of pr) ds s).
  Proof.
    intros Hds. pose proof (lent_vars pr) as Hxs. revert ds Hds s.
    induction Hxs as [|x t xs ts Hx _ IH]; intros ds Hds s Hs; inversion_clear Hds; [done|].
    cbn [borrow]. apply IH; [done|]. eapply write_ok; [|done|].
    - apply list_lookup_fmap_Some. exists (Lent, t). split; [by apply param_variable|done].
    - apply of_data_ok; [|done]. constructor.
  Qed.

  (** ** How coroutines start *)
  Lemma place_args_ok ps vs :
    Forall (λ x, fst x = Lent → is_message (snd x) = true) ps →
    Forall2 (value_ok Q) (map snd (List.filter (negb ∘ is_lent ∘ fst) ps)) vs →
    ∃ s, place_args source ps vs = Ok s ∧ Forall2 (slots_ok Q) (map snd ps) s.
  Proof.
    intros Hps. revert vs. induction Hps as [|[m t] ps Ht _ IH]; intros vs Hvs; simpl in *.
    { inversion_clear Hvs. by exists []. }
    assert (∀ vs v, value_ok Q t v → Forall2 (value_ok Q) (map snd (List.filter (negb ∘ is_lent ∘ fst) ps)) vs →
      ∃ s, (s ← place_args source ps vs; Ok (Some v :: s)) = Ok s ∧ Forall2 (slots_ok Q) (t :: map snd ps) s) as Hcons.
    { intros vs' v Hv Hvs'. destruct (IH vs' Hvs') as (s & -> & Hs). eexists; split; [done|]. by repeat constructor. }
    destruct m; simpl in *; try (inversion Hvs; subst; by apply Hcons).
    apply Hcons; [|done]. eapply default_ok; [constructor|]. by apply message_storable, Ht.
  Qed.

  Lemma locals_ok p pr :
    procs Q !! p = Some pr → Forall2 (slots_ok Q) (locals pr) (locals_of source pr).
  Proof using HQ.
    intros (_ & Hl & _)%proc_checked. apply Forall2_fmap_r, Forall_Forall2_diag.
    eapply Forall_impl; [done|]. intros t Ht. constructor. eapply default_ok; [constructor|]. left; exact Ht.
  Qed.

  Lemma vars_app pr s s' :
    Forall2 (slots_ok Q) (map snd (params pr)) s → Forall2 (slots_ok Q) (locals pr) s' →
    vars_ok Q pr (s ++ s').
  Proof.
    intros Hs Hs'. unfold store_ok, variables. rewrite map_app. apply Forall2_app; [done|].
    rewrite map_map. simpl. by rewrite map_id.
  Qed.

  Lemma fresh_ok p pr vs :
    procs Q !! p = Some pr → Forall2 (value_ok Q) (given_types pr) vs →
    ∃ s, fresh Q source p vs = Ok (SFresh p, s) ∧ frame_ok Q (SFresh p, s).
  Proof using HQ.
    intros Hp Hvs. unfold fresh. rewrite Hp. simpl.
    destruct (place_args_ok (params pr) vs) as (s & -> & Hs); [|done|].
    - apply Forall_forall. intros [m t] Hin; simpl; intros ->. by eapply lent_message.
    - simpl. eexists; split; [done|]. constructor. unfold point_vars. simpl. rewrite Hp.
      apply vars_app; [done|]. by eapply locals_ok.
  Qed.

  Lemma world_known p pr :
    procs Q !! p = Some pr →
    world_ok (point_vars Q) (coro_points Q) (proc_env Q p pr) (map snd (variables pr)) W.
  Proof using HQ.
    intros Hp. split.
    - intros x m t. simpl. rewrite look_build. intros Hx. apply list_lookup_fmap_Some. eauto.
    - intros c t. simpl. rewrite look_build. intros ([t' v] & Hc & ->)%list_lookup_fmap_Some.
      rewrite Hc. simpl. eexists; split; [done|]. apply const_has_type.
      destruct (checked HQ) as (_ & _ & Hconsts & _). by eapply Hconsts.
    - intros q pr' vs Hq%callee_known _ Hvs. destruct (fresh_ok q pr' vs Hq Hvs) as (s & Hf & Hs).
      simpl. rewrite Hf. simpl. constructor; [|by constructor]. by econstructor.
    - intros. constructor.
  Qed.

  Lemma externs_checked p pr f x : look (e_externs (proc_env Q p pr)) f = Some x → extern_ok x = true.
  Proof using HQ. intros Hx%extern_known. destruct (checked HQ) as (_ & Hx' & _). by eapply Hx'. Qed.

  Lemma external_known p pr : external_ok (look (e_externs (proc_env Q p pr))) external.
  Proof using Hext. intros f x ds ds' d Hx%extern_known. by apply Hext. Qed.

  (** ** Asking and being answered *)
  Lemma effect_messages e eff :
    effs Q !! e = Some eff →
    Forall (λ t, is_message t = true) (eff_args eff) ∧ is_data (eff_result eff) = true.
  Proof using HQ.
    intros He. destruct (checked HQ) as (Heff & _). apply Heff, andb_true_iff in He as [Ha ?]. split; [|done].
    apply Forall_forall. intros ? ?%elem_of_list_In. by eapply forallb_forall.
  Qed.

  Lemma suspension_checked p pr l x k :
    position Q p pr (Suspend l x) k →
    suspends pr = true ∧ ask_effect x ∈ effects pr ∧ ask_lent x = lent_of pr ∧
    ∃ eff ts, effs Q !! ask_effect x = Some eff ∧
      Forall2 (λ e t, infer (proc_env Q p pr) e = Some t) (ask_args x) ts ∧
      Forall2 (λ t t', accepts t t' = true) (eff_args eff) ts ∧
      dest_ok (proc_env Q p pr) (ask_dest x) (eff_result eff) = true.
  Proof.
    intros [Hp Hc _ _]. cbn [cmd_ok] in Hc. unfold suspension_ok in Hc.
    repeat (apply andb_true_iff in Hc as [Hc ?]).
    destruct (look (e_effs (proc_env Q p pr)) (ask_effect x)) as [eff|] eqn:He; [|done].
    destruct (infer_all _ _) as [ts|] eqn:Hts; [|done].
    apply effect_known in He. typing. split_and!; try done. exists eff, ts. done.
  Qed.

  Lemma asked_ok p pr l x k s :
    position Q p pr (Suspend l x) k → vars_ok Q pr s →
    outcome_ok (λ q, request_ok Q p q ∧ fst (fst q) = ask_effect x) (fl_ask Q source x s).
  Proof using HQ.
    intros Hpos Hs. destruct (suspension_checked _ _ _ _ _ Hpos) as (Hsusp & Hin & Hlent & eff & ts & He & Hts & Hacc & _).
    pose proof (position_proc _ _ _ _ Hpos) as Hp. pose proof (world_known p pr Hp) as HW.
    unfold fl_ask. rewrite Hlent. eapply ok_bind.
    { eapply evals_ok; [|done|done]. apply Forall_forall. intros e _ t s' ??. by apply (eval_ok HW). }
    intros vs Hvs. pose proof (accepts_all_ok _ _ _ Hacc Hvs) as Hvs'.
    destruct (effect_messages _ _ He) as [Hm _]. destruct (to_datas_ok _ _ _ _ Hm Hvs') as (ds & -> & Hds).
    simpl. eapply ok_bind; [by eapply lent_data_ok|]. intros lent Hl. simpl. split; [|done].
    exists pr, eff. done.
  Qed.

  Lemma answered_ok p pr l x k s r :
    position Q p pr (Suspend l x) k → vars_ok Q pr s → response_ok Q p (Some (ask_effect x)) r →
    outcome_ok (vars_ok Q pr) (fl_answer Q source p x r s).
  Proof using HQ.
    intros Hpos Hs (pr' & Hp' & Hlent & Hd).
    destruct (suspension_checked _ _ _ _ _ Hpos) as (_ & _ & Hown & eff & ts & He & _ & _ & Hdest).
    pose proof (position_proc _ _ _ _ Hpos) as Hp. pose proof (world_known p pr Hp) as HW.
    assert (pr' = pr) as -> by congruence. destruct (Hd _ eq_refl) as (eff' & ? & Hd').
    assert (eff' = eff) as -> by congruence.
    unfold fl_answer. rewrite Hown. eapply ok_bind; [by apply borrow_ok|]. intros s' Hs'.
    eapply (assign_to_ok HW); [done| |done]. apply of_data_ok; [constructor|done].
  Qed.

  Lemma begun_ok p pr w r s :
    procs Q !! p = Some pr → response_ok Q p w r → vars_ok Q pr s →
    outcome_ok (vars_ok Q pr) (fl_begin Q source p r s).
  Proof.
    intros Hp (pr' & Hp' & Hlent & _) Hs. assert (pr' = pr) as -> by congruence. unfold fl_begin. rewrite Hp. simpl. by apply borrow_ok.
  Qed.

  Lemma finished_ok p pr s :
    procs Q !! p = Some pr → is_data (Syntax.result pr) = true → vars_ok Q pr s →
    outcome_ok (result_ok Q p) (fl_finish Q p s).
  Proof using HQ.
    intros Hp Hdata Hs. unfold fl_finish. rewrite Hp. simpl.
    destruct (proc_checked _ _ Hp) as (_ & _ & m & Hret).
    destruct (variable_ok _ _ _ _ _ Hret Hs) as (v & -> & Hv). simpl.
    destruct (to_data_ok (point_vars Q) (coro_points Q) (Syntax.result pr) v) as (d & -> & ?); [|done|].
    { apply orb_true_iff; auto. }
    simpl. eapply ok_bind; [by eapply shown_data_ok|]. intros ds Hds. simpl. exists pr. done.
  Qed.
End procs.
