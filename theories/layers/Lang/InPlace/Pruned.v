(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * In place, without the checks that facts decide.

    One machine that works through references, does nothing but behind guards, and from whose guards
    the checks are gone that facts decide. Which facts hold depends on the procedure, as
    in [Facts.Machine]: the machine steps with the guards of the one that is running
    ([in_place_step]). In the states that a well-typed program reaches, what is left of a guard decides what
    traps ([linked_guards]): a reference shows what the source's copy holds, so the facts about the source's
    variables are true of what is read through references. So source and machine are
    bisimilar ([in_place_bisimilar]), and so are this machine and the one with laid out frames
    ([in_place_pruned]). *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Core.Model Require Import Bisimulation.
From Fairlead.Core.Machine Require Import Simulation.
From Fairlead.Lang.Typing Require Import Soundness.
From Fairlead.Lang.Guards Require Import Guards Exprs Statements Tests Machine.
From Fairlead.Lang.Frames Require Import Bisimulation.
From Fairlead.Lang Require Import EndToEnd.
From Fairlead.Lang.Aliasing Require Import Checker.
From Fairlead.Lang.Facts Require Import Machine.
From Fairlead.Lang.InPlace Require Import References Machine Bisimulation.
From Fairlead.Core.Model Require Import Semantics.

Section machine.
  Context (Q : program) (external : nat → list data → option (list data * data)).
  Context (by_reference : procedure → place → bool) (T : table_of_facts).

  (** What is printed of the guards of [p]. *)
  Definition printed_of (p : procedure) (pr : proc) : printed :=
    Printed (pruned_basic T p (declared pr)) (pruned_test T p (declared pr)) (pruned_call T p (declared pr)).

  Local Notation stack := (list (store fl_point * refs)).
  Definition in_place_step (st : state basic expr suspension call resumption stack waiting response) :
      next basic expr suspension call resumption stack waiting request response Semantics.result :=
    match st with
    | Running _ p _ _ _ =>
        match procs Q !! p with
        | Some pr => step (in_place Q external by_reference p (printed_of p pr)) st
        | None => Stuck
        end
    | Suspended _ | Resuming _ _ | Halted => step (in_place Q external by_reference 0 all_checks) st
    end.
End machine.

Section pruned.
  Context (Q : program) (L : layout) (T : table_of_facts) (p0 : procedure) (pr0 : proc).
  Context (external : nat → list data → option (list data * data)) (by_reference : procedure → place → bool).
  Context (HQ : check_program Q = None) (HA : check_aliasing Q = None).
  Context (HL : check_layout Q L = true) (HT : check_facts Q T = true).
  Context (Hext : external_ok (λ f, externs Q !! f) external) (Htotal : ∀ f ds, external f ds ≠ None).
  Context (Hp0 : procs Q !! p0 = Some pr0) (Hresult : is_data (Syntax.result pr0) = true).
  #[local] Set Default Proof Using "All".

  Local Notation S := (fl Q source external).
  Local Notation W := (Semantics.W Q source).
  Local Notation M := (fl Q (laid_out Q (plans_of L)) external).
  Local Notation I := (in_place_step Q external by_reference T).
  Local Notation linked := (linked Q L T p0 external).
  Local Notation alike := (alike (Q := Q) by_reference).

  (** What is left of a guard says what the guard says, where the facts that are accepted there are true. *)
  Lemma pruned_says p pr v g s facts b :
    vars_ok Q pr s → accepts_facts T p v facts = true → Forall (holds (amount s)) facts →
    guard_val W g s = Some b → guard_val W (pruned_guard T p (declared pr) v g) s = Some b.
  Proof.
    intros Hs Hacc Hf Hg. eapply (prune_ok W (declared pr) (scope v) (amount s) s); [done| | |exact Hg].
    - intros a. by apply (range_ok (Q := Q)).
    - unfold accepts_facts in Hacc. rewrite forallb_forall in Hacc. apply Forall_forall. intros f Hin%elem_of_list_In.
      eapply among_ok; [exact Hf|by apply Hacc].
  Qed.

  Lemma pruned_covers {B} p pr v g s facts (o : outcome B) :
    vars_ok Q pr s → accepts_facts T p v facts = true → Forall (holds (amount s)) facts →
    Guards.Exprs.covers W g s o → Guards.Exprs.covers W (pruned_guard T p (declared pr) v g) s o.
  Proof. intros Hs Hacc Hf. destruct o; simpl; [..|done]; by eapply pruned_says. Qed.

  Lemma linked_guards c p k s ls t pr :
    linked (Running c p k s ls) t → procs Q !! p = Some pr →
    guards_cover (Q := Q) (external := external) p (printed_of T p pr) (Running c p k s ls).
  Proof.
    intros (Hok & _ & Hknown) Hp.
    destruct Hok as (pr1 & Hpos & Hvars & _). destruct Hknown as [(pr2 & F & E & G & Hp2 & HF & _ & Hs) _].
    pose proof (position_proc _ _ _ _ Hpos) as Hp1.
    assert (pr1 = pr) as -> by congruence. assert (pr2 = pr) as -> by congruence.
    destruct F as [facts|]; [|done]. simpl in Hs. unfold flow_of in HF.
    destruct c as [|b|c1 c2|e c1 c2|c|l c|n|l c|l|l x|l x|x|]; try done; cbn [flow asked] in HF;
      cbn [guards_cover printed_of guard_of_basic guard_of_test guard_of_call].
    - destruct (accepts_facts T p (VRun b) facts) eqn:Hacc; [|done]. intros Hne.
      pose proof (covers_basic W (fresh_no_trap Q source) (λ _ s, s) external b s Hne) as Hcovers.
      destruct b as [| | | | | | | | |f args dest|]; try (by eapply (pruned_covers p pr (VRun _))).
      by destruct (Hne f args dest).
    - destruct (accepts_facts T p (VTest e) facts) eqn:Hacc; [|done]. intros He.
      pose proof (lower_test_correct W (fresh_no_trap Q source) e s He) as Hlower. rewrite <-Hlower in He |- *.
      eapply (prune_test_ok W (fresh_no_trap Q source) (declared pr) (scope (VTest e)) (amount s) s);
        [done| | |exact He].
      + intros a. by apply (range_ok (Q := Q)).
      + unfold accepts_facts in Hacc. rewrite forallb_forall in Hacc. apply Forall_forall. intros f Hin%elem_of_list_In.
        eapply among_ok; [exact Hs|by apply Hacc].
    - destruct (accepts_facts T p (VCall x) facts) eqn:Hacc; [|done]. split; [done|].
      eapply (pruned_covers p pr (VCall x)); [done..|]. apply (covers_enter_call Q source).
  Qed.

  Lemma linked_follows s t u :
    linked s t → alike s u →
    match s with Suspended _ | Halted => True | _ => next_follows (Q := Q) by_reference (step S s) (I u) end.
  Proof.
    intros Hl Halike. pose proof Hl as (Hok & _ & _).
    destruct Halike as [c p k s ls F ms K Hls HF| |r fs fs' Hfs|]; try done.
    - pose proof Hok as (pr & Hpos & _). pose proof (position_proc _ _ _ _ Hpos) as Hp.
      unfold in_place_step. rewrite Hp.
      eapply (step_follows HQ HA Hext Htotal by_reference p0 p (printed_of T p pr) (Running c p k s ls)); [done| |].
      + by econstructor.
      + by eapply linked_guards.
    - unfold in_place_step.
      eapply (step_follows HQ HA Hext Htotal by_reference p0 0 all_checks (Resuming r fs)); [done|by constructor|done].
  Qed.

  Lemma readable : ∀ pr, procs Q !! p0 = Some pr → is_data (Syntax.result pr) = true.
  Proof. intros ??. congruence. Qed.

  Lemma moves_forth s t u a s' :
    linked s t → alike s u → trans S s a s' → ∃ u', moves I u a u' ∧ alike s' u'.
  Proof.
    intros Hl Hsu Ha. pose proof (linked_follows s t u Hl Hsu) as Hstep.
    destruct Ha as [s s' H|s q s' H|r fs|s r H|s H].
    3: { inversion Hsu; subst. eexists; split; by constructor. }
    all: destruct s; try done; rewrite H in Hstep; simpl in Hstep.
    all: try (destruct Hstep as (u' & ? & ?); exists u'; split; [by constructor|done]).
    all: eexists; split; [by constructor|constructor].
  Qed.

  Lemma moves_back s t u a u' :
    linked s t → alike s u → moves I u a u' → ∃ s', trans S s a s' ∧ alike s' u'.
  Proof.
    intros Hl Hsu Ha. pose proof (linked_follows s t u Hl Hsu) as Hstep. pose proof Hl as (Hs & _ & _).
    pose proof (step_ok HQ Hext p0 readable s Hs) as Hok.
    destruct Ha as [u u' H|u q u' H|r fs|u r H|u H].
    3: { inversion Hsu; subst. eexists; split; by constructor. }
    all: destruct Hsu; try done; rewrite H in Hstep; destruct (step S _) eqn:HS; try done; simpl in Hstep.
    all: try (destruct Hstep as (? & ? & ?)); simplify_eq.
    all: eexists; split; [by constructor|]; (done || constructor).
  Qed.

  Theorem in_place_bisimilar args lent :
    Forall2 data_ok (given_types pr0) args → Forall2 data_ok (lent_types pr0) lent →
    ∃ s u, fl_initial Q source p0 args lent = Some s ∧ in_place_initial Q p0 args lent = Some u ∧
      bisimilar (driven Q p0 S) (guided I Q p0) (None, s) (None, u).
  Proof.
    intros Hargs Hlent. destruct (initial_ok Q p0 pr0 args lent HQ Hp0 Hargs Hlent) as (s & Hs & Hok).
    pose proof (initial_related Q L external p0 args lent HL) as Hst. rewrite Hs in Hst.
    destruct (fl_initial Q (laid_out Q (plans_of L)) p0 args lent) as [t|] eqn:Ht; [|by inversion Hst].
    assert (∃ u, in_place_initial Q p0 args lent = Some u ∧ alike s u) as (u & Hu & Hsu).
    { unfold fl_initial in Hs. unfold in_place_initial. destruct (fresh Q source p0 _); simplify_eq.
      eexists; split; [done|constructor]. by repeat constructor. }
    assert (linked s t) as Hl.
    { split; [done|]. split; [by inversion Hst|]. unfold fl_initial in Hs.
      destruct (fresh Q source p0 _) as [[[] f]| |]; simplify_eq; constructor. }
    assert (∀ fs, s = Suspended fs → None = pending fs) as Hpending.
    { intros fs ->. unfold fl_initial in Hs. destruct (fresh Q source p0 _); simplify_eq. }
    exists s, u. split_and!; [done..|].
    destruct (checked_layout Q L external HL) as [Hacc Hagree]. pose proof (simulation Hagree Hacc) as Hsim.
    exists (λ a b, fst a = fst b ∧ (∃ t, linked (snd a) t) ∧ alike (snd a) (snd b) ∧
      ∀ fs, snd a = Suspended fs → fst a = pending fs).
    split; [|by eauto].
    clear s t u Hs Ht Hu Hst Hok Hsu Hl Hpending.
    assert (∀ w s a w' s', driven Q p0 S (w, s) a (w', s') → (∃ t, linked s t) →
      (∀ fs, s = Suspended fs → w = pending fs) →
      (∃ t, linked s' t) ∧ ∀ fs, s' = Suspended fs → w' = pending fs) as Hkeep.
    { intros w s a w' s' Hd [t Hl] Hw. split; [|by eapply driven_pending]. destruct Hd as [Ha Hwa]; simpl in Ha, Hwa.
      pose proof Hl as (_ & Hrel & _). destruct (forth _ _ _ Hsim _ _ _ _ Hrel Ha) as (t' & Ht & Hrel').
      exists t'. eapply (linked_next Q L T p0 pr0 external); try done. by intros r ->; destruct Hwa. }
    split.
    - intros [w s] [w2 u] a [w' s'] (Hw & Hl & Hsu & Hpending) Hd; simpl in Hw, Hl, Hsu, Hpending; subst w2.
      destruct (Hkeep _ _ _ _ _ Hd Hl Hpending) as [Hl' Hpending']. destruct Hd as [Ha Hwa]; simpl in Ha, Hwa.
      destruct Hl as [t Hl].
      destruct (moves_forth _ _ _ _ _ Hl Hsu Ha) as (u' & Hu & Hsu'). by exists (w', u').
    - intros [w s] [w2 u] a [w' u'] (Hw & Hl & Hsu & Hpending) [Hu Hwa];
        simpl in Hw, Hl, Hsu, Hpending, Hu, Hwa; subst w2.
      pose proof Hl as [t Hlt]. destruct (moves_back _ _ _ _ _ Hlt Hsu Hu) as (s' & Ha & Hsu').
      assert (driven Q p0 S (w, s) a (w', s')) as Hd by done.
      destruct (Hkeep _ _ _ _ _ Hd Hl Hpending) as [Hl' Hpending']. by exists (w', s').
  Qed.

  (** And so are that machine and the one with laid out frames, lowered and pruned. *)
  Theorem in_place_pruned args lent :
    Forall2 data_ok (given_types pr0) args → Forall2 data_ok (lent_types pr0) lent →
    ∃ s u t, fl_initial Q source p0 args lent = Some s ∧ in_place_initial Q p0 args lent = Some u ∧
      fl_initial Q (laid_out Q (plans_of L)) p0 args lent = Some t ∧
      bisimilar (driven Q p0 S) (guided I Q p0) (None, s) (None, u) ∧
      bisimilar (guided I Q p0) (guided (pruned_step Q (laid_out Q (plans_of L)) external T) Q p0) (None, u) (None, t).
  Proof.
    intros Hargs Hlent. destruct (in_place_bisimilar args lent Hargs Hlent) as (s & u & Hs & Hu & Hsu).
    destruct (pruned_bisimilar Q L T p0 pr0 external HQ HL HT Hext Htotal Hp0 Hresult args lent Hargs Hlent)
      as (s' & t & Hs' & Ht & Hst).
    simplify_eq. exists s, u, t. split_and!; [done..|]. eapply bisimilar_trans; [|done]. by apply bisimilar_sym.
  Qed.
End pruned.
