(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * The compiled machine does what the coroutines do.

    For every program and every layout that [check_layout] accepts, the source
    and the machine with that layout are bisimilar: request for request,
    response for response, results, traps and endless runs included. *)
From Fairlead.Base Require Import Prelude Outcome Table.
From Fairlead.Core.Model Require Import Semantics Points.
From Fairlead.Core.Machine Require Import Liveness.
From Fairlead.Core.Model Require Import Bisimulation.
From Fairlead.Core.Machine Require Import Simulation.
From Fairlead.Lang.Frames Require Export Calls.

Section compile.
  Context (Q : program) (L : plans).
  Context (external : nat → list data → option (list data * data)).

  Local Notation A := (layout_analysis Q L).
  Local Notation pt := (point_rel A (fl_code Q)).
  Local Notation store_rel := (store_rel pt).

  Lemma layout_agreement :
    (∀ p pr, procs Q !! p = Some pr → begins L p pr = true) →
    agreement A (fl Q source external) (fl Q (laid_out Q L) external) (λ _, store_rel).
  Proof.
    intros lent_free. constructor; simpl; try done.
    - by intros [[] ?].
    - intros [[p|p l] t]; simpl; [done|]. unfold fl_load; simpl.
      by destruct (fl_code Q p ≫= _) as [[]|].
    - intros _ U W s t ?%included_sound. by apply store_rel_subset.
    - intros _ V1 V2 s t Hs. split; (eapply store_rel_subset; [|exact Hs]);
        intros ??; apply elem_of_merge; auto.
    - intros. by eapply run_basic_rel; [apply worlds_rel|apply touch_harmless|..].
    - intros p e after W s t HW Hs. injection HW as <-.
      apply (eval_bool_rel _ _ _ (worlds_rel Q L)) in Hs as [? ?]. done.
    - apply finish_rel.
    - intros. by eapply ask_rel.
    - intros. by eapply answer_rel.
    - intros. by apply begin_rel.
    - intros. by eapply enter_call_rel.
    - intros. by eapply leave_call_rel.
    - intros. by eapply enter_resume_rel.
    - intros. by eapply leave_resume_rel.
  Qed.
End compile.

Lemma refused_from_sound Q L suspending extent_at p prs fs :
  refused_from Q L suspending extent_at p prs fs = None →
  ∀ i pr, prs !! i = Some pr →
    ∃ f, fs !! i = Some f ∧ check_procedure Q L suspending extent_at (p + i) pr f = true.
Proof.
  revert p fs. induction prs as [|pr prs IH]; intros p [|f fs]; simpl; try done.
  destruct (check_procedure _ _ _ _ _ _ _) eqn:Hf; [|done]. intros H [|i] pr'; simpl.
  - intros [= <-]. rewrite Nat.add_0_r. eauto.
  - rewrite <-Nat.add_succ_comm. by eapply IH.
Qed.

Lemma checked_procedures Q L :
  check_layout Q L = true →
  forallb extern_fits (extern_types Q) = true ∧
  ∀ p pr, procs Q !! p = Some pr →
    ∃ f, L !! p = Some f ∧
      check_procedure Q (plans_of L) (suspending_of Q) (program_extent (build (extern_types Q)) (plans_of L)) p pr f = true.
Proof.
  unfold check_layout, refused. destruct (forallb _ _); [|done].
  destruct (refused_from _ _ _ _ _ _ _) eqn:Hok; [done|]. intros _. split; [done|].
  by apply (refused_from_sound _ _ _ _ 0).
Qed.

Section theorem.
  Context (Q : program) (L : layout).
  Context (external : nat → list data → option (list data * data)).
  Local Notation machine := (laid_out Q (plans_of L)).

  Local Notation related := (state_rel (A := layout_analysis Q (plans_of L)) (D1 := fl Q source external)
    (srel := λ _, store_rel (point_rel (layout_analysis Q (plans_of L)) (fl_code Q)))).

  Lemma checked_layout :
    check_layout Q L = true →
    accepted (layout_analysis Q (plans_of L)) (fl_code Q) ∧
    agreement (layout_analysis Q (plans_of L)) (fl Q source external) (fl Q machine external)
      (λ _, store_rel (point_rel (layout_analysis Q (plans_of L)) (fl_code Q))).
  Proof.
    intros [_ Hall]%checked_procedures.
    assert (∀ q pr, procs Q !! q = Some pr →
      begins (plans_of L) q pr = true ∧
      accepts_body (layout_analysis Q (plans_of L)) q (body pr) = true) as Hproc.
    { intros q pr Hq. destruct (Hall q pr Hq) as (f & _ & Hf). unfold check_procedure in Hf.
      rewrite !andb_true_iff in Hf. simpl in Hf. tauto. }
    split.
    - intros q c Hq. unfold fl_code in Hq. apply fmap_Some in Hq as (pr & Hq & ->).
      by apply accepts_body_sound, Hproc.
    - apply layout_agreement. intros q pr Hq. by apply Hproc.
  Qed.

  (** Both sides, about to take the first step of coroutine [p]: they start
      alike, or neither does. *)
  Lemma initial_related p args lent :
    check_layout Q L = true →
    option_Forall2 related (fl_initial Q source p args lent) (fl_initial Q machine p args lent).
  Proof.
    intros _. unfold fl_initial.
    pose proof (fresh_rel _ _ _ (worlds_rel Q (plans_of L)) p (map of_data args) (map of_data args)
      (of_data_rel_all _ args)) as Hfresh; simpl in Hfresh.
    destruct Hfresh; constructor. constructor. by repeat constructor.
  Qed.

  Theorem compiled_bisimilar p args lent :
    check_layout Q L = true →
    option_Forall2
      (bisimilar (trans (fl Q source external)) (trans (fl Q machine external)))
      (fl_initial Q source p args lent) (fl_initial Q machine p args lent).
  Proof.
    intros HL. destruct (checked_layout HL) as [Haccepted Hagree].
    destruct (initial_related p args lent HL) as [s t Hst|]; constructor.
    exists related. split; [|done]. by apply simulation.
  Qed.
End theorem.

(** Frames can be laid out in any way the check accepts; nobody can tell. *)
Corollary layouts_bisimilar Q L1 L2 external p args lent :
  check_layout Q L1 = true → check_layout Q L2 = true →
  option_Forall2
    (bisimilar (trans (fl Q (laid_out Q (plans_of L1)) external))
               (trans (fl Q (laid_out Q (plans_of L2)) external)))
    (fl_initial Q (laid_out Q (plans_of L1)) p args lent)
    (fl_initial Q (laid_out Q (plans_of L2)) p args lent).
Proof.
  intros H1 H2. pose proof (compiled_bisimilar Q L1 external p args lent H1) as Hst1.
  pose proof (compiled_bisimilar Q L2 external p args lent H2) as Hst2.
  destruct Hst1 as [st st1 Hst1|]; inversion Hst2; subst; constructor.
  eapply bisimilar_trans; [|done]. by apply bisimilar_sym.
Qed.
