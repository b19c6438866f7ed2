(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Refuters of Claims/Core.v: see All.v. The machine of theories/layers/Core/Example.v loses a variable when it
    suspends; [forgetful] uses it afterwards, and the check refuses that. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Cmd Semantics Points Bisimulation.
From Fairlead.Core.Machine Require Import Liveness Simulation Compilation Reactions.
From Fairlead.Core.Trees Require Import Tree Denotation Stack Structured.
From Fairlead.Core Require Import Example.
From Fairlead.Core.Logic Require Import Differ.

(** Two suspensions have one label: the machine goes on behind the first of them, and asks for ever. *)
Definition one_label : command := Seq (Suspend 1 ()) (Suspend 1 ()).
Definition example_dynamics : dynamics operation () () Empty_set Empty_set variables (() * variables) nat nat nat :=
  counter [one_label] id (λ _ _ _ s, ((), s)) (λ _, None).

Theorem core_compile_correct_refuter :
  ¬ NoDup (labels one_label) ∧ scoped one_label 0 ∧
  ¬ bisimilar (trans (source_of example_dynamics)) (trans (machine_of example_dynamics))
      (initial one_label 0 (0, 0)) (initial one_label 0 (0, 0)).
Proof.
  split_and!; [|done|].
  - intros H. apply NoDup_cons in H as [H _]. apply H. by left.
  - eapply (drive_differs _ _ 9 [0; 0]); [vm_compute; reflexivity|]. by vm_compute.
Qed.

(** What its check refuses: the variable is needed, and lost. *)
Theorem core_simulation_refuter :
  let A := counter_analysis (true, false) in
  agreement A (counter_source [forgetful]) (counter_machine [forgetful]) counter_rel ∧
  ¬ accepted A (code (counter_source [forgetful])) ∧
  ¬ bisimilar (trans (counter_source [forgetful])) (trans (counter_machine [forgetful]))
      (initial forgetful 0 (0, 0)) (initial forgetful 0 (0, 0)).
Proof.
  split_and!; [apply counter_agreement| |apply forgetful_differs].
  intros H. apply forgetful_differs. eapply simulation_initial; [apply counter_agreement|exact H|done|done].
Qed.
(** And so the check is right to refuse it. *)
Theorem core_check_sound_refuter :
  let A := counter_analysis (true, false) in
  accepts A [forgetful] = false ∧ ¬ accepted A (λ p, [forgetful] !! p).
Proof.
  split; [done|]. intros H. apply forgetful_differs.
  eapply simulation_initial; [apply counter_agreement|exact H|done|done].
Qed.

(** Of states that are not bisimilar, one has a run that the other has not. *)
Theorem core_bisimilar_runs_refuter :
  ∃ l, (∃ s, execution (trans (counter_source [forgetful])) (initial forgetful 0 (0, 0)) l s) ∧
       ¬ ∃ s, execution (trans (counter_machine [forgetful])) (initial forgetful 0 (0, 0)) l s.
Proof.
  destruct (drive (counter_source [forgetful]) 11 [0] (initial forgetful 0 (0, 0))) as [l|] eqn:E;
    [|by vm_compute in E].
  exists l. split; [by eapply drive_execution|]. intros [s H%execution_drive]. vm_compute in E.
  injection E as <-. by vm_compute in H.
Qed.

(** The tree of another state: one that has ended. *)
Theorem core_tree_bisimilar_refuter :
  ¬ bisimilar (trans (counter_source [server])) tree_trans (initial server 0 (0, 0))
      (tree_of (counter_source [server]) Halted).
Proof.
  intros H. assert (∃ s, execution (trans (counter_source [server])) (initial server 0 (0, 0)) [Silent] s) as [s Hs].
  { eapply (drive_execution _ 1 []). by vm_compute. }
  assert (∃ t, execution tree_trans (tree_of (counter_source [server]) Halted) [Silent] t) as [t Ht]
    by (apply (bisimilar_executions _ _ _ _ _ H); exists s; exact Hs).
  inversion Ht as [|? ? ? ? ? Hstep _]; subst. cbn in Hstep. inversion Hstep.
Qed.

(** What a tree asks and how it ends, in its first [n] nodes, if [rs] is answered. *)
Fixpoint observed {request response A} (n : nat) (rs : list response) (t : tree request response A) :
    list request * option A :=
  match n, t with
  | 0, _ => ([], None)
  | S n, Ret a => ([], Some a)
  | S n, Tau t => observed n rs t
  | S n, Vis q k =>
      match rs with [] => ([q], None) | r :: rs => let o := observed n rs (k r) in (q :: o.1, o.2) end
  end.
Lemma observed_eq {request response A} n : ∀ rs (t u : tree request response A),
  t ≅ u → observed n rs t = observed n rs u.
Proof.
  induction n as [|n IH]; intros rs t u [H]; [done|]. destruct H as [a|t u H|q k k' H]; [done|by apply IH|].
  destruct rs as [|r rs]; [done|]. cbn [observed]. by rewrite (IH rs (k r) (k' r) (H r)).
Qed.
(** A machine whose frames lose the rest of the program: of two suspensions with one label it always resumes
    the first. *)
Theorem core_tree_structured_refuter :
  let D := machine_of example_dynamics in
  (∃ p c k s, load D (save D p c k s) ≠ Some (At p c k s)) ∧
  ¬ denote D (initial one_label 0 (0, 0)) ≅
    bind (obind (meaning D 0 one_label (0, 0)) (after D 0 [] [])) (finished D).
Proof.
  intros D. split.
  - exists 0, (Suspend 1 ()), [], (0, 0). by vm_compute.
  - intros H%(observed_eq 20 [5; 6]). by vm_compute in H.
Qed.

(** Its trees differ as it does. *)
Definition same_trees {request response result} (a b : tree_state request response result) : Prop :=
  match a, b with
  | Node t, Node u => t ≅ u
  | Waiting k, Waiting k' => ∀ r, k r ≅ k' r
  | Over, Over => True
  | _, _ => False
  end.
Lemma same_trees_runs {request response result} (a b : tree_state request response result) l a' :
  execution tree_trans a l a' → same_trees a b → ∃ b', execution tree_trans b l b'.
Proof.
  intros H. revert b. induction H as [a|a x a1 l a2 Ht _ IH]; intros b Hab; [eexists; constructor|].
  assert (∃ b1, tree_trans b x b1 ∧ same_trees a1 b1) as (b1 & Hb & Hab1).
  { destruct Ht as [t|q k|k r|r|]; destruct b as [u|k2|]; try done; cbn in Hab.
    - destruct Hab as [Hn]. inversion Hn; subst. eexists; split; [constructor|done].
    - destruct Hab as [Hn]. inversion Hn; subst. eexists; split; [constructor|done].
    - eexists; split; [constructor|apply Hab].
    - destruct Hab as [Hn]. inversion Hn; subst. eexists; split; [constructor|done].
    - destruct Hab as [Hn]. inversion Hn; subst. eexists; split; [constructor|done]. }
  destruct (IH b1 Hab1) as [b2 H2]. exists b2. by eapply execution_cons.
Qed.
Theorem core_trees_equal_refuter :
  let A := counter_analysis (true, false) in
  agreement A (counter_source [forgetful]) (counter_machine [forgetful]) counter_rel ∧
  ¬ accepted A (code (counter_source [forgetful])) ∧
  ¬ denote (counter_source [forgetful]) (initial forgetful 0 (0, 0)) ≅
    denote (counter_machine [forgetful]) (initial forgetful 0 (0, 0)).
Proof.
  split_and!; [apply counter_agreement|apply core_simulation_refuter|]. intros Heq.
  destruct core_bisimilar_runs_refuter as (l & Hs & Hm). apply Hm.
  apply (bisimilar_executions _ _ _ _ l (denote_bisimilar _ _)) in Hs as [t Ht].
  apply (bisimilar_executions _ _ _ _ l (denote_bisimilar _ _)).
  by eapply same_trees_runs.
Qed.

(** The labels are those of the program itself: of another text, one that only returns, the server waits at none. *)
Theorem core_control_finite_refuter :
  let bodies := [Return : command] in
  code (counter_source [server]) 0 ≠ bodies !! 0 ∧
  ∃ l st q gs, execution (trans (counter_machine [server])) (initial server 0 (0, 0)) l st ∧
    Core.Model.Semantics.step (counter_machine [server]) st = Emit q (Suspended gs) ∧
    ¬ Forall (λ g : machine_point * _, g.1 ∈ control_points bodies) gs.
Proof.
  split; [done|].
  eexists [Silent; Silent; Silent; Silent], _, _, _. split_and!.
  - do 4 (eapply execution_cons; [apply trans_silent; vm_compute; reflexivity|]). constructor.
  - vm_compute. reflexivity.
  - intros H. apply Forall_cons in H as [H _]. vm_compute in H.
    repeat (apply elem_of_cons in H as [H|H]; [discriminate H|]). by apply elem_of_nil in H.
Qed.
