(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * An accepted layout loses nothing: calls, and resumptions of coroutines
    held as values. The rest is in [Operations]. *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Core.Model Require Import Semantics Points.
From Fairlead.Core.Machine Require Import Liveness Simulation.
From Fairlead.Lang.Frames Require Export Operations.

Section calls.
  Context (Q : program) (L : plans).

  Local Notation A := (layout_analysis Q L).
  Local Notation pt := (point_rel A (fl_code Q)).
  Local Notation store_rel := (store_rel pt).
  Local Notation val_rel := (val_rel pt).
  Local Notation W1 := (W Q source).
  Local Notation W2 := (W Q (laid_out Q L)).

  (** ** Calls *)
  Lemma fresh_store_rel pr vs ws :
    Forall2 val_rel vs ws → length vs = length (params pr) →
    store_rel (by_mode (λ _, true) pr)
      (map Some vs ++ locals_of source pr) (map Some ws ++ locals_of (laid_out Q L) pr).
  Proof.
    intros Hvs Hlen. pose proof (Forall2_length _ _ _ Hvs). split.
    { rewrite !app_length, !map_length, (locals_length Q L). lia. }
    intros x (m & t & Hx & _)%elem_of_by_mode. apply lookup_lt_Some in Hx.
    rewrite !lookup_app_l by (rewrite map_length; lia).
    change (map Some ?l) with (Some <$> l). rewrite !list_lookup_fmap.
    destruct (proj1 (Forall2_lookup _ _ _) Hvs x); simpl; by repeat constructor.
  Qed.

  Lemma call_park p l x K V s t :
    need_before_call Q L p l x K = Some V → store_rel K s t → store_rel K s (layout_park L p l t).
  Proof.
    unfold need_before_call. intros (pr & _ & (pl & Hpl & H)%bind_Some)%bind_Some Hs.
    apply park_rel; [|done]. unfold stop_of. rewrite Hpl; simpl. intros pl' off n.
    destruct (suspends pr), (look (stop_at pl) l) as [[]|]; simpl in *; try done.
    intros [= -> -> ->]. destruct (look L (callee x)); [|done].
    destruct (_ && _) eqn:Hok; [|done]. rewrite !andb_true_iff in Hok. tauto.
  Qed.

  Lemma call_uses p l x K V s t :
    need_before_call Q L p l x K = Some V → store_rel V s t → store_rel (uses_args (call_args x) K) s t.
  Proof.
    unfold need_before_call. intros (pr & _ & (pl & _ & H)%bind_Some)%bind_Some.
    destruct (suspends pr), (look (stop_at pl) l) as [[]|]; try done.
    - destruct (look L (callee x)); [|done]. destruct (_ && _); [|done]. by simplify_eq.
    - by apply apart_Some in H as ->.
  Qed.

  Lemma enter_call_rel p l x K V s t :
    need_before_call Q L p l x K = Some V → store_rel V s t →
    outcome_rel (λ a b, a.1 = b.1 ∧ store_rel (entry_set A a.1) a.2 b.2)
      (fl_enter_call Q source x s) (fl_enter_call Q (laid_out Q L) x t) ∧
    store_rel K s (layout_park L p l t).
  Proof.
    intros HV Hs. pose proof (call_uses _ _ _ _ _ _ _ HV Hs) as Hu.
    apply (pass_all_rel _ _ _ (worlds_rel Q L)) in Hu as [HK Hvs]. split; [|by eapply call_park].
    unfold fl_enter_call. destruct (procs Q !! callee x) as [pr|] eqn:Hpr; [|constructor]. simpl.
    eapply outcome_rel_bind; [done|]. intros vs ws Hvw. rewrite <-(Forall2_length _ _ _ Hvw).
    case_decide; constructor; simpl. split; [done|]. unfold of_proc. rewrite Hpr.
    by apply fresh_store_rel.
  Qed.

  Lemma store_rel_reserve xs args V s t : store_rel (reserve xs args V) s t → store_rel V s t.
  Proof.
    revert args; induction xs as [|[m ty] xs IH]; intros [|a args]; simpl; try done.
    destruct m, a; try apply IH; destruct (root p); try apply IH; intros [? _]%store_rel_add; by eapply IH.
  Qed.

  (** [us] and [vs] are the callee's parameters at its end. *)
  Lemma copy_out_rel p pl xs args us vs V U s t :
    forallb2 (fits_mode pl) xs args = true → length us = length vs →
    (∀ x m ty, xs !! x = Some (m, ty) → returned m = true →
      option_Forall2 (option_Forall2 val_rel) (us !! x) (vs !! x)) →
    need_give_back_all (clash L p) args V = Some U → store_rel U s t →
    outcome_rel (store_rel V) (copy_out Q source p args us s) (copy_out Q (laid_out Q L) p args vs t).
  Proof.
    revert xs us vs U s t.
    induction args as [|a args IH]; intros xs us vs U s t Hfits Hlen Huv; simpl.
    { intros [= ->] ?. by constructor. }
    intros (U' & HU & Ha)%bind_Some Hs.
    destruct xs as [|[m ty] xs]; [done|]. simpl in Hfits. apply andb_prop in Hfits as [Hm Hfits].
    destruct us as [|u us], vs as [|v vs]; try done; [destruct a; constructor|].
    pose proof (λ x m' ty', Huv (S x) m' ty') as Htail; simpl in Htail.
    assert (match a with AIn _ => True | _ => option_Forall2 val_rel u v end) as Hhead.
    { specialize (Huv 0 m ty eq_refl). destruct a; [done|..];
        (assert (returned m = true) as Hret by (by destruct m));
        specialize (Huv Hret); by inversion Huv. }
    destruct a as [e|q|q lo hi]; [injection Ha as ->; by eapply IH; eauto|..];
      (eapply outcome_rel_bind; [by apply or_wrong_rel|]); intros ???;
      (eapply outcome_rel_bind;
        [by eapply give_back_rel; [apply worlds_rel|apply touch_harmless|..]|]); intros;
      by eapply IH; eauto.
  Qed.

  Lemma leave_call_rel p x q u v after K s t :
    keep_call A p x after = Some K → store_rel K s t → store_rel (exit_set A q) u v →
    outcome_rel (store_rel after)
      (fl_leave_call Q source p x q u s) (fl_leave_call Q (laid_out Q L) p x q v t).
  Proof.
    simpl keep_call. intros (pr & Hpr & (pl & _ & HK)%bind_Some)%bind_Some Hs Huv.
    unfold fl_leave_call. case_decide as Hq; [|constructor]. subst q. rewrite Hpr; simpl.
    rewrite (exit_set_eq _ _ _ _ Hpr) in Huv. destruct Huv as [Hlen Huv].
    destruct (forallb2 _ _ _) eqn:Hfits; [|done].
    unfold keep_during_call in HK. apply bind_Some in HK as (V & HV & (U & HU & ->)%fmap_Some).
    apply store_rel_reserve in Hs.
    eapply outcome_rel_bind.
    { eapply copy_out_rel; [done..| |done|done]. intros. apply Huv, exit_vars_spec. eauto. }
    intros s' t' Hst. destruct (call_dest x); simpl in HV; [|simplify_eq; by constructor].
    eapply outcome_rel_bind; [by apply variable_rel', Huv, exit_vars_spec; left|]. intros.
    by eapply assign_rel; [apply worlds_rel|apply touch_harmless|..].
  Qed.

  (** ** Resumptions *)
  Lemma need_resume_uses x after V p :
    need_before_resume (clash L p) x after = Some V →
    ∃ K3 K2 K1, need_assign (clash L p) (event x) after = Some K1 ∧
      need_give_back_all (clash L p) (lend x) K1 = Some K2 ∧
      need_assign (clash L p) (child x) K2 = Some K3 ∧
      V = uses_place (child x) (uses_all (reply_expr x) (uses_args (lend x) K3)).
  Proof.
    unfold need_before_resume.
    intros (K1 & ? & (K2 & ? & (K3 & ? & H)%bind_Some)%bind_Some)%bind_Some.
    apply (apart_Some _ (Some (event x))) in H. eauto 10.
  Qed.

  Lemma enter_resume_rel p x after V s t :
    need_before_resume (clash L p) x after = Some V → store_rel V s t →
    outcome_rel (λ a b, Forall2 (frame_rel pt) a.1 b.1 ∧ a.2 = b.2)
      (fl_enter_resume Q source x s) (fl_enter_resume Q (laid_out Q L) x t).
  Proof.
    intros (K3 & ? & ? & _ & _ & _ & ->)%need_resume_uses Hs.
    apply (get_rel _ _ _ (worlds_rel Q L)) in Hs as [Hs Hchild].
    apply (eval_all_rel _ _ _ (worlds_rel Q L)) in Hs as [Hs Hreply].
    apply (pass_all_rel _ _ _ (worlds_rel Q L)) in Hs as [_ Hlend].
    unfold fl_enter_resume. eapply outcome_rel_bind; [done|]. intros v w Hvw.
    destruct Hvw as [| | | | | | | |waits fs gs Hfs]; try constructor.
    destruct Hfs as [|f g fs gs Hf Hfs]; [constructor|].
    eapply outcome_rel_bind; [apply outcome_rel_eq|]. intros _ _ _.
    eapply (outcome_rel_bind eq).
    { unfold reply_expr in Hreply. destruct (reply x) as [[e [reply|]]|]; simpl in *; [|by constructor..].
      destruct (eval W1 reply s), (eval W2 reply t); simpl in Hreply; inversion Hreply as [?? Hr| |];
        subst; simpl; try constructor.
      inversion Hr; subst. erewrite to_data_rel by done. apply outcome_rel_eq. }
    intros d ? <-. eapply outcome_rel_bind; [done|]. intros vs ws Hvs.
    rewrite (to_data_rel_all _ _ _ Hvs). eapply outcome_rel_bind; [apply outcome_rel_eq|].
    intros lent ? <-. constructor. split; [by constructor|done].
  Qed.

  Lemma event_payload_rel ds : val_rel (event_payload ds) (event_payload ds).
  Proof.
    destruct ds as [|d [|d' ds]]; simpl; [by repeat constructor|apply of_data_rel|].
    apply record_rel, (of_data_rel_all _ (d :: d' :: ds)).
  Qed.

  Lemma leave_resume_rel p x h i after V s t :
    need_before_resume (clash L p) x after = Some V → store_rel V s t →
    happening_rel A (fl_code Q) (λ _, store_rel) h i →
    outcome_rel (store_rel after)
      (fl_leave_resume Q source p x h s) (fl_leave_resume Q (laid_out Q L) p x i t).
  Proof.
    intros (K3 & K2 & K1 & HK1 & HK2 & HK3 & ->)%need_resume_uses Hs Hh.
    apply (get_rel _ _ _ (worlds_rel Q L)) in Hs as [Hs _].
    apply (eval_all_rel _ _ _ (worlds_rel Q L)) in Hs as [Hs _].
    apply (pass_all_rel _ _ _ (worlds_rel Q L)) in Hs as [Hs _].
    apply (outcome_rel_bind (λ a b, val_rel a.1.1 b.1.1 ∧ val_rel a.1.2 b.1.2 ∧ a.2 = b.2)).
    - unfold learned. destruct (procs Q !! child_proc x) as [pr|] eqn:Hpr; [|constructor].
      simpl. destruct Hh as [fs gs [[e ds] lent] Hfs|q u v Huv].
      + eapply outcome_rel_bind; [apply outcome_rel_eq|]. intros [n ?] ? <-. constructor; simpl.
        split_and!; [by constructor| |done]. constructor. apply event_payload_rel.
      + case_decide as Hq; [|constructor]. subst q. rewrite (exit_set_eq _ _ _ _ Hpr) in Huv.
        eapply outcome_rel_bind; [by apply variable_rel', Huv, exit_vars_spec; left|]. intros a b Hab.
        rewrite (lent_data_rel _ _ _ _ _ _ Huv (lent_exit pr)).
        eapply outcome_rel_bind; [apply outcome_rel_eq|]. intros lent ? <-. constructor; simpl.
        split_and!; [by repeat constructor|by constructor|done].
    - intros [[c ev] lent] [[c' ev'] ?] (Hc & Hev & ?); simpl in *; subst.
      eapply outcome_rel_bind;
        [by eapply assign_rel; [apply worlds_rel|apply touch_harmless|..]|]. intros.
      eapply outcome_rel_bind; [by eapply give_back_all_rel;
        [apply worlds_rel|apply touch_harmless|done..|apply of_data_rel_all]|]. intros.
      by eapply assign_rel; [apply worlds_rel|apply touch_harmless|..].
  Qed.
End calls.
