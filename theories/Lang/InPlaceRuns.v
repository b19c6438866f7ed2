(** * Copying and working in place, step by step.

    From a state in which the two hold the same, the machine that works in place
    follows the one that copies, through calls at any depth, for as long as only
    functions run whose calls pass the check ([step_alike]). So from a call to its
    return both come to the same store ([whole_call]). *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Lang Require Import Soundness AliasingCheck References InPlace InPlaceCalls.
From Fairlead.Core Require Import Semantics.

Section runs.
  Context (Q : program) (external : nat → list data → option (list data * data)).
  Local Notation D := (fl Q source external).
  Local Notation I := (in_place Q external).
  Local Notation stack := (list (store fl_point * refs)).
  Local Notation stack_state := (state basic expr suspension call resumption stack () response).

  Local Notation stack_next := (next basic expr suspension call resumption stack () request response Lang.Semantics.result).

  (** Commands that functions consist of; a call passes the check that
      [check_aliasing] makes of each call, and no slices. *)
  Definition plain (p : procedure) (c : fl_cmd) : Prop :=
    match c with
    | Resume _ | Suspend _ _ => False
    | Call _ x =>
        Forall (λ a, is_slice a = false) (call_args x) ∧
        ∀ pr, procs Q !! p = Some pr → args_apart (proc_env Q p pr) (call_args x) = true
    | _ => True
    end.

  (** Running, above [ls]. *)
  Definition above (ls : list fl_link) (st : fl_state) : Prop :=
    ∃ c p k s us, st = Running c p k s (us ++ ls).

  (** A stretch of a run of the machine that copies: silent steps of functions,
      above [ls] all the time. *)
  Inductive stretch (ls : list fl_link) : fl_state → fl_state → Prop :=
  | stretch_nil st : stretch ls st st
  | stretch_cons c p k s us st st' :
      plain p c → step D (Running c p k s (us ++ ls)) = Go st → above ls st → stretch ls st st' →
      stretch ls (Running c p k s (us ++ ls)) st'.

  (** Silent steps of the machine that works in place. *)
  Definition steps_in_place : stack_state → stack_state → Prop := rtc (λ a b, step I a = Go b).

  Section theorem.
    Context (HQ : well_typed Q) (Hext : external_ok (λ f, externs Q !! f) external).
    Context (main : procedure) (readable : ∀ pr, procs Q !! main = Some pr → is_data (Syntax.result pr) = true).
    Context (ls : list fl_link) (ms : list (link basic expr suspension call resumption stack)).

    Definition alike (st : fl_state) (st' : stack_state) : Prop :=
      ∃ c p k t us F mus K, st = Running c p k t (us ++ ls) ∧ st' = Running c p k F (mus ++ ms) ∧
        callers_alike (Q := Q) p us mus K ∧ shares t K F.

    Lemma not_above {A} (l : list A) us a : l ≠ us ++ a :: l.
    Proof. intros H%(f_equal length). rewrite app_length in H. simpl in H. lia. Qed.

    Lemma settle_go {A B} (o : outcome A) (f : A → fl_next) (f' : B → stack_next)
        (o' : outcome B) st :
      settle o f = Go st → (∀ a, o = Ok a → f a = Go st → ∃ b st', o' = Ok b ∧ f' b = Go st' ∧ alike st st') →
      ∃ st', settle o' f' = Go st' ∧ alike st st'.
    Proof. destruct o; simpl; try done. intros H Hf. destruct (Hf a eq_refl H) as (b & st' & -> & ? & ?). eauto. Qed.

    Lemma return_alike p t us F mus K st :
      callers_alike (Q := Q) p us mus K → shares t K F → links_ok (Q := Q) main p (us ++ ls) →
      return_to D p t (us ++ ls) = Go st → above ls st → state_ok (Q := Q) main st →
      ∃ st', return_to I p F (mus ++ ms) = Go st' ∧ alike st st'.
    Proof using HQ.
      intros Hus HF Hls Hgo Habove Hok.
      destruct Hus as [p|l x p k s F0 us mus r K Hus Hcopy Hapart Hr]; simpl in *.
      - exfalso. destruct Habove as (c & q & k & s & us & ->). destruct ls as [|[] ls']; simpl in Hgo.
        + by destruct (fl_finish Q p t).
        + destruct (fl_leave_call Q source p0 x p t s0); simpl in Hgo; try done. injection Hgo as _ _ _ _ H. by apply not_above in H.
        + destruct (fl_leave_resume Q source p0 x (Returned p t) s0); simpl in Hgo; try done. injection Hgo as _ _ _ _ H. by apply not_above in H.
      - inversion Hls as [|p' pr l' x' k' s' ls' Hpos Hs Hls'|]; subst.
        eapply settle_go; [exact Hgo|]. intros s2 Hs2 Hgo'. injection Hgo' as <-.
        destruct Hok as (pr2 & Hpos2 & Hok & _).
        destruct (leave_alike HQ main p us mus K ls pr t F l x k s r (callee x) s2 pr2) as (F2 & HF2 & Hshares);
          [done..|apply Hpos2|done|].
        eexists F2, _. split; [exact HF2|]. split; [done|]. by eexists Skip, p, k, s2, us, F2, mus, K.
    Qed.

    Theorem step_alike c p k t us st st2 :
      state_ok (Q := Q) main (Running c p k t (us ++ ls)) → alike (Running c p k t (us ++ ls)) st2 →
      plain p c → step D (Running c p k t (us ++ ls)) = Go st → above ls st →
      ∃ st2', step I st2 = Go st2' ∧ alike st st2'.
    Proof using HQ Hext readable.
      intros Hok (c' & p' & k' & t' & us' & F & mus & K & Heq & -> & Hus & HF) Hplain Hgo Habove.
      injection Heq as <- <- <- <- <-%app_inv_tail.
      pose proof (step_ok HQ Hext main readable _ Hok) as Hnext. cbv beta iota in Hnext. rewrite Hgo in Hnext.
      change (state_ok (Q := Q) main st) in Hnext.
      destruct Hok as (pr & Hpos & Ht & Hls). pose proof (position_proc _ _ _ _ Hpos) as Hp.
      pose proof (shares_view _ _ _ HF) as Hview.
      assert (∀ c k, alike (Running c p k t (us ++ ls)) (Running c p k F (mus ++ ms))) as Hsame.
      { intros c1 k1. by eexists c1, p, k1, t, us, F, mus, K. }
      destruct c as [|b|c1 c2|e c1 c2|c|l c|n|l c|l|l x|l x|x|]; cbn [step] in Hgo |- *; try done.
      - destruct k as [|[c| |l c] k]; [by eapply return_alike|..]; injection Hgo as <-; eauto.
      - eapply settle_go; [exact Hgo|]. intros t1 Ht1 Hgo'. injection Hgo' as <-.
        destruct (run_alike HQ Hext p pr Hp K) with (b := b) (t := t) (F := F) (t1 := t1) as (F1 & HF1 & Hshares);
          [|by apply Hpos|done|done| |done|].
        + intros. by eapply (settled_typed HQ main).
        + by eapply (targets_writable_of HQ main).
        + eexists F1, _. split; [exact HF1|]. split; [done|]. by eexists Skip, p, k, t1, us, F1, mus, K.
      - injection Hgo as <-. eauto.
      - eapply settle_go; [exact Hgo|]. intros b Hb Hgo'. injection Hgo' as <-.
        exists b. cbn [test in_place]. rewrite Hview. eexists. split; [exact Hb|]. eauto.
      - injection Hgo as <-. eauto.
      - injection Hgo as <-. eauto.
      - destruct (leave n k) as [k1|]; [|done]. injection Hgo as <-. eauto.
      - injection Hgo as <-. eauto.
      - change (code I p) with (code D p). destruct (code D p ≫= _) as [[[] k1]|]; try done.
        injection Hgo as <-. eauto.
      - eapply settle_go; [exact Hgo|]. intros [q t0] Hq Hgo'.
        destruct (call_checked _ _ _ _ _ Hpos) as (pr' & Hcallee & Hargs & _).
        destruct Hplain as [Hwhole Hapart].
        destruct (enter_alike HQ main p pr l x k us mus K t F ls q t0) as (r & Hr & Hshares & Hcallers); [done..| |done|].
        { intros pr1 Hpr1. simplify_eq. eapply checked_alone; [by apply Hapart|done|done]. }
        cbv beta iota in Hgo'. destruct (code D q) as [body|] eqn:Hbody; [|done]. injection Hgo' as <-.
        eexists _, _. split; [exact Hr|]. cbv beta iota. change (code I q) with (code D q). rewrite Hbody.
        split; [done|]. by eexists body, q, [], t0, (_ :: us), _, (_ :: mus), _.
      - by eapply return_alike.
    Qed.

    Lemma settle_crash {A B} (o : outcome A) (f : A → fl_next) (f' : B → stack_next) (o' : outcome B) :
      settle o f = Crash → (∀ a, f a ≠ Crash) → (o = Trap → o' = Trap) → settle o' f' = Crash.
    Proof. destruct o; simpl; [by intros ? []|intros _ _ H; by rewrite H|done]. Qed.

    (** About to return to [ls]. *)
    Definition returns_from (c : fl_cmd) (k : fl_kont) (us : list fl_link) : Prop :=
      us = [] ∧ (c = Return ∨ c = Skip ∧ k = []).

    Lemma return_traps p t us F mus K :
      callers_alike (Q := Q) p us mus K → shares t K F → links_ok (Q := Q) main p (us ++ ls) → us ≠ [] →
      return_to D p t (us ++ ls) = Crash → return_to I p F (mus ++ ms) = Crash.
    Proof using HQ.
      intros Hus HF Hls Hne Htrap. destruct Hus as [p|l x p k s F0 us mus r K Hus Hcopy Hapart Hr]; [done|].
      simpl in *. inversion Hls as [|p' pr l' x' k' s' ls' Hpos Hs Hls'|]; subst.
      eapply settle_crash; [exact Htrap|done|]. intros Hleave.
      by apply (leave_traps HQ main p us mus K ls pr t F l x k s r (callee x)).
    Qed.

    (** A step that traps traps in place. *)
    Theorem step_traps c p k t us st2 :
      state_ok (Q := Q) main (Running c p k t (us ++ ls)) → alike (Running c p k t (us ++ ls)) st2 →
      plain p c → ¬ returns_from c k us → step D (Running c p k t (us ++ ls)) = Crash → step I st2 = Crash.
    Proof using HQ Hext.
      intros Hok (c' & p' & k' & t' & us' & F & mus & K & Heq & -> & Hus & HF) Hplain Hreturn Htrap.
      injection Heq as <- <- <- <- <-%app_inv_tail.
      destruct Hok as (pr & Hpos & Ht & Hls). pose proof (position_proc _ _ _ _ Hpos) as Hp.
      pose proof (shares_view _ _ _ HF) as Hview. unfold returns_from in Hreturn.
      destruct c as [|b|c1 c2|e c1 c2|c|l c|n|l c|l|l x|l x|x|]; cbn [step] in Htrap |- *; try done.
      - destruct k as [|[] k]; try done. eapply return_traps; try done. naive_solver.
      - eapply settle_crash; [exact Htrap|done|]. intros Hb.
        eapply (run_traps HQ Hext p pr Hp K); [|by apply Hpos|done|done| |exact Hb].
        + intros. by eapply (settled_typed HQ main).
        + by eapply (targets_writable_of HQ main).
      - eapply settle_crash; [exact Htrap|done|]. cbn [test in_place]. by rewrite Hview.
      - by destruct (leave n k).
      - by destruct (code D p ≫= _) as [[[] k1]|].
      - eapply settle_crash; [exact Htrap| |].
        + intros [q t0]. cbv beta iota. by destruct (code D q).
        + cbn [enter_call in_place fl]. unfold enter_in_place. rewrite Hview. intros Henter.
          destruct (call_checked _ _ _ _ _ Hpos) as (pr' & -> & _). simpl. by rewrite Henter.
      - eapply return_traps; try done. naive_solver.
    Qed.

    Lemma stretch_ok st st1 : state_ok (Q := Q) main st → stretch ls st st1 → state_ok (Q := Q) main st1.
    Proof using HQ Hext readable.
      intros Hok Hrun. induction Hrun as [st|c p k s us st st' _ Hgo _ _ IH]; [done|]. apply IH.
      pose proof (step_ok HQ Hext main readable _ Hok) as Hnext. cbv beta iota in Hnext. by rewrite Hgo in Hnext.
    Qed.

    Theorem stretch_in_place st st1 st2 :
      state_ok (Q := Q) main st → alike st st2 → stretch ls st st1 →
      ∃ st2', steps_in_place st2 st2' ∧ alike st1 st2'.
    Proof using HQ Hext readable.
      intros Hok Halike Hrun. revert st2 Hok Halike.
      induction Hrun as [st|c p k s us st st' Hplain Hgo Habove _ IH]; intros st2 Hok Halike.
      - exists st2. split; [apply rtc_refl|done].
      - destruct (step_alike _ _ _ _ _ _ _ Hok Halike Hplain Hgo Habove) as (st2' & Hgo2 & Halike').
        destruct (IH st2') as (st2'' & ? & ?); [|done|].
        + pose proof (step_ok HQ Hext main readable _ Hok) as Hnext. cbv beta iota in Hnext. by rewrite Hgo in Hnext.
        + exists st2''. split; [|done]. by eapply rtc_l.
    Qed.
  End theorem.

  (** From a call, or anything else a function does, to where its own activation runs
      again: what copying comes to, working in place comes to. *)
  Theorem whole_call main c p k s ls :
    check_program Q = None → external_ok (λ f, externs Q !! f) external →
    (∀ pr, procs Q !! main = Some pr → is_data (Syntax.result pr) = true) →
    reachable Q external main (Running c p k s ls) → ∀ ms,
    (∀ c' p' k' s', stretch ls (Running c p k s ls) (Running c' p' k' s' ls) →
      steps_in_place (Running c p k [(s, [])] ms) (Running c' p' k' [(s', [])] ms)) ∧
    (∀ c' p' k' s' us, stretch ls (Running c p k s ls) (Running c' p' k' s' (us ++ ls)) →
      plain p' c' → ¬ returns_from c' k' us → step D (Running c' p' k' s' (us ++ ls)) = Crash →
      ∃ st, steps_in_place (Running c p k [(s, [])] ms) st ∧ step I st = Crash).
  Proof.
    intros HQ Hext readable Hreach ms.
    pose proof (reachable_ok Q external main _ HQ Hext readable Hreach) as Hok.
    assert (alike ls ms (Running c p k s ls) (Running c p k [(s, [])] ms)) as Halike.
    { eexists c, p, k, s, [], _, [], []. split_and!; [done..|constructor|constructor]. }
    split.
    - intros c' p' k' s' Hrun.
      destruct (stretch_in_place HQ Hext main readable ls ms _ _ _ Hok Halike Hrun)
        as (st2 & Hsteps & c1 & p1 & k1 & s1 & us & F & mus & K & Heq & -> & Hus & HF).
      injection Heq as <- <- <- <- Hls.
      destruct Hus as [p2|]; [|apply (f_equal length) in Hls; rewrite app_length in Hls; simpl in Hls; lia].
      inversion HF; subst. done.
    - intros c' p' k' s' us Hrun Hplain Hreturn Htrap.
      destruct (stretch_in_place HQ Hext main readable ls ms _ _ _ Hok Halike Hrun) as (st2 & Hsteps & Halike').
      exists st2. split; [done|]. eapply (step_traps HQ Hext main ls ms); try done.
      by eapply (stretch_ok HQ Hext main readable).
  Qed.
End runs.
