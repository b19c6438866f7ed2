(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * A run of marked procedures takes no step that traps.

    [calm] says of a state of the source that everything that runs or waits in it is
    marked, and what is still to come of it is [plain]. Where facts are true ([Facts.Runs])
    each step of a calm state is calm, and no trap ([calm_step]). *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics.
From Fairlead.Lang.Trapless Require Export Required.
From Fairlead.Lang.Facts Require Export Runs.
From Fairlead.Lang.Guards Require Import Exprs Statements Machine.

Lemma bind_quiet {A B} (o : outcome A) (f : A → outcome B) :
  o ≠ Trap → (∀ a, o = Ok a → f a ≠ Trap) → o ≫= f ≠ Trap.
Proof. destruct o; simpl; auto. Qed.

Section quiet.
  Context (Q : program) (external : nat → list data → option (list data * data)).
  Context (Htotal : ∀ f ds, external f ds ≠ None).
  Local Notation D := (fl Q source external).
  Local Notation W := (Semantics.W Q source).
  Local Notation touch p := (Semantics.touch source p).
  Implicit Types (s : store fl_point).

  Lemma fresh_quiet p vs : fresh_frame W p vs ≠ Trap.
  Proof. apply (fresh_no_trap Q source). Qed.
  Local Hint Resolve fresh_quiet to_data_no_trap : core.

  Lemma or_wrong_quiet {A} (o : option A) : or_wrong o ≠ Trap.
  Proof. by destruct o. Qed.
  Local Hint Resolve or_wrong_quiet : core.

  Lemma free_quiet {A} g s (o : outcome A) : free g = true → covers W g s o → o ≠ Trap.
  Proof. destruct g; try done. by intros _ ? ->. Qed.

  Lemma dest_quiet p dest v s : free (guard_dest dest) = true → assign_to W (touch p) dest v s ≠ Trap.
  Proof. intros Hd. eapply free_quiet; [exact Hd|]. by apply covers_dest. Qed.

  Lemma give_back_quiet p a v s : comes_back a = true → give_back W (touch p) a v s ≠ Trap.
  Proof.
    destruct a as [e|q|q lo hi]; try done. intros Ha. cbn [give_back].
    eapply free_quiet; [exact Ha|]. by apply covers_assign.
  Qed.

  Lemma give_back_all_quiet p args vs s : forallb comes_back args = true → give_back_all W (touch p) args vs s ≠ Trap.
  Proof.
    revert vs s. induction args as [|a args IH]; intros [|v vs] s; cbn [give_back_all forallb]; try done.
    intros [Ha Hargs]%andb_true_iff. apply bind_quiet; [by apply (give_back_quiet p)|auto].
  Qed.

  Lemma copy_out_quiet p args vs s : forallb comes_back args = true → copy_out Q source p args vs s ≠ Trap.
  Proof.
    revert vs s. induction args as [|a args IH]; intros [|v vs] s; cbn [copy_out forallb]; try done;
      try (by destruct a).
    intros [Ha Hargs]%andb_true_iff. destruct a; [by apply IH| |];
      (apply bind_quiet; [done|]; intros v' _; apply bind_quiet; [by apply (give_back_quiet p)|auto]).
  Qed.

  Lemma leave_call_quiet p x q cs s :
    forallb comes_back (call_args x) = true → free (guard_dest (call_dest x)) = true →
    fl_leave_call Q source p x q cs s ≠ Trap.
  Proof.
    intros Hargs Hdest. unfold fl_leave_call. case_decide; [|done]. apply bind_quiet; [done|]. intros pr _.
    apply bind_quiet; [by apply (copy_out_quiet p)|]. intros s' _. destruct (call_dest x) as [dest|]; [|done].
    apply bind_quiet; [apply or_wrong_quiet|]. intros v _. by apply (dest_quiet p (Some dest)).
  Qed.

  Lemma borrow_quiet p xs ds s : borrow source p xs ds s ≠ Trap.
  Proof. revert ds s. induction xs as [|x xs IH]; intros [|d ds] s; simpl; auto. Qed.

  Lemma lent_quiet xs s : lent_data xs s ≠ Trap.
  Proof. apply collect_no_trap. intros x. apply bind_quiet; [apply or_wrong_quiet|auto]. Qed.

  Lemma finish_quiet p s : fl_finish Q p s ≠ Trap.
  Proof.
    unfold fl_finish. apply bind_quiet; [done|]. intros pr _. apply bind_quiet; [apply or_wrong_quiet|]. intros v _.
    apply bind_quiet; [auto|]. intros d _. apply bind_quiet; [apply lent_quiet|done].
  Qed.

  Lemma begin_quiet p r s : fl_begin Q source p r s ≠ Trap.
  Proof. apply bind_quiet; [done|]. intros pr _. apply borrow_quiet. Qed.

  Lemma answer_quiet p x r s : free (guard_dest (ask_dest x)) = true → fl_answer Q source p x r s ≠ Trap.
  Proof. intros. apply bind_quiet; [apply borrow_quiet|]. intros s' _. by apply dest_quiet. Qed.

  Lemma extern_quiet p f args dest s facts Dv :
    (∀ a, Forall (holds (amount s)) (range Dv a)) → Forall (holds (amount s)) facts →
    settled Q Dv facts (guard_args args) = true → forallb comes_back args = true → free (guard_dest dest) = true →
    run_basic W (touch p) external (BExtern f args dest) s ≠ Trap.
  Proof using Htotal.
    intros Hrange Hf Hg Hargs Hdest. cbn [run_basic]. apply bind_quiet.
    { eapply (settled_quiet Q Dv s Hrange); [exact Hf|exact Hg|]. by apply covers_args. }
    intros vs _. apply bind_quiet; [by apply collect_no_trap|]. intros ds _.
    destruct (external f ds) as [[ds' d]|] eqn:He; [|by destruct (Htotal f ds)]. simpl.
    apply bind_quiet; [by apply (give_back_all_quiet p)|]. intros s' _. by apply (dest_quiet p).
  Qed.
End quiet.

Section runs.
  Context {Q : program} (HQ : well_typed Q) (marked : procedure → bool) (requires : requirements).
  Context (external : nat → list data → option (list data * data)).
  Context (Htotal : ∀ f ds, external f ds ≠ None).
  Context (Hchecked : check_trapless Q marked requires = true).
  Local Notation D := (fl Q source external).
  Local Notation W := (Semantics.W Q source).
  Implicit Types (s : store fl_point) (c : fl_cmd) (k : fl_kont).

  (** What is asked at the statements of procedure [p]. *)
  Definition asks_nothing (p : procedure) (v : visit) (facts : list lin) : bool :=
    match procs Q !! p with Some pr => asks Q marked requires p (declared pr) v facts | None => true end.

  Lemma checked_of p pr : procs Q !! p = Some pr →
    negb (marked p) || plain marked (body pr) = true ∧ may_require requires p pr = true ∧
    trapless_flow Q marked requires p pr = true.
  Proof using Hchecked.
    intros Hp. unfold check_trapless in Hchecked. rewrite forallb_forall in Hchecked.
    assert (List.In (p, pr) (imap pair (procs Q))) as Hin by (apply elem_of_list_In, elem_of_lookup_imap; eauto).
    specialize (Hchecked _ Hin). simpl in Hchecked. by apply andb_true_iff in Hchecked as [[]%andb_true_iff ?].
  Qed.

  Lemma marked_checked p pr : procs Q !! p = Some pr → marked p = true →
    plain marked (body pr) = true.
  Proof using Hchecked.
    intros Hp Hm. destruct (checked_of p pr Hp) as (Hplain & _). by rewrite Hm in Hplain.
  Qed.

  (** *** Commands, continuations, links, frames *)
  Definition plain_kont (k : fl_kont) : bool :=
    forallb (λ e, match e with KSeq c | KLoop _ c => plain marked c | KBlock => true end) k.

  Definition calm_link (x : fl_link) : Prop :=
    match x with
    | Caller l x p k s => marked p = true ∧ plain marked (Call l x) = true ∧ plain_kont k = true
    | Parent _ _ _ _ => False
    end.

  Definition calm_frame (f : frame fl_point) : Prop :=
    match fst f with
    | SFresh p => marked p = true
    | SAt p c k => marked p = true ∧ plain marked c = true ∧ plain_kont k = true
    end.

  Definition calm (st : fl_state) : Prop :=
    match st with
    | Running c p k s ls => marked p = true ∧ plain marked c = true ∧ plain_kont k = true ∧ Forall calm_link ls
    | Suspended fs | Resuming _ fs => Forall calm_frame fs
    | Halted => True
    end.
  Definition calm_next (n : fl_next) : Prop :=
    match n with Go st | Emit _ st => calm st | Crash => False | _ => True end.

  Lemma settle_calm {A} (o : outcome A) (f : A → fl_next) :
    o ≠ Trap → (∀ a, o = Ok a → calm_next (f a)) → calm_next (settle o f).
  Proof. destruct o; simpl; auto. Qed.

  Lemma find_plain l c k c' k' :
    find l c k = Some (c', k') → plain marked c = true → plain_kont k = true →
    plain marked c' = true ∧ plain_kont k' = true.
  Proof.
    revert k. induction c as [|b|c1 IH1 c2 IH2|e c1 IH1 c2 IH2|c IH|m c IH|n|m c IH|m|m x|m x|x|]; intros k; simpl;
      try done.
    - destruct (find l c1 (KSeq c2 :: k)) as [[]|] eqn:H1; intros Hf [Hc1 Hc2]%andb_true_iff Hk.
      + injection Hf as <- <-. apply (IH1 _ H1); [done|]. simpl. by rewrite Hc2.
      + by apply (IH2 _ Hf).
    - destruct (find l c1 k) as [[]|] eqn:H1; intros Hf [Hc1 Hc2]%andb_true_iff Hk.
      + injection Hf as <- <-. by apply (IH1 _ H1).
      + by apply (IH2 _ Hf).
    - intros Hf Hc Hk. by apply (IH _ Hf).
    - case_decide; [by intros [= <- <-]|]. intros Hf Hc Hk. apply (IH _ Hf); [done|]. simpl. by rewrite Hc.
    - case_decide; [by intros [= <- <-]|]. intros Hf Hc Hk. by apply (IH _ Hf).
    - case_decide; [by intros [= <- <-]|done].
    - case_decide; [by intros [= <- <-]|done].
  Qed.

  Lemma leave_plain n k k' : leave n k = Some k' → plain_kont k = true → plain_kont k' = true.
  Proof.
    revert n. induction k as [|[c| |l c] k IH]; intros n; simpl; [done|..].
    - intros ? [_ ?]%andb_true_iff. by eapply IH.
    - destruct n; [by intros [= <-]|apply IH].
    - intros ? [_ ?]%andb_true_iff. by eapply IH.
  Qed.

  Lemma body_calm p pr s ls :
    procs Q !! p = Some pr → marked p = true → Forall calm_link ls → calm (Running (body pr) p [] s ls).
  Proof using Hchecked. intros Hp Hm ?. by pose proof (marked_checked p pr Hp Hm). Qed.

  Lemma unwind_calm ls fs q : Forall calm_link ls → Forall calm_frame fs → calm_next (unwind D ls fs q).
  Proof.
    intros Hls. revert fs. induction Hls as [|x ls Hx _ IH]; intros fs Hfs; simpl; [by apply Forall_reverse|].
    destruct x as [l x p k s|]; [|done]. apply IH. by constructor.
  Qed.

  Lemma callers_calm fs up : Forall calm_frame fs → callers D fs = Some up → Forall calm_link up.
  Proof.
    intros Hfs. revert up. induction Hfs as [|[pt s] fs Hf _ IH]; intros up; simpl; [by intros [= <-]|].
    destruct pt as [p|p c k]; simpl; [done|]. destruct c; try done.
    destruct (callers D fs) as [up'|]; simpl; [|done]. intros [= <-]. constructor; [exact Hf|by apply IH].
  Qed.

  Lemma rebuild_calm fs r ls : Forall calm_frame fs → Forall calm_link ls → calm_next (rebuild D fs r ls).
  Proof using Hchecked.
    intros Hfs Hls. destruct Hfs as [|[pt s] fs Hf Hfs]; [done|]. unfold rebuild.
    pose proof (callers_calm fs) as Hup. destruct pt as [p|p c k]; cbn [load fl fl_load load_point source fst snd].
    - destruct (callers D fs) as [up|]; [|done]. cbn [code fl]. unfold fl_code.
      destruct (procs Q !! p) as [pr|] eqn:Hp; simpl; [|done].
      apply settle_calm; [apply begin_quiet|]. intros s' _. refine (body_calm p pr s' _ Hp Hf _).
      apply Forall_app; auto.
    - destruct c; try done. destruct (callers D fs) as [up|]; [|done]. destruct Hf as (Hm & Hc & Hk).
      apply settle_calm; [by apply answer_quiet|]. intros s' _. simpl. split_and!; try done. apply Forall_app; auto.
  Qed.

  Lemma return_calm p s ls : Forall calm_link ls → calm_next (return_to D p s ls).
  Proof.
    destruct 1 as [|x ls Hx Hls]; simpl; [apply settle_calm; [apply finish_quiet|done]|].
    destruct x as [l x p' k s'|]; [|done]. destruct Hx as (Hm & Hx & Hk). simpl in Hx.
    apply andb_true_iff in Hx as [[_ Hargs]%andb_true_iff Hdest].
    apply settle_calm; [by apply leave_call_quiet|]. intros s'' _. done.
  Qed.

  Theorem calm_step main st :
    state_ok (Q := Q) main st → known_state (Q := Q) true asks_nothing (required requires) st → calm st →
    match st with Suspended _ | Halted => True | _ => calm_next (step D st) end.
  Proof using HQ Htotal Hchecked.
    intros Hok Hknown Hst. destruct st as [c p k s ls|fs|r fs|]; [|done| |done].
    2: { apply rebuild_calm; [exact Hst|constructor]. }
    destruct Hst as (Hm & Hc & Hk & Hls). destruct Hknown as [(pr & F & E & G & Hp & HF & _ & Hs) _].
    destruct Hok as (pr' & Hpos & Hvars & _). pose proof (position_proc _ _ _ _ Hpos) as Hp'. simplify_eq.
    pose proof (λ a, range_ok pr s a Hvars) as Hrange. destruct F as [facts|]; [|done]. simpl in Hs.
    assert (∀ v, asked (asks_nothing p) v (Some facts) = true →
      settled Q (declared pr) facts (guard_of v) = true) as Hasked.
    { intros v. simpl. unfold asks_nothing, asks. rewrite Hp, Hm. by intros [_ ?]%andb_true_iff. }
    assert (∀ v, asked (asks_nothing p) v (Some facts) = true → ∀ A (o : outcome A), covers W (guard_of v) s o →
      o ≠ Trap) as Hquiet.
    { intros v Hv A o. apply (settled_quiet Q (declared pr) s Hrange facts); [done|by apply Hasked]. }
    unfold flow_of in HF.
    destruct c as [|b|c1 c2|e c1 c2|c|l c|n|l c|l|l x|l x|x|]; cbn [step]; cbn [flow] in HF; simpl in Hc.
    - destruct k as [|[c| |l c] k]; [by apply return_calm|..]; simpl in Hk |- *;
        try (apply andb_true_iff in Hk as [??]); done.
    - destruct (asked _ (VRun b) _) eqn:Hv; [|done].
      apply settle_calm; [|by intros s' _]. cbn [run fl].
      destruct b as [|q e|q cap e|q cap e|q cap e|q off e|o w q off e|q cap k' e|q k'|f args dest|].
      10: { apply andb_true_iff in Hc as [??]. eapply (extern_quiet Q external Htotal);
        [exact Hrange|exact Hs| |done|done].
            exact (Hasked _ Hv). }
      all: apply (Hquiet _ Hv); by apply covers_basic; [apply fresh_quiet|].
    - apply andb_true_iff in Hc as [??]. simpl. split_and!; try done. by apply andb_true_iff.
    - apply andb_true_iff in Hc as [??]. destruct (asked _ (VTest e) _) eqn:Hv; [|done].
      apply settle_calm; [|intros b _; by destruct b]. apply (Hquiet _ Hv). apply covers_test, fresh_quiet.
    - done.
    - simpl. split_and!; try done. by apply andb_true_iff.
    - destruct (leave n k) as [k'|] eqn:Hl; [|done]. simpl. split_and!; try done. by eapply leave_plain.
    - done.
    - simpl. unfold fl_code. rewrite Hp. simpl. destruct (find l (body pr) []) as [[c' k']|] eqn:Hf; [|done].
      pose proof (marked_checked p pr Hp Hm) as Hbody.
      destruct (find_plain _ _ _ _ _ Hf Hbody eq_refl) as [? ?]. by destruct c'.
    - destruct (asked _ (VAsk x) _) eqn:Hv; [|done].
      apply settle_calm; [apply (Hquiet _ Hv), covers_ask|]. intros q _. apply unwind_calm; [done|].
      constructor; [|constructor]. done.
    - destruct (asked _ (VCall x) _) eqn:Hv; [|done].
      apply settle_calm; [apply (Hquiet _ Hv), covers_enter_call|]. intros [q s'] Hcall.
      assert (q = callee x) as ->.
      { cbn [enter_call fl] in Hcall. unfold fl_enter_call in Hcall. destruct (procs Q !! callee x);
        simpl in Hcall; [|done].
        destruct (collect _ (call_args x)); simpl in Hcall; try done. case_decide; [|done].
        by injection Hcall as <- <-. }
      cbn [code fl]. unfold fl_code. destruct (procs Q !! callee x) as [prq|] eqn:Hq; simpl; [|done].
      pose proof Hc as [[Hcallee _]%andb_true_iff _]%andb_true_iff.
      refine (body_calm (callee x) prq s' _ Hq Hcallee _). constructor; [|done].
      exact (conj Hm (conj Hc Hk)).
    - done.
    - by apply return_calm.
  Qed.

  (** The flow that is checked is the one that is known. *)
  Lemma flow_ext silent Dv b a1 a2 c F E :
    (∀ v l, a1 v l = a2 v l) → flow silent Dv b a1 c F E = flow silent Dv b a2 c F E.
  Proof.
    intros Ha. assert (∀ v F, asked a1 v F = asked a2 v F) as Hasked by (by intros v [l|]; simpl).
    revert F E. induction c as [|e|c1 IH1 c2 IH2|e c1 IH1 c2 IH2|c IH|m c IH|n|m c IH|m|m x|m x|x|]; intros F E; simpl;
      rewrite ?Hasked; try done.
    - rewrite IH1. destruct (flow _ _ _ _ c1 F E); [apply IH2|done].
    - destruct (asked a2 _ F); [|done]. rewrite IH1. destruct (flow _ _ _ _ c1 _ E); [|done]. by rewrite IH2.
    - by rewrite IH.
    - by rewrite IH.
  Qed.

  Lemma trapless_flows p pr : procs Q !! p = Some pr →
    ∃ G, flow_of (Q := Q) true asks_nothing p pr (body pr) (Some (required requires p)) [] = Some G.
  Proof using Hchecked.
    intros Hp. destruct (checked_of p pr Hp) as (_ & _ & Hflow). unfold trapless_flow in Hflow. unfold flow_of.
    rewrite (flow_ext _ _ _ (asks_nothing p) (asks Q marked requires p (declared pr))).
    - destruct (flow _ _ _ _ _ _ _) as [G|]; [by exists G|done].
    - intros v l. unfold asks_nothing. by rewrite Hp.
  Qed.

  (** What is required is known at each call, and nothing is of a coroutine. *)
  Lemma coroutine_requires_nothing p pr :
    procs Q !! p = Some pr → suspends pr = true → required requires p = [].
  Proof using Hchecked.
    intros Hp Hs. destruct (checked_of p pr Hp) as (_ & Hmay & _). unfold may_require in Hmay. rewrite Hs in Hmay.
    by destruct (required requires p).
  Qed.

  Lemma call_meets p pr x s r facts :
    procs Q !! p = Some pr → vars_ok Q pr s → Forall (holds (amount s)) facts →
    asks_nothing p (VCall x) facts = true → fl_enter_call Q source x s = Ok r →
    Forall (holds (amount r.2)) (required requires (callee x)).
  Proof using.
    intros Hp Hs Hf Hasks Hr. unfold asks_nothing in Hasks. rewrite Hp in Hasks.
    apply andb_true_iff in Hasks as [Hmeets _]. eapply shown_of_call_ok; [|exact Hf|exact Hmeets|exact Hr].
    intros a. by apply (range_ok (Q := Q)).
  Qed.
End runs.
