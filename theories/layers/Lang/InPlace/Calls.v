(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Calls, copied and in place

    The two machines side by side: each call, return and resumption comes to the same on both sides
    ([enter_follows], [leave_follows], [lend_follows]; the end of a resumption is among the statements,
    [leave_resume_follows]). *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang.Typing Require Import Soundness.
From Fairlead.Lang.Aliasing Require Import Checker.
From Fairlead.Lang.InPlace Require Import PutBack Machine Lent Arguments References.
From Fairlead.Lang.InPlace Require Export Statements.

Section calls.
  Context {Q : program} (HQ : well_typed Q).
  Context {by_reference : procedure → place → bool}.
  Local Notation W := (Semantics.W Q source).
  Local Notation untouched := (λ (_ : nat) (s : store fl_point), s).
  Local Notation stack := (list (store fl_point * refs)).
  Local Notation stack_link := (link basic expr suspension call resumption stack).
  Implicit Types (s t : store fl_point) (F : stack).
  Local Notation lendable := (lendable (Q := Q)).
  Local Notation links_alike := (links_alike (Q := Q) (by_reference := by_reference)).
  Local Notation shared := (shared (Q := Q)).

  (** ** Calls *)
  (** Along references whatever has the type can be put back. *)
  Lemma puts_typed referred p pr ps args ts cs s0 s :
    procs Q !! p = Some pr → args_ok (proc_env Q p pr) ps args = true → args_alone ps args →
    Forall2 (slots_ok Q) (map snd ps ++ ts) cs → vars_ok Q pr s →
    (∀ q, AInout q ∈ args → resolve W q s = resolve W q s0) →
    outcome_ok (vars_ok Q pr) (puts (arg_refs Q referred ps args s0) cs s).
  Proof using HQ.
    intros Hp. unfold args_ok. intros Hargs%all2_Forall2. revert cs s.
    induction Hargs as [|[m ty] a ps args Ha _ IH]; intros cs s Halone Hcs Hs Hres; [done|].
    simpl in Hcs. inversion Hcs as [|? o ? ? Ho Hcs']; subst. destruct Ho as [ty v Hv].
    change (arg_refs Q referred ((m, ty) :: ps) (a :: args) s0)
      with (arg_ref Q referred (m, ty) a s0 :: arg_refs Q referred ps args s0).
    pose proof (args_alone_tail _ _ _ _ Halone) as Htail.
    assert (∀ q, AInout q ∈ args → resolve W q s = resolve W q s0) as Hres' by (intros q Hq; apply Hres; by right).
    destruct (arg_ref Q referred (m, ty) a s0) as [[[] b]|] eqn:Hb; simpl; [|by apply IH..].
    assert (∃ q, a = AInout q ∧ resolve W q s0 = Ok b) as (q & -> & Hq).
    { destruct a as [e|q|]; simpl in Hb;
        [|destruct (referred q); [|done]; destruct (resolve W q s0) eqn:?; simplify_eq; by eauto|done].
      case_match; [done|]. by destruct (read_at Q e s0) as [[]|]. }
    pose proof (give_back_ok (world_known HQ p pr Hp) _ _ _ _ s Ha Hv Hs) as Hok. cbn [give_back] in Hok.
    unfold assign in Hok. rewrite update_path, (Hres q (elem_of_list_here _ _)), Hq in Hok. simpl in Hok.
    change (λ _ : option (val fl_point), Ok v) with (put v) in Hok.
    destruct (write_path (put v) s b) as [s1| |] eqn:Hs1; simpl in Hok |- *; try done.
    apply IH; [done..|]. intros q' Hq'. rewrite <-Hres' by done.
    eapply (write_steady Q (AInout q) q); [|done|by rewrite (Hres q (elem_of_list_here _ _))|done].
    apply elem_of_list_lookup in Hq' as [j Hj]. by apply (alone_written _ _ Halone 0 (S j)).
  Qed.

  (** What is passed for a parameter is where its reference leads. *)
  Lemma refs_hold referred p pr ps args t vs y b a :
    args_ok (proc_env Q p pr) ps args = true → collect (λ a, pass W a t) args = Ok vs →
    ref_at (arg_refs Q referred ps args t) y = Some (b, a) →
    (b = Written → ∃ q ty, target (proc_env Q p pr) q = Some ty ∧ Model.Needs.root q = Some (fst a)) ∧
    (b ≠ Written → ∃ ty, ps !! y = Some (In, ty)) ∧
    ∃ v w, vs !! y = Some v ∧ peek_store t a = Some w ∧ shown b w = Some v.
  Proof.
    intros Hargs Hvs (param & arg & q & Hparam & Harg & Hres & Hb)%ref_at_arg.
    unfold args_ok in Hargs. apply all2_Forall2 in Hargs.
    pose proof (Forall2_lookup_lr _ _ _ _ _ _ Hargs Hparam Harg) as Ha. destruct param as [m ty].
    destruct (collect_lookup _ _ _ _ _ Hvs Harg) as (v & Hv & Hpass).
    split_and!.
    - intros ->. destruct Hb as [[_ ->]|(? & ? & ? & _)]; [|done].
      destruct (write_back_target Q (proc_env Q p pr) (m, ty) (AInout q) (VBool true) t q (put (VBool true))) as [ty' ?];
        [done..|]. exists q, ty'. split; [done|]. destruct a. by eapply resolve_root.
    - intros Hne. destruct Hb as [[? _]|(_ & e & _ & -> & _)]; [done|]. destruct m; simpl in Ha; try done. eauto.
    - destruct Hb as [[-> ->]|(l & e & -> & -> & _ & _ & He)].
      2: { destruct (read_at_shows Q e t a l v He Hpass) as (w & ? & ?). eauto. }
      assert (get W q t = Ok v) as Hget by exact Hpass.
      exists v, v. split; [done|]. split; [|done]. destruct a as [y' l'].
      apply get_peek in Hget as (y2 & l2 & u & Hres' & Hu & Hpeek);
        [|eexists; by eapply resolve_root].
      rewrite Hres in Hres'. injection Hres' as <- <-. apply peek_store_some. eauto.
  Qed.

  Lemma enter_follows p pr l x k us ms K t F :
    position Q p pr (Call l x) k → links_alike p us ms K → shared p pr K t F →
    args_apart (proc_env Q p pr) (call_args x) = true →
    follows (λ a b, a.1 = callee x ∧ b.1 = callee x ∧
        ∃ K', shares a.2 K' b.2 ∧ links_alike (callee x) (Caller l x p k t :: us) (Caller l x p k F :: ms) K')
      (fl_enter_call Q source x t) (enter_in_place Q (by_reference p) x F).
  Proof using HQ.
    intros Hpos Hus HF Happly. pose proof (position_proc _ _ _ _ Hpos) as Hp. pose proof HF as (Hshares & Htargets & Ht).
    destruct (call_checked _ _ _ _ _ Hpos) as (pr' & Hcallee & Hargs & _ & Hsusp).
    pose proof (enter_call_ok HQ _ _ _ _ _ _ Hpos Ht) as Hentered.
    unfold enter_in_place. rewrite (shared_view _ _ _ _ _ HF), Hcallee. simpl.
    destruct (fl_enter_call Q source x t) as [[q t0]| |] eqn:Hq; simpl in Hentered |- *; try done.
    destruct Hentered as (-> & pr1 & ? & Ht0). simplify_eq.
    destruct (suspends pr') eqn:Hs.
    { eexists; split; [done|]. split_and!; [done..|]. simpl.
      destruct (Hsusp eq_refl) as (Hs' & _ & Htypes).
      destruct (coroutine_lent _ _ _ _ _ Hus Hp Hs') as (d & K' & -> & Hdsome & Hdlen & Hopen & HK').
      destruct (typed_lents pr t Ht) as (Hlen & Hsome & Hl). destruct (typed_lents pr' t0 Ht0) as (Hlen0 & Hsome0 & Hl0).
      assert (lents (params pr') t0 = lents (params pr) t) as Hlents.
      { unfold fl_enter_call in Hq. rewrite Hcallee in Hq. simpl in Hq.
        destruct (collect (λ a, pass W a t) (call_args x)) as [vs| |] eqn:Hvs; simpl in Hq; try done.
        case_decide; [|done]. injection Hq as <-. eapply same_slots; [|by apply lents_of].
        eapply lent_passed; [by eapply call_lents|done|].
        unfold args_ok in Hargs. by apply all2_Forall2, Forall2_length in Hargs. }
      exists ((lent_refs (params pr') 0, d) :: K'). split.
      - apply shares_lent_inv in Hshares; [|done..|congruence]. rewrite <-Hlents in Hshares.
        apply shares_lent; [done..|congruence|done|done|done|apply own_length|]. intros y Hy. by rewrite own_lookup.
      - econstructor; [done..| |done|done|]; [by eapply shared_view|]. split_and!; [done|congruence|done|by rewrite Htypes]. }
    eexists; split; [done|]. split_and!; [done..|]. simpl.
    pose proof (checked_alone _ _ _ Happly Hargs) as Halone.
    set (r := arg_refs Q (by_reference p) (params pr') (call_args x) t). exists ((r, t) :: K).
    assert (∃ vs, collect (λ a, pass W a t) (call_args x) = Ok vs ∧ t0 = map Some vs ++ locals_of source pr' ∧
      length vs = length (params pr')) as (vs & Hvs & -> & Hlen).
    { unfold fl_enter_call in Hq. rewrite Hcallee in Hq. simpl in Hq.
      destruct (collect (λ a, pass W a t) (call_args x)) as [vs| |]; simpl in Hq; try done.
      case_decide; [|done]. injection Hq as <-. eauto. }
    assert (∀ y b a, ref_at r y = Some (b, a) →
      (b = Written → writable F (fst a)) ∧ ∃ v w, (map Some vs ++ locals_of source pr') !! y = Some (Some v) ∧
      peek_store t a = Some w ∧ shown b w = Some v) as Hr.
    { intros y b a Hy. destruct (refs_hold _ _ _ _ _ _ _ _ _ _ Hargs Hvs Hy) as (Hw & _ & v & w & Hv & ?).
      split; [intros (q & ty & ? & ?)%Hw; by eapply Htargets|]. exists v, w. split; [|done].
      apply lookup_app_l_Some. by rewrite list_lookup_fmap, Hv. }
    assert (refs_apart r) as Hapart by (by apply arg_refs_apart).
    split.
    - apply shares_push; [done..| |done].
      eapply (puts_same (point_vars Q) (coro_points Q)); [done| |].
      + unfold r, arg_refs. rewrite zip_with_length, app_length, map_length. lia.
      + intros y a Hy. destruct (Hr _ _ _ Hy) as (_ & v & ? & ? & ? & [= ->]). by exists v.
    - econstructor; [done..| | |].
      + intros t1 Ht1. assert (outcome_ok (vars_ok Q pr) (puts r t1 t)) as Hok.
        { eapply puts_typed; [done..| |done|done]. unfold store_ok, variables in Ht1. by rewrite map_app in Ht1. }
        destruct (puts r t1 t) as [s'| |] eqn:Hs'; [by eauto|exfalso|done].
        eapply (puts_no_trap r t1 t Hapart); [|done]. intros y a Hy.
        destruct (Hr _ _ _ Hy) as (_ & v & ? & _ & ? & _). eauto.
      + intros t1 s1.
        destruct (function_parts Q (by_reference p) (params pr') (call_args x) t Halone) as [Hparts Hrefs].
        * unfold args_ok in Hargs. apply all2_Forall2, Forall2_length in Hargs. done.
        * intros q [y Hy]%elem_of_list_lookup. unfold args_ok in Hargs. apply all2_Forall2 in Hargs.
          destruct (Forall2_lookup_r _ _ _ _ _ Hargs Hy) as (param & Hparam & Ha).
          destruct (write_back_target Q (proc_env Q p pr) param (AInout q) (VBool true) t q (put (VBool true)))
            as [ty [_ Hroot]%target_inv]; [done..|].
          destruct (collect_lookup _ _ _ _ _ Hvs Hy) as (v & _ & Hpass). simpl in Hpass.
          apply get_peek in Hpass as (y2 & l2 & u & Hres & _); [|done]. eauto.
        * pose proof (copy_out_parts Q p _ _ t1 t s1 Hparts Hrefs) as Hcopy.
          rewrite function_args in Hcopy. exact Hcopy.
      + intros y cuts a Hy. destruct (refs_hold _ _ _ _ _ _ _ _ _ _ Hargs Hvs Hy) as (_ & Hin & _). by apply Hin.
  Qed.

  (** Returning from a function. *)
  Lemma leave_follows p pr l x k us ms r K pr' t s F F0 :
    position Q p pr (Call l x) k → links_alike p us ms K →
    procs Q !! callee x = Some pr' → suspends pr' = false → vars_ok Q pr' t → vars_ok Q pr s →
    (∀ t, vars_ok Q pr' t → ∃ s', puts r t s = Ok s' ∧ vars_ok Q pr s') →
    (∀ t s1, copy_out Q source p (call_args x) t s = Ok s1 ↔
      ∃ s', puts r t s = Ok s' ∧ copied_out Q (function_copies (by_reference p) (call_args x)) t s' = Ok s1) →
    shares t ((r, s) :: K) F →
    follows (λ s F, shares s K F) (fl_leave_call Q source p x (callee x) t s)
      (leave_in_place Q (by_reference p) p x (callee x) F F0).
  Proof using HQ.
    intros Hpos Hus Hq Hsusp Ht Hs Hputs Hcopy HF. pose proof (position_proc _ _ _ _ Hpos) as Hp.
    destruct (call_checked _ _ _ _ _ Hpos) as (pr1 & ? & Hargs & Hdest & _). simplify_eq.
    unfold fl_leave_call, leave_in_place. rewrite !decide_True, Hq by done. simpl. rewrite Hsusp.
    pose proof (shares_view _ _ _ HF) as ->. apply shares_pop in HF as (t' & F' & s' & -> & Hs' & HF'). simpl.
    destruct (Hputs t Ht) as (s2 & Hs2 & Hs'ok). rewrite Hs' in Hs2. injection Hs2 as <-.
    pose proof (shared_of _ _ _ _ _ _ _ Hus HF' Hp Hs'ok) as Hshared.
    assert (∀ t, vars_ok Q pr t → settled t K) as Hsettled by (intros; by eapply settled_typed).
    assert (Forall2 (slots_ok Q) (map snd (params pr') ++ locals pr') t) as Hts.
    { unfold store_ok, variables in Ht. rewrite map_app, map_map in Ht. simpl in Ht. by rewrite map_id in Ht. }
    pose proof (put_back_follows HQ p pr Hp K Hsettled (callee x) r
      (function_copies (by_reference p) (call_args x)) (params pr') (locals pr')
      (call_dest x) pr' t s s' F') as Hback. rewrite function_args in Hback.
    eapply follows_mono; [by apply Hback|]. by intros ?? [].
  Qed.

  (** Returning from a called coroutine: what is lent stays where it is. *)
  Lemma leave_coroutine_follows p pr l x k us ms pr' d K t s F F0 :
    position Q p pr (Call l x) k → links_alike p us ms ((lent_refs (params pr) 0, d) :: K) →
    procs Q !! callee x = Some pr' → suspends pr' = true → lendable pr' d K → vars_ok Q pr' t → vars_ok Q pr s →
    args_apart (proc_env Q p pr) (call_args x) = true →
    shares t ((lent_refs (params pr') 0, d) :: K) F → view F0 = s →
    follows (λ s F, shares s ((lent_refs (params pr) 0, d) :: K) F)
      (fl_leave_call Q source p x (callee x) t s) (leave_in_place Q (by_reference p) p x (callee x) F F0).
  Proof using HQ.
    intros Hpos Hus Hq Hsusp (Hdsome & Hd & Hopen & HK) Ht Hs Hapart HF HF0. pose proof (position_proc _ _ _ _ Hpos) as Hp.
    destruct (call_checked _ _ _ _ _ Hpos) as (pr1 & Hpr1 & Hargs & Hdest & Hthru).
    assert (pr1 = pr') as -> by congruence. destruct (Hthru Hsusp) as (_ & _ & Htypes).
    unfold fl_leave_call, leave_in_place. rewrite !decide_True, Hq by done. simpl. rewrite Hsusp, Hp. simpl.
    rewrite (shares_view _ _ _ HF), HF0.
    destruct (typed_lents pr' t Ht) as (Hlen & Hsome & Hl). destruct (typed_lents pr s Hs) as (Hlen0 & _ & Hl0).
    apply shares_lent_inv in HF; [|done..|congruence].
    assert (Forall2 (slots_ok Q) (map snd (params pr') ++ locals pr') t) as Hts.
    { unfold store_ok, variables in Ht. rewrite map_app, map_map in Ht. simpl in Ht. by rewrite map_id in Ht. }
    pose proof (call_lents _ _ _ _ _ _ Hpos Hq Hsusp) as Hpassed.
    destruct (lent_returned HQ p pr _ _ _ _ s _ Hp Hargs Hpassed (lent_from_distinct 0 (params pr)) Hts Hs)
      as (s1 & Hs1 & Hs1ok & Hother & Hback).
    destruct (typed_lents pr s1 Hs1ok) as (Hlen1 & Hsome1 & Hl1).
    assert (lents (params pr) s1 = lents (params pr') t) as Hlents by (eapply same_slots; [by apply lents_of|done]).
    assert (shares s1 ((lent_refs (params pr) 0, d) :: K) (on_lent pr s (tail F))) as HF1.
    { rewrite <-Hlents in HF. apply shares_lent; [done..|congruence|done|done|done| |].
      - rewrite own_length. by rewrite <-(Forall2_length _ _ _ Hs), <-(Forall2_length _ _ _ Hs1ok).
      - intros y Hy. rewrite own_lookup by done. apply Hother. intros Hin.
        apply elem_of_list_lookup in Hin as [i Hi].
        destruct (Forall2_lookup_l _ _ _ _ _ (lent_vars pr) Hi) as (ty & _ & Hty).
        exact (proj1 (lents_none (params pr) y) Hy ty Hty). }
    pose proof (shared_of _ _ _ _ _ _ _ Hus HF1 Hp Hs1ok) as Hshared.
    assert (∀ t, vars_ok Q pr t → settled t ((lent_refs (params pr) 0, d) :: K)) as Hsettled by (intros; by eapply settled_typed).
    pose proof (checked_alone _ _ _ Hapart Hargs) as Halone.
    assert (length (params pr') = length (call_args x)) as Hcount.
    { unfold args_ok in Hargs. by apply all2_Forall2, Forall2_length in Hargs. }
    destruct (coroutine_parts Q (params pr') (call_args x) s Halone Hcount) as [Hparts Hrefs].
    { intros i [m ty] a Hi Ha. simpl. pose proof Hargs as Hargs'. unfold args_ok in Hargs'. apply all2_Forall2 in Hargs'.
      pose proof (Forall2_lookup_lr _ _ _ _ _ _ Hargs' Hi Ha) as Hok.
      destruct m; [by destruct a|destruct a as [|q|q lo hi]; [done..|]|by eapply lent_argument].
      simpl in Hok. apply andb_true_iff in Hok as [Hview _]. destruct ty; try done.
      destruct (proc_checked HQ _ _ Hq) as (Hps & _). rewrite Forall_lookup in Hps. apply Hps in Hi. simpl in Hi.
      by rewrite Hsusp in Hi. }
    pose proof (put_back_follows HQ p pr Hp _ Hsettled (callee x) (zip_with passed_on (params pr') (call_args x))
      (coroutine_copies (params pr') (call_args x)) (params pr') (locals pr') (call_dest x) pr' t s s1
      (on_lent pr s (tail F))) as Hfollows.
    rewrite coroutine_args in Hfollows by done.
    eapply follows_mono; [eapply Hfollows; try done|by intros ?? []].
    intros s2. pose proof (copy_out_parts Q p _ _ t s s2 Hparts Hrefs) as Hcopy.
    by rewrite coroutine_args in Hcopy.
  Qed.

  (** ** Steps begin *)
  Lemma arrive_follows p pr ds s t below K :
    procs Q !! p = Some pr → Forall2 data_ok (lent_types pr) ds → vars_ok Q pr s →
    borrow source p (lent_of pr) ds s = Ok t →
    let base := match below with [] => [(map (Some ∘ of_data) ds, [])] | _ => below end in
    shares (map (Some ∘ of_data) ds) K base → open_below K →
    arrive Q p ds ((s, []) :: below) = Ok (on_lent pr t base) ∧
    shares t ((lent_refs (params pr) 0, map (Some ∘ of_data) ds) :: K) (on_lent pr t base).
  Proof using HQ.
    intros Hp Hds Hs Ht base Hbase Hopen. split.
    { unfold arrive. rewrite Hp. simpl. by rewrite Ht. }
    pose proof (borrow_ok p pr ds s Hds Hs) as Hok. rewrite Ht in Hok. simpl in Hok.
    destruct (typed_lents pr t Hok) as (Hlen & Hsome & Hl). destruct (typed_lents pr s Hs) as (Hlen0 & _ & _).
    destruct (borrow_lents p 0 (params pr) ds s t Ht) as (_ & _ & Hlents); [done|]. rewrite drop_0 in Hlents.
    rewrite <-Hlents in Hbase |- *. apply shares_lent; [done..|apply own_length|]. intros y Hy. by rewrite own_lookup.
  Qed.

  Lemma arrived pr ds :
    Forall2 data_ok (lent_types pr) ds → Forall is_Some (map (Some ∘ of_data (P := fl_point)) ds) ∧
    length (map (Some ∘ of_data (P := fl_point)) ds) = length (lent_types pr).
  Proof.
    intros Hds. split; [|rewrite map_length; symmetry; by eapply Forall2_length].
    apply Forall_fmap, Forall_forall. intros d _. by eexists.
  Qed.

  (** What a resumption lends: references, and slices that are copied. *)
  Lemma lend_follows p pr x k us ms K t F pr' vs :
    position Q p pr (Resume x) k → links_alike p us ms K → shared p pr K t F →
    args_apart (proc_env Q p pr) (AInout (child x) :: lend x) = true →
    procs Q !! child_proc x = Some pr' → collect (λ a, pass W a t) (lend x) = Ok vs → Forall2 (value_ok Q) (lent_types pr') vs →
    let rs := lend_refs Q (by_reference p) pr' (lend x) t in
    shares (map Some vs) ((rs, t) :: K) ((own rs (map Some vs), rs) :: F) ∧ open_below ((rs, t) :: K) ∧
    (∀ d, Forall is_Some d → length d = length (lent_types pr') → lendable pr' d ((rs, t) :: K) ∧
      links_alike (child_proc x) (Parent x p k t :: us) (Parent x p k F :: ms)
        ((lent_refs (params pr') 0, d) :: (rs, t) :: K)).
  Proof using HQ.
    intros Hpos Hus HF Hapart Hq Hvs Hvsok rs. pose proof (position_proc _ _ _ _ Hpos) as Hp.
    pose proof HF as (Hshares & Htargets & Ht).
    destruct (resumption_checked _ _ _ _ Hpos) as (pr1 & i & ts & Hpr1 & _ & Hchild & _ & _ & Hlend & _).
    assert (pr1 = pr') as -> by congruence.
    set (ps := map (pair Lent) (lent_types pr')) in *.
    assert (args_ok (proc_env Q p pr) ((Lent, TCoro (child_proc x)) :: ps) (AInout (child x) :: lend x) = true) as Hargs.
    { unfold args_ok. simpl. rewrite Hchild. unfold expect, need. simpl. rewrite Nat.eqb_refl. exact Hlend. }
    pose proof (checked_alone _ _ _ Hapart Hargs) as Hall. pose proof (args_alone_tail _ _ _ _ Hall) as Halone.
    assert (∀ y b a, ref_at rs y = Some (b, a) →
      b = Written ∧ writable F (fst a) ∧ ∃ v, map Some vs !! y = Some (Some v) ∧ peek_store t a = Some v) as Hr.
    { intros y b a Hy. destruct (refs_hold _ _ _ _ _ _ _ _ _ _ Hlend Hvs Hy) as (Hw & Hin & v & w & Hv & ? & Hshown).
      assert (b = Written) as ->.
      { destruct b; [done|]. destruct (Hin ltac:(done)) as (ty & Hty). unfold ps in Hty.
        by apply list_lookup_fmap_Some in Hty as (? & ? & ?). }
      split_and!; [done| |].
      - destruct (Hw eq_refl) as (q & ty & ? & ?). by eapply Htargets.
      - injection Hshown as ->. exists v. split; [|done]. by rewrite list_lookup_fmap, Hv. }
    assert (refs_apart rs) as Hrefs by (by apply arg_refs_apart).
    assert (∀ l, Forall2 (slots_ok Q) (lent_types pr') l → ∃ s', puts rs l t = Ok s' ∧ vars_ok Q pr s') as Hputs.
    { intros l Hl. assert (outcome_ok (vars_ok Q pr) (puts rs l t)) as Hok.
      { eapply (puts_typed _ p pr ps (lend x) []); [done..| |done|done]. rewrite app_nil_r. unfold ps. by rewrite lent_pairs. }
      destruct (puts rs l t) as [s'| |] eqn:Hs'; [by eauto|exfalso|done].
      eapply (puts_no_trap rs l t Hrefs); [|done]. intros y a Hy. destruct (Hr _ _ _ Hy) as (_ & _ & v & _ & ?). eauto. }
    assert (∀ l, Forall2 (slots_ok Q) (lent_types pr') l → settled l ((rs, t) :: K)) as Hsettled.
    { intros l Hl. simpl. destruct (Hputs l Hl) as (s' & ? & ?). exists s'. split; [done|]. by eapply settled_typed. }
    assert (open_below ((rs, t) :: K)) as Hopen by (intros j l a Hj; by destruct (Hr _ _ _ Hj)).
    assert (length ps = length (lend x)) as Hlen.
    { unfold args_ok in Hlend. by apply all2_Forall2, Forall2_length in Hlend. }
    split_and!; [|done|].
    - apply shares_push; [done..| |].
      + eapply (puts_same (point_vars Q) (coro_points Q)); [done| |].
        * rewrite map_length. unfold rs, lend_refs, arg_refs. rewrite zip_with_length. fold ps.
          rewrite <-(Forall2_length _ _ _ Hvsok). unfold ps. rewrite map_length. lia.
        * intros y a Hy. by destruct (Hr _ _ _ Hy) as (_ & _ & ?).
      + intros y b a Hy. destruct (Hr _ _ _ Hy) as (-> & ? & v & ? & ?). split; [done|]. by exists v, v.
    - intros d Hd Hdlen. assert (lendable pr' d ((rs, t) :: K)) by (by split_and!). split; [done|].
      econstructor; [done..|]. intros cs s1.
      destruct (function_parts Q (by_reference p) ps (lend x) t Halone Hlen) as [Hparts Hrefs'].
      + intros q [y Hy]%elem_of_list_lookup. unfold args_ok in Hlend. apply all2_Forall2 in Hlend.
        destruct (Forall2_lookup_r _ _ _ _ _ Hlend Hy) as (param & Hparam & Ha).
        destruct (write_back_target Q (proc_env Q p pr) param (AInout q) (VBool true) t q (put (VBool true)))
          as [ty [_ Hroot]%target_inv]; [done..|].
        destruct (collect_lookup _ _ _ _ _ Hvs Hy) as (v & _ & Hpass). simpl in Hpass.
        apply get_peek in Hpass as (y2 & l2 & u & Hres & _); [|done]. eauto.
      + assert (∀ q, (false, AInout q) ∈ function_copies (by_reference p) (lend x) →
          independent_args (AInout (child x)) (AInout q) = true) as Hhead.
        { intros q (b & [= Hb <-] & [j Hj]%elem_of_list_lookup)%elem_of_list_fmap. by apply (alone_written _ _ Hall 0 (S j)). }
        pose proof (copy_out_parts Q p (None :: rs)
          ((true, AInout (child x)) :: function_copies (by_reference p) (lend x)) cs t s1) as Hcopy.
        cbn [map snd] in Hcopy. rewrite function_args in Hcopy. apply Hcopy; [|by split].
        by eapply parts_copied.
  Qed.
End calls.
