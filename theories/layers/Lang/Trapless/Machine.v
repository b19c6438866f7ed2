(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The machine of a trapless procedure.

    Its C looks at nothing: it is undefined where something would trap. So the machine is the
    laid-out one, stuck where that would trap ([unchecked_step]). Started as a procedure that
    [check_trapless] accepts it does what the source does, and neither traps, ever
    ([trapless_never]). *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Semantics Bisimulation.
From Fairlead.Core.Machine Require Import Liveness Simulation.
From Fairlead.Lang.Trapless Require Export Runs.
From Fairlead.Lang Require Import EndToEnd Facts.Machine Frames.Bisimulation.

Section machine.
  Context {P : Type} (Q : program) (A : presentation P).
  Context (external : nat → list data → option (list data * data)).

  Definition unchecked_step (st : state basic expr suspension call resumption (store P) (frame P) response) :
      next basic expr suspension call resumption (store P) (frame P) request response Semantics.result :=
    match step (fl Q A external) st with Crash => Stuck | n => n end.
End machine.

(** With these arguments what [p] requires is true when it begins. *)
Definition meets_required (Q : program) (requires : requirements) (p : procedure) (args : list data) : Prop :=
  ∀ f, fresh Q source p (map of_data args) = Ok f →
    Forall (λ e, eval_bool (Semantics.W Q source) e (snd f) = Ok true) (requires p).

(** No run from [x] ends in a trap. *)
Definition never_traps {S} (trans : S → action request response Semantics.result → S → Prop) (x : S) : Prop :=
  ∀ l y, ¬ execution trans x (l ++ [Trapped]) y.

Lemma never_traps_bisimilar {S1 S2} (trans1 : S1 → _ → S1 → Prop) (trans2 : S2 → _ → S2 → Prop) x y :
  bisimilar trans1 trans2 x y → never_traps trans1 x → never_traps trans2 y.
Proof.
  intros Hxy Hx l z Hz. destruct (bisimilar_executions _ _ _ _ (l ++ [Trapped]) Hxy) as [_ Hback].
  destruct Hback as [y' Hy]; [by exists z|]. by eapply Hx.
Qed.

Section trapless.
  Context (Q : program) (L : layout) (marked : procedure → bool) (requires : requirements).
  Context (p0 : procedure) (pr0 : proc).
  Context (external : nat → list data → option (list data * data)).
  Context (HQ : check_program Q = None) (HL : check_layout Q L = true) (HN : check_trapless Q marked requires = true).
  Context (Hext : external_ok (λ f, externs Q !! f) external) (Htotal : ∀ f ds, external f ds ≠ None).
  Context (Hp0 : procs Q !! p0 = Some pr0) (Hresult : is_data (Syntax.result pr0) = true) (Hm : marked p0 = true).
  #[local] Set Default Proof Using "All".

  Local Notation S := (fl Q source external).
  Local Notation A := (layout_analysis Q (plans_of L)).
  Local Notation M := (fl Q (laid_out Q (plans_of L)) external).
  Local Notation bare := (unchecked_step Q (laid_out Q (plans_of L)) external).
  Local Notation pt := (point_rel A (fl_code Q)).
  Local Notation related := (state_rel (A := A) (D1 := S) (srel := λ _, store_rel pt)).

  Definition together (s : fl_state) t : Prop :=
    state_ok (Q := Q) p0 s ∧ related s t ∧
    known_state (Q := Q) true (asks_nothing (Q := Q) marked requires) (required requires) s ∧ calm marked s.

  Lemma together_crash s t : together s t → step S s ≠ Crash ∧ step M t ≠ Crash.
  Proof.
    intros (Hok & Hrel & Hknown & Hcalm).
    assert (step S s ≠ Crash) as Hs.
    { pose proof (calm_step HQ marked requires external Htotal HN p0 s Hok Hknown Hcalm) as Hc.
      intros E. destruct s; try (by rewrite E in Hc); done. }
    split; [done|]. intros E. destruct (checked_layout Q L external HL) as [Hacc Hagree].
    assert (trans M t Trapped Halted) as Ht by (by apply trans_trapped).
    destruct (back _ _ _ (simulation Hagree Hacc) _ _ _ _ Hrel Ht) as (s' & Ha & _).
    by inversion Ha.
  Qed.

  Lemma together_moves s t a t' : together s t → moves bare t a t' ↔ trans M t a t'.
  Proof.
    intros [_ Ht]%together_crash. unfold unchecked_step.
    assert (∀ n, match step M t with Crash => Stuck | n => n end = n ↔ (step M t = n ∧ n ≠ Crash)) as Heq.
    { intros n. destruct (step M t) eqn:E; split; try (intros <-; done); by intros [-> _] || by intros [<- _]. }
    split; destruct 1 as [? ? E|? ? ? E| |? ? E|? E]; try constructor; try (by apply Heq in E as [? _]);
      try (by apply Heq); done.
  Qed.

  Lemma together_next w s a s' t' t :
    together s t → trans S s a s' → related s' t' →
    (∀ fs, s = Suspended fs → w = pending fs) → (∀ r, a = Response r → response_ok Q p0 w r) → together s' t'.
  Proof.
    intros Hst Ha Hrel' Hw Hr. pose proof (together_crash _ _ Hst) as [Hcrash _].
    destruct Hst as (Hs & Hrel & Hknown & Hcalm).
    destruct (checked_layout Q L external HL) as [_ Hagree]. split_and!; [|done|..].
    - eapply (trans_ok Q external p0 s a); eauto; [intros ??; congruence|].
      intros r fs -> ->. rewrite <-(Hw fs) by done. by apply Hr.
    - pose proof (known_step HQ true (asks_nothing (Q := Q) marked requires) (required requires)
        (coroutine_requires_nothing (Q := Q) marked requires HN) (call_meets (Q := Q) marked requires)
        (trapless_flows (Q := Q) marked requires HN) p0 (plans_of L) Hagree s t Hs Hrel Hknown) as Hnext.
      destruct Ha as [s s' E|s q s' E| | |]; try done; by rewrite E in Hnext.
    - pose proof (calm_step HQ marked requires external Htotal HN p0 s Hs Hknown Hcalm) as Hc.
      destruct Ha as [s s' E|s q s' E|r fs| |]; [..|exact Hcalm|done|done];
        (destruct s; try done; rewrite E in Hc; exact Hc).
  Qed.

  Lemma start_together args lent :
    Forall2 data_ok (given_types pr0) args → Forall2 data_ok (lent_types pr0) lent → meets_required Q requires p0 args →
    ∃ s t, fl_initial Q source p0 args lent = Some s ∧
      fl_initial Q (laid_out Q (plans_of L)) p0 args lent = Some t ∧ together s t ∧ ∀ fs, s ≠ Suspended fs.
  Proof.
    intros Hargs Hlent Hmet. destruct (initial_ok Q p0 pr0 args lent HQ Hp0 Hargs Hlent) as (s & Hs & Hok).
    pose proof (initial_related Q L external p0 args lent HL) as Hst. rewrite Hs in Hst.
    destruct (fl_initial Q (laid_out Q (plans_of L)) p0 args lent) as [t|] eqn:Ht; [|by inversion Hst].
    assert (related s t) as Hrel by (by inversion Hst). clear Hst. exists s, t.
    assert (∃ f, s = Resuming (VRecord [], lent) [(SFresh p0, f)] ∧
      fresh Q source p0 (map of_data args) = Ok (SFresh p0, f)) as (f & -> & Hf).
    { unfold fl_initial in Hs. unfold fresh in Hs |- *. rewrite Hp0 in Hs |- *. simpl in Hs |- *.
      destruct (place_args source (params pr0) (map of_data args)) as [s0| |]; simpl in Hs |- *; try done.
      injection Hs as <-. by eexists. }
    split_and!; try done. split_and!; try done.
    - simpl. apply (required_true Q). exact (Hmet _ Hf).
    - constructor; [exact Hm|constructor].
  Qed.

  Theorem trapless_bisimilar args lent :
    Forall2 data_ok (given_types pr0) args → Forall2 data_ok (lent_types pr0) lent → meets_required Q requires p0 args →
    ∃ s t, fl_initial Q source p0 args lent = Some s ∧
      fl_initial Q (laid_out Q (plans_of L)) p0 args lent = Some t ∧
      bisimilar (driven Q p0 S) (guided bare Q p0) (None, s) (None, t) ∧ never_traps (driven Q p0 S) (None, s).
  Proof.
    intros Hargs Hlent Hmet. destruct (start_together args lent Hargs Hlent Hmet) as (s & t & Hs & Ht & Hst & Hne).
    exists s, t. destruct (checked_layout Q L external HL) as [Hacc Hagree].
    pose proof (simulation Hagree Hacc) as Hsim.
    set (R := λ (a : option nat * fl_state) (b : option nat * _),
      fst a = fst b ∧ together (snd a) (snd b) ∧ ∀ fs, snd a = Suspended fs → fst a = pending fs).
    assert (∀ w s t a w' s', R (w, s) (w, t) → driven Q p0 S (w, s) a (w', s') → ∃ t', trans M t a t' ∧
      R (w', s') (w', t')) as Hforth.
    { intros w s1 t1 a w' s' (_ & Hl & Hpending) Hd. simpl in *. pose proof Hd as [Ha Hwa]. simpl in Ha, Hwa.
      pose proof Hl as (_ & Hrel & _). destruct (forth _ _ _ Hsim _ _ _ _ Hrel Ha) as (t' & Ht' & Hrel').
      exists t'. split; [done|]. split_and!; [done| |by eapply driven_pending]. simpl.
      eapply together_next; try done. by intros r ->; destruct Hwa. }
    assert (R (None, s) (None, t)) as HR by (split_and!; [done..|]; simpl; intros fs ->; by destruct (Hne fs)).
    split_and!; [done..| |].
    - exists R. split; [|done]. split.
      + intros [w s1] [w2 t1] a [w' s'] HR1 Hd. pose proof HR1 as (Hw & Hl & _). simpl in Hw. subst w2.
        destruct (Hforth w s1 t1 a w' s' HR1 Hd) as (t' & Ht' & HR'). exists (w', t'). split; [|done].
        destruct Hd as [_ Hwa]. split; [by eapply together_moves|done].
      + intros [w s1] [w2 t1] a [w' t'] HR1 [Ht' Hwa]. pose proof HR1 as (Hw & Hl & _). simpl in Hw, Ht', Hwa. subst w2.
        apply (together_moves _ _ _ _ Hl) in Ht'. pose proof Hl as (_ & Hrel & _). simpl in Hrel.
        destruct (back _ _ _ Hsim _ _ _ _ Hrel Ht') as (s' & Ha & Hrel'). exists (w', s'). split; [done|].
        split_and!; [done| |eapply driven_pending; by split]. simpl.
        destruct HR1 as (_ & _ & Hpending). eapply together_next; try done. by intros r ->; destruct Hwa.
    - intros l y He. clear Hs Ht Hst Hne. assert (∃ w, (None : option nat) = w) as [w Hw] by eauto.
      rewrite Hw in He, HR. clear Hw.
      revert w s t HR He. induction l as [|a l IH]; intros w s1 t1 HR He;
        simpl in He; inversion He as [|? ? [w' s'] ? ? Hd Hrest]; subst.
      + destruct HR as (_ & [Hcrash _]%together_crash & _). destruct Hd as [Hd _]. by inversion Hd.
      + destruct (Hforth w s1 t1 a w' s' HR Hd) as (t' & _ & HR'). by eapply (IH w' s' t').
  Qed.

  (** What is claimed: neither traps. *)
  Theorem trapless_never args lent :
    Forall2 data_ok (given_types pr0) args → Forall2 data_ok (lent_types pr0) lent → meets_required Q requires p0 args →
    ∃ s t, fl_initial Q source p0 args lent = Some s ∧
      fl_initial Q (laid_out Q (plans_of L)) p0 args lent = Some t ∧
      bisimilar (driven Q p0 S) (guided bare Q p0) (None, s) (None, t) ∧
      never_traps (driven Q p0 S) (None, s) ∧ never_traps (guided bare Q p0) (None, t).
  Proof.
    intros Hargs Hlent Hmet. destruct (trapless_bisimilar args lent Hargs Hlent Hmet) as (s & t & Hs & Ht & Hst & Hn).
    exists s, t. split_and!; [done..|]. by eapply never_traps_bisimilar.
  Qed.
End trapless.
