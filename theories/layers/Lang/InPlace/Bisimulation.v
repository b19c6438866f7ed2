(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Copying and working in place, step by step.

    From states that hold the same, source and machine that works in place take the
    same steps ([step_follows]): silent steps, requests, results and traps alike, and come to
    states that hold the same. It is so whatever guards are printed, if they decide what traps ([guards_cover]);
    [Pruned] has the theorem. What the aliasing check has accepted is used at each call. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Lang.Typing Require Import Soundness.
From Fairlead.Lang.Guards Require Import Guards Exprs Tests Machine.
From Fairlead.Lang.Aliasing Require Import Checker.
From Fairlead.Lang.InPlace Require Import References Machine Lent Arguments Calls.
From Fairlead.Core.Model Require Import Semantics.

Local Arguments view : simpl never.
Local Arguments alone : simpl never.
Local Arguments arrive : simpl never.

Section runs.
  Context {Q : program} {external : nat → list data → option (list data * data)}.
  Context (HQ : well_typed Q) (Halias : check_aliasing Q = None).
  Context (Hext : external_ok (λ f, externs Q !! f) external) (Htotal : ∀ f ds, external f ds ≠ None).
  Context (by_reference : procedure → place → bool) (main self : procedure) (G : printed).
  Local Notation D := (fl Q source external).
  Local Notation W := (Semantics.W Q source).
  Local Notation I := (in_place Q external by_reference self G).
  Local Notation links_alike := (links_alike (Q := Q) (by_reference := by_reference)).
  Local Notation stack := (list (store fl_point * refs)).
  Local Notation stack_link := (link basic expr suspension call resumption stack).
  Local Notation stack_state := (state basic expr suspension call resumption stack waiting response).
  Local Notation stack_next :=
    (next basic expr suspension call resumption stack waiting request response Semantics.result).

  (** Frames that wait for the driver, or between others. *)
  Definition parked (fs : list (frame fl_point)) (fs' : list waiting) : Prop :=
    Forall2 (λ f f', frame_of f' = f ∧ runs_on f' = false) fs fs'.

  (** States that hold the same. A suspended coroutine is the same on both sides. *)
  Inductive alike : fl_state → stack_state → Prop :=
  | alike_running c p k t us F ms K :
      links_alike p us ms K → shares t K F → alike (Running c p k t us) (Running c p k F ms)
  | alike_suspended fs fs' : parked fs fs' → alike (Suspended fs) (Suspended fs')
  | alike_resuming r fs fs' : parked fs fs' → alike (Resuming r fs) (Resuming r fs')
  | alike_halted : alike Halted Halted.

  Definition next_follows (n : fl_next) (n' : stack_next) : Prop :=
    match n with
    | Go st => ∃ st', n' = Go st' ∧ alike st st'
    | Emit q st => ∃ st', n' = Emit q st' ∧ alike st st'
    | Finish r => n' = Finish r
    | Crash => n' = Crash
    | Stuck => True
    end.

  Lemma settle_follows {A B} (Φ : A → B → Prop) o o' (f : A → fl_next) (f' : B → stack_next) :
    follows Φ o o' → (∀ a b, o = Ok a → Φ a b → next_follows (f a) (f' b)) → next_follows (settle o f) (settle o' f').
  Proof. destruct o; simpl; [|by intros ->|done]. intros (b & -> & ?) Hf. by apply Hf. Qed.
  Lemma settle_same {A} (o : outcome A) (f : A → fl_next) (f' : A → stack_next) :
    (∀ a, o = Ok a → next_follows (f a) (f' a)) → next_follows (settle o f) (settle o f').
  Proof. destruct o; simpl; auto. Qed.

  Lemma settle_behind {A} (o o' : outcome A) (f : A → fl_next) (f' : A → stack_next) :
    agrees o' o → (∀ a, o = Ok a → next_follows (f a) (f' a)) → next_follows (settle o f) (settle o' f').
  Proof. destruct o; simpl; intros H Hf; [rewrite H; simpl; auto|by rewrite H|done]. Qed.

  Lemma running_follows p pr us ms K c k t F :
    links_alike p us ms K → shared (Q := Q) p pr K t F →
    next_follows (Go (Running c p k t us)) (Go (Running c p k F ms)).
  Proof. intros Hus (HF & _). eexists; split; [done|]. by econstructor. Qed.

  Lemma alone_view (s : store fl_point) : view (alone s) = s.
  Proof. apply (shares_view s []). constructor. Qed.

  (** ** A request on its way out *)
  Lemma parked_frames fs fs' : parked fs fs' → map frame_of fs' = fs.
  Proof. induction 1 as [|f f' fs fs' [? _] _ IH]; simpl; congruence. Qed.

  Lemma unwind_follows q us ms d K prq p pr l x k s up up' below r :
    links_alike q us ms ((lent_refs (params prq) 0, d) :: K) → links_ok (Q := Q) main q us →
    procs Q !! q = Some prq → suspends prq = true →
    position Q p pr (Suspend l x) k → callers_of Q p (map fst (reverse up)) q →
    vars_ok Q pr s → Forall (frame_ok Q) up → request_ok Q q r → fst (fst r) = ask_effect x →
    parked up up' → shares (map (Some ∘ of_data) (snd r)) K below →
    next_follows (unwind D us (up ++ [(SAt p (Suspend l x) k, s)]) r)
      (unwind I ms (up' ++ [Waiting (SAt p (Suspend l x) k, s) false below]) r).
  Proof using HQ.
    intros Hus Hls Hq Hsusp Hpos. revert ms prq up up' Hus Hq Hsusp.
    induction Hls as [|p' pr' l' x' k' s' ls Hpos' Hs' Hls IH|p' pr' x' k' s' ls Hpos' Hs' Hls _];
      intros ms prq up up' Hus Hq Hsusp Hcallers Hs Hfs Hr He Hup Hbelow.
    - inversion Hus; subst. simpl. eexists; split; [done|constructor]. rewrite !reverse_app. simpl.
      constructor; [done|]. by apply Forall2_reverse.
    - inversion Hus as [|? ? ? ? ? F ? ms' pr0 pr2 ? ? Hus' Hp0 HF Hq' _ _| |]; subst; [|congruence].
      cbn [unwind]. cbn [save fl in_place]. unfold fl_save.
      destruct (call_checked _ _ _ _ _ Hpos') as (pr1 & ? & _ & _ & Hthru).
      assert (pr1 = prq) as -> by congruence. assert (pr0 = pr') as -> by (pose proof (position_proc _ _ _ _ Hpos'); congruence).
      destruct (Hthru Hsusp) as (Hsusp' & _ & _).
      apply (IH ms' pr' ((SAt p' (Call l' x') k', view F) :: up) (Waiting (SAt p' (Call l' x') k', view F) false (tl F) :: up'));
        try done.
      + rewrite reverse_cons, map_app. simpl. by eapply callers_snoc.
      + constructor; [by eapply frame_at|done].
      + eapply request_up; [|done]. econstructor; [done|constructor].
      + by constructor.
    - inversion Hus as [| |? ? ? ? F ? ms' K' pr0 pr2 rs ? Hus' Hp0 Hchild Hd Hputs Hcopy|]; subst. cbn [unwind].
      pose proof (position_proc _ _ _ _ Hpos') as Hp'. assert (pr0 = pr') as -> by congruence.
      apply shares_pop in Hbelow as (b & F' & s2 & -> & Hs2 & HF').
      assert (vars_ok Q pr' s2) as Hs2ok.
      { destruct Hr as (prq' & eff & Hq' & _ & _ & _ & _ & Hlent). assert (prq' = pr2) as -> by congruence.
        destruct (Hputs (map (Some ∘ of_data) (snd r))) as (s3 & Hs3 & ?).
        - apply Forall2_fmap_r. eapply Forall2_impl; [done|]. intros ty v Hv. constructor. apply of_data_ok; [constructor|done].
        - rewrite Hs2 in Hs3. by injection Hs3 as <-. }
      eapply settle_follows.
      + eapply (leave_resume_follows HQ p' pr' Hp' K' ltac:(intros; by eapply settled_typed) x' k'
          (Asked (reverse (up ++ [(SAt p (Suspend l x) k, s)])) r) _ rs (map (Some ∘ of_data) (snd r)) pr2 s' s2); try done.
        * simpl. rewrite He. split_and!; [done| |].
          -- rewrite reverse_app. simpl. by econstructor.
          -- rewrite reverse_app. simpl. constructor; [by eapply frame_at|]. by apply Forall_reverse.
        * cbn [seen]. rewrite !reverse_app. simpl. do 2 f_equal. by apply parked_frames, Forall2_reverse.
        * intros c ev lent Hl. unfold learned in Hl. rewrite Hchild in Hl. destruct r as [[e ds] lent']. simpl in Hl |- *.
          destruct (list_find _ _) as [[]|]; simpl in Hl; [|done]. by injection Hl as _ _ <-.
        * cbn [resumer]. rewrite reverse_app. simpl. by eapply shared_of.
      + intros s3 F3 _ HF3. by eapply running_follows.
  Qed.

  (** ** Frames back on the stack, with what is lent for the step *)
  Lemma callers_alike q pts top prt fs fs' us ms prq d K :
    callers_of Q q pts top → map fst fs = pts → Forall (frame_ok Q) fs → parked fs fs' →
    procs Q !! q = Some prq → suspends prq = true → procs Q !! top = Some prt → lendable (Q := Q) prt d K →
    links_alike top us ms ((lent_refs (params prt) 0, d) :: K) → links_ok (Q := Q) main top us →
    ∃ up up', callers D fs = Some up ∧ callers I fs' = Some up' ∧ lendable (Q := Q) prq d K ∧
      links_alike q (up ++ us) (up' ++ ms) ((lent_refs (params prq) 0, d) :: K) ∧
      links_ok (Q := Q) main q (up ++ us).
  Proof using HQ.
    intros Hq. revert fs fs' prq. induction Hq as [p|p pr l x k pts top Hpos _ IH];
      intros [|[pt s] fs] fs' prq Hfs Hok Hfs' Hprq Hs Htop Hd Hus Hls; try done.
    { inversion_clear Hfs'. assert (prt = prq) as -> by congruence. by exists [], []. }
    simpl in Hfs. injection Hfs as -> Hfs. inversion_clear Hok as [|? ? Hs' Hok'].
    inversion Hfs' as [|? f' ? fs2 [Hf' Hon] Hfs2]; subst.
    destruct (call_checked _ _ _ _ _ Hpos) as (pr1 & ? & _ & _ & Hthru). assert (pr1 = prq) as -> by congruence.
    destruct (Hthru Hs) as (Hsusp & _ & Htypes).
    destruct (IH fs fs2 pr eq_refl Hok' Hfs2 (position_proc _ _ _ _ Hpos) Hsusp Htop Hd Hus Hls)
      as (up & up' & Hup & Hup' & (Hdsome & Hdlen & Hopen & HK) & Hus' & Hls').
    assert (lendable (Q := Q) prq d K) by (split_and!; [done|congruence|done|by rewrite Htypes]).
    cbn [callers]. rewrite Hup, Hup'. cbn [load fl in_place]. unfold fl_load. rewrite Hf', Hon. simpl.
    do 2 eexists. split_and!; [done..| |].
    - simpl. econstructor; [done|by eapply position_proc|apply alone_view|done..].
    - simpl. econstructor; [done| |done]. by eapply frame_inv.
  Qed.

  (** [f'] runs on what is lent: on the driver's storage, if nothing is below. *)
  Lemma rebuild_follows p pr w f fs f' fs' r us ms K :
    waiting_ok (Q := Q) p w (f :: fs) → response_ok Q p w r → links_ok (Q := Q) main p us → procs Q !! p = Some pr →
    frame_of f' = f → parked fs fs' →
    let below := if runs_on f' then under f' else [] in
    let base := match below with [] => [(map (Some ∘ of_data) (snd r), [])] | _ => below end in
    shares (map (Some ∘ of_data) (snd r)) K base → open_below K →
    (∀ d, Forall is_Some d → length d = length (lent_types pr) →
      lendable (Q := Q) pr d K ∧ links_alike p us ms ((lent_refs (params pr) 0, d) :: K)) →
    next_follows (rebuild D (f :: fs) r us) (rebuild I (f' :: fs') r ms).
  Proof using HQ.
    intros (_ & Hpts & Hfs) (pr0 & Hp0 & Hlent & Hresp) Hls Hp Hf' Hfs' below base Hbase Hopen Hus.
    assert (pr0 = pr) as -> by congruence. destruct f as [pt s].
    destruct (arrived _ _ Hlent) as [Hdsome Hdlen]. destruct (Hus _ Hdsome Hdlen) as [Hd Hus']. clear Hus.
    simpl in Hpts. inversion_clear Hfs as [|? ? Hs Hfs2]. unfold rebuild.
    cbn [load fl in_place]. unfold fl_load. rewrite Hf'.
    inversion Hpts as [|? pr1 Hp1 Hp' Hw|q prq l x k pts top Hpos Hup Htop]; subst.
    - destruct fs; [|done]. inversion Hfs'; subst. simpl. fold below.
      unfold fl_code. rewrite Hp. simpl. unfold fl_begin. rewrite Hp. simpl.
      assert (vars_ok Q pr s) as Hsok.
      { inversion Hs as [? ? Hst]; subst. unfold point_vars in Hst. simpl in Hst. by rewrite Hp in Hst. }
      destruct (borrow source p (lent_of pr) (snd r) s) as [t| |] eqn:Ht; simpl; [| |done].
      + destruct (arrive_follows HQ p pr (snd r) s t below K Hp Hlent Hsok Ht Hbase Hopen) as [Harrive HF].
        exists (Running (body pr) p [] (on_lent pr t base) ms). split; [|by econstructor].
        exact (f_equal (λ o, settle o (λ s, Go (Running (body pr) p [] s ms))) Harrive).
      + unfold arrive, alone. simpl. rewrite Hp. simpl. by rewrite Ht.
    - destruct (suspension_checked _ _ _ _ _ Hpos) as (Hsusp & _ & Hown & eff & _ & He & _ & _ & Hdest).
      pose proof (position_proc _ _ _ _ Hpos) as Hq.
      destruct (callers_alike _ _ _ _ fs fs' us ms prq _ K Hup eq_refl Hfs2 Hfs' Hq Hsusp Hp Hd Hus' Hls)
        as (up & up' & Hcallers & Hcallers' & Hdq & Husq & Hls').
      simpl. rewrite Hcallers, Hcallers'.
      assert (response_ok Q q (Some (ask_effect x)) r) as (prq' & Hq' & Hlentq & Hrespq)
        by (eapply response_down; [done|done|by exists pr]).
      assert (prq' = prq) as -> by congruence. destruct (Hrespq _ eq_refl) as (eff' & He' & Hd').
      assert (eff' = eff) as -> by congruence. assert (vars_ok Q prq s) as Hsok by (by eapply frame_inv).
      unfold fl_answer. rewrite Hown. pose proof (borrow_ok q prq (snd r) s Hlentq Hsok) as Hok.
      destruct (borrow source q (lent_of prq) (snd r) s) as [t| |] eqn:Ht; simpl in Hok |- *;
        [|unfold arrive, alone; simpl; rewrite Hq; simpl; by rewrite Ht|done].
      destruct (arrive_follows HQ q prq (snd r) s t below K Hq Hlentq Hsok Ht Hbase Hopen) as [Harrive HF].
      eapply (settle_follows (shared (Q := Q) q prq _)).
      + match goal with |- follows _ ?o ?o' =>
          enough (o' = dest_at Q (ask_dest x) (of_data (fst r)) (on_lent prq t base)) as -> end.
        * eapply (dest_follows HQ q prq Hq _); [intros; by eapply settled_typed|done| |by eapply shared_of].
          apply of_data_ok; [constructor|done].
        * exact (f_equal (λ o, F ← o; dest_at Q (ask_dest x) (of_data (fst r)) F) Harrive).
      + intros s2 F2 _ HF2. by eapply running_follows.
  Qed.

  (** ** Returning *)
  Lemma return_follows p pr t us F ms K :
    procs Q !! p = Some pr → vars_ok Q pr t → links_ok (Q := Q) main p us →
    links_alike p us ms K → shares t K F →
    next_follows (return_to D p t us) (return_to I p F ms).
  Proof using HQ Halias.
    intros Hp Ht Hls Hus HF.
    destruct Hus as [p pr1 d Hp1 Hd|l x p k s F1 us ms pr1 pr2 d K Hus Hp1 HF1 Hq Hsusp Hd|
      x p k s F1 us ms K pr1 pr2 rs d Hus Hp1 Hchild Hd Hputs Hcopy|
      l x p k s F1 us ms r K pr1 pr2 Hus Hp1 Hq Hsusp Hputs Hcopy Hr];
      cbn [return_to].
    - cbn [finish fl in_place]. rewrite (shares_view _ _ _ HF). by apply settle_same.
    - inversion Hls as [|p' pr' l' x' k' s' ls' Hpos Hs Hls'|]; subst. pose proof (position_proc _ _ _ _ Hpos) as Hp'.
      assert (pr' = pr1) as -> by congruence. assert (pr2 = pr) as -> by congruence. eapply settle_follows.
      + eapply (leave_coroutine_follows HQ); try done.
        by apply (aliasing_checked Q p pr1 (Call l x) k (Call l x)).
      + intros s2 F2 _ HF2. eexists; split; [done|]. by econstructor.
    - inversion Hls as [| |p' pr' x' k' s' ls' Hpos Hs Hls']; subst. pose proof (position_proc _ _ _ _ Hpos) as Hp'.
      assert (pr' = pr1) as -> by congruence. assert (pr2 = pr) as -> by congruence.
      destruct (typed_lents pr t Ht) as (Hlen & Hsome & Hl). destruct Hd as (_ & Hdlen & _).
      pose proof (shares_view _ _ _ HF) as Hview. apply shares_lent_inv in HF; [|done..|congruence].
      apply shares_pop in HF as (b & F' & s2 & Htail & Hs2 & HF').
      destruct (Hputs _ (lents_typed pr t Ht)) as (s3 & Hs3 & Hs2ok). rewrite Hs2 in Hs3. injection Hs3 as <-.
      eapply settle_follows.
      + eapply (leave_resume_follows HQ p pr1 Hp1 K ltac:(intros; by eapply settled_typed) x k
          (Returned (child_proc x) t) (Returned (child_proc x) F) rs (lents (params pr) t) pr s s2); try done.
        * simpl. eauto.
        * simpl. by rewrite Hview.
        * intros c ev lent Hlearned. unfold learned in Hlearned. rewrite Hp in Hlearned. simpl in Hlearned.
          rewrite decide_True in Hlearned by done. simpl in Hlearned.
          destruct (variable t (ret pr)); simpl in Hlearned; try done.
          destruct (lent_data (lent_of pr) t) as [ds| |] eqn:Hds; simpl in Hlearned; try done.
          injection Hlearned as _ _ <-. by apply (lent_data_lents (Q := Q)).
        * cbn [resumer]. rewrite Htail. simpl. by eapply shared_of.
      + intros s4 F4 _ HF4. by eapply running_follows.
    - inversion Hls as [|p' pr' l' x' k' s' ls' Hpos Hs Hls'|]; subst. pose proof (position_proc _ _ _ _ Hpos) as Hp'.
      simplify_eq. eapply settle_follows; [by eapply (leave_follows HQ)|].
      intros s2 F2 _ HF2. eexists; split; [done|]. by econstructor.
  Qed.

  Lemma resume_lends x t fs r :
    fl_enter_resume Q source x t = Ok (fs, r) →
    ∃ vs, collect (λ a, pass (Semantics.W Q source) a t) (lend x) = Ok vs ∧ collect to_data vs = Ok (snd r).
  Proof.
    unfold fl_enter_resume. destruct (get _ (child x) t) as [v| |]; simpl; try done.
    destruct v as [| | | | | | | |w [|f fs']]; simpl; try done. destruct (check _); simpl; try done.
    destruct (match reply x ≫= snd with Some _ => _ | None => _ end) as [d| |]; simpl; try done.
    destruct (collect _ (lend x)) as [vs| |]; simpl; try done.
    destruct (collect to_data vs) as [ds| |] eqn:Hds; simpl; try done. intros [= <- <-]. by exists vs.
  Qed.

  (** ** Steps *)

  (** What is printed of the guards of who runs decides what traps. *)
  Definition guards_cover (st : fl_state) : Prop :=
    match st with
    | Running (Do b) _ _ t _ =>
        (∀ f args dest, b ≠ BExtern f args dest) →
        covers W (guard_of_basic G b) t (run_basic W (λ _ s, s) external b t)
    | Running (If e _ _) _ _ t _ => agrees (test_val W (guard_of_test G e) t) (eval_bool W e t)
    | Running (Call _ x) p _ t _ => self = p ∧ covers W (guard_of_call G x) t (fl_enter_call Q source x t)
    | Running (Resume _) p _ _ _ => self = p
    | _ => True
    end.

  Theorem step_follows st st2 :
    state_ok (Q := Q) main st → alike st st2 → guards_cover st →
    match st with Suspended _ | Halted => True | _ => next_follows (step D st) (step I st2) end.
  Proof using HQ Halias Hext Htotal.
    intros Hok Halike Hguards. destruct Halike as [c p k t us F ms K Hus HF| |r fs fs' Hparked|]; [|done| |done].
    2: { destruct Hok as (w & Hw & Hr). pose proof Hr as (pr & Hp & _). pose proof Hw as (Hne & _).
         destruct Hparked as [|f f' fs fs' [Hf' Hon] Hfs']; [done|]. cbn [step].
         eapply (rebuild_follows main pr w f fs f' fs' r [] [] []); try done; [constructor|rewrite Hon; constructor|].
         intros d Hd Hdlen. assert (lendable (Q := Q) pr d []) by (by split_and!). split; [done|]. by constructor. }
    destruct Hok as (pr & Hpos & Ht & Hls). pose proof (position_proc _ _ _ _ Hpos) as Hp.
    pose proof (shares_view _ _ _ HF) as Hview. pose proof (shared_of _ _ _ _ _ _ _ Hus HF Hp Ht) as Hshared.
    assert (∀ c k, next_follows (Go (Running c p k t us)) (Go (Running c p k F ms))) as Hsame.
    { intros. eexists; split; [done|]. by econstructor. }
    assert (∀ t, vars_ok Q pr t → settled t K) as Hsettled by (intros; by eapply settled_typed).
    destruct c as [|b|c1 c2|e c1 c2|c|l c|n|l c|l|l x|l x|x|]; cbn [step]; try by apply Hsame.
    - destruct k as [|[c| |l c] k]; [by eapply return_follows|apply Hsame..].
    - eapply settle_follows; [eapply (run_follows HQ Hext Htotal p pr Hp K Hsettled); [apply Hpos| |done|exact Hguards]|].
      { intros f args dest ->. eapply checked_undisturbed.
        by apply (aliasing_checked Q p pr _ k (Do (BExtern f args dest)) Halias Hpos). }
      intros t1 F1 _ HF1. by eapply running_follows.
    - cbn [test fl in_place]. rewrite Hview. by apply settle_behind.
    - destruct (leave n k) as [k1|]; [apply Hsame|done].
    - change (code I p) with (code D p). destruct (code D p ≫= _) as [[[] k1]|]; done.
    - destruct (suspension_checked _ _ _ _ _ Hpos) as (Hsusp & _ & Hown & _).
      destruct (coroutine_lent _ _ _ _ _ Hus Hp Hsusp) as (d & K' & -> & _ & Hdlen & _).
      cbn [ask fl in_place]. rewrite Hview. apply settle_behind; [apply (agrees_ask Q source external)|]. intros q Hq.
      pose proof (asked_ok HQ _ _ _ _ _ _ Hpos Ht) as Hasked. rewrite Hq in Hasked. destruct Hasked as [Hreq He].
      cbn [save park fl in_place]. unfold fl_save. rewrite Hview. simpl.
      apply (unwind_follows p us ms d K' pr p pr l x k t [] []); try done; [constructor|constructor|].
      destruct (typed_lents pr t Ht) as (Hlen & Hsome & Hl).
      unfold fl_ask in Hq. rewrite Hown in Hq. destruct (collect _ (ask_args x)) as [vs| |]; simpl in Hq; try done.
      destruct (collect to_data vs) as [ds| |]; simpl in Hq; try done.
      destruct (lent_data (lent_of pr) t) as [lent| |] eqn:Hlent; simpl in Hq; try done. injection Hq as <-. simpl.
      rewrite (lent_data_lents (Q := Q) pr t lent Ht Hlent). eapply shares_lent_inv; [done..| |done]. congruence.
    - eapply settle_follows.
      + cbn [enter_call fl in_place]. rewrite Hview.
        destruct Hguards as [-> Hguards]. apply follows_guarded; [exact Hguards|].
        eapply (enter_follows HQ); [done..|]. by apply (aliasing_checked Q p pr (Call l x) k (Call l x)).
      + intros [q t1] [q' F1] _ (Hq & Hq' & K' & HF1 & Hlinks). simpl in *. subst.
        unfold fl_code. destruct (body <$> procs Q !! callee x) as [body|]; [|done].
        eexists; split; [done|]. by econstructor.
    - cbn [enter_resume fl in_place]. cbn [guards_cover] in Hguards. rewrite Hguards.
      unfold enter_resume_in_place. rewrite Hview.
      destruct (resumption_checked _ _ _ _ Hpos) as (prc & _ & _ & Hpc & _ & _ & _ & _ & Hlend & _). rewrite Hpc. simpl.
      pose proof (enter_resume_ok HQ _ _ _ _ _ Hpos Ht) as Hresumed.
      pose proof (agrees_enter_resume Q source external x t :
        agrees (guarded W (guard_resume x) t (fl_enter_resume Q source x t)) (fl_enter_resume Q source x t)) as Hgo.
      destruct (fl_enter_resume Q source x t) as [[fs r]| |] eqn:Hfs; simpl; try done;
        rewrite Hgo by done; simpl; try done.
      destruct Hresumed as (w & Hpts & Hne & Hfs' & Hr). simpl in *.
      destruct (resume_lends _ _ _ _ Hfs) as (vs & Hvs & Hdata).
      pose proof (passes_ok (world_known HQ p pr Hp) _ _ t Hlend Ht) as Hvsok. rewrite Hvs, lent_pairs in Hvsok. simpl in Hvsok.
      assert (args_apart (proc_env Q p pr) (AInout (child x) :: lend x) = true) as Hapart
        by (by apply (aliasing_checked Q p pr (Resume x) k (Resume x))).
      destruct (lend_follows HQ p pr x k us ms K t F prc vs Hpos Hus Hshared Hapart Hpc Hvs Hvsok) as (HF1 & Hopen & Hlinks).
      assert (map (Some ∘ of_data) (snd r) = map Some vs) as Hsnd by (rewrite <-(of_to_datas _ _ Hdata); by rewrite map_map).
      destruct fs as [|f fs]; [done|]. rewrite Hsnd.
      eapply (rebuild_follows (child_proc x) prc w f fs _ _ r); try done.
      + by econstructor.
      + apply Forall2_fmap_r, Forall_Forall2_diag, Forall_forall. by intros.
      + simpl. by rewrite Hsnd.
    - by eapply return_follows.
  Qed.
End runs.
