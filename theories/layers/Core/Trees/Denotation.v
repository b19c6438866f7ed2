(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * A tree for every state, and it is bisimilar to the state.

    [denote] reads a tree off the small-step semantics. A tree is a transition
    system too; the theorem says that the two take the same steps, for ever.
    [Structured] shows that this tree is also given by equations over the
    program text. *)
From Fairlead.Base Require Import Prelude Outcome.
From Fairlead.Core.Model Require Import Cmd Semantics Shape Points.
From Fairlead.Core.Machine Require Import Liveness.
From Fairlead.Core.Model Require Import Bisimulation.
From Fairlead.Core.Machine Require Import Simulation.
From Fairlead.Core.Trees Require Import Tree.

(** ** Trees as a transition system *)
Section tree.
  Context {request response result : Type}.
  Local Notation tree := (tree request response (outcome result)).

  (** About to do its first node; waiting for a response; ended. *)
  Inductive tree_state :=
  | Node (t : tree)
  | Waiting (k : response → tree)
  | Over.

  Inductive tree_trans : tree_state → action request response result → tree_state → Prop :=
  | tree_silent t : tree_trans (Node (Tau t)) Silent (Node t)
  | tree_request q k : tree_trans (Node (Vis q k)) (Request q) (Waiting k)
  | tree_response k r : tree_trans (Waiting k) (Response r) (Node (k r))
  | tree_result r : tree_trans (Node (Ret (Ok r))) (Result r) Over
  | tree_trapped : tree_trans (Node (Ret Trap)) Trapped Over.
End tree.
Arguments tree_state : clear implicits.

(** ** The tree of a state *)
Section denote.
  Context {B T S C R store frame request response result : Type}.
  Context (D : dynamics B T S C R store frame request response result).
  Local Notation state := (state B T S C R store frame response).
  Local Notation tree := (tree request response (outcome result)).

  Definition resumed (st : state) (r : response) : state :=
    match st with Suspended fs => Resuming r fs | _ => Halted end.

  CoFixpoint denote (st : state) : tree :=
    match step D st with
    | Go st' => Tau (denote st')
    | Emit q st' => Vis q (λ r, denote (resumed st' r))
    | Finish r => Ret (Ok r)
    | Crash => Ret Trap
    | Stuck => Ret Wrong
    end.

  Lemma denote_step st :
    denote st =
      match step D st with
      | Go st' => Tau (denote st')
      | Emit q st' => Vis q (λ r, denote (resumed st' r))
      | Finish r => Ret (Ok r)
      | Crash => Ret Trap
      | Stuck => Ret Wrong
      end.
  Proof. rewrite (tree_force (denote st)) at 1; simpl. by destruct (step D st). Qed.

  (** The tree's state that goes with a state. *)
  Definition tree_of (st : state) : tree_state request response result :=
    match st with
    | Suspended _ => Waiting (λ r, denote (resumed st r))
    | Halted => Over
    | _ => Node (denote st)
    end.

  Theorem denote_bisimulation :
    bisimulation (trans D) tree_trans (λ st ts, ts = tree_of st).
  Proof.
    split.
    - intros st ? a st' -> H. exists (tree_of st'). split; [|done].
      assert (trans D st a st' → ∀ n, step D st = n → n ≠ Stuck → tree_of st = Node (denote st)) as Hnode.
      { by destruct st. }
      specialize (Hnode H). pose proof (step_shape D st) as Hshape.
      destruct H as [st st' E|st q st' E|r fs|st r E|st E]; rewrite ?E in Hshape; simpl in Hshape;
        try (rewrite (Hnode _ E), denote_step, E by done); try by destruct st'; try done; constructor.
      all: constructor.
    - intros st ? a ts -> H. destruct st as [c p k s ls|fs|r fs|]; simpl in H.
      2: { inversion H; subst. eexists. split; [constructor|done]. }
      3: inversion H.
      all: rewrite denote_step in H;
        match type of H with context [step D ?st] =>
          pose proof (step_shape D st) as Hshape; destruct (step D st) as [st'|q st'|r'| |] eqn:E
        end; inversion H; subst; simpl in Hshape; eexists; (split; [by constructor|]);
        try done; by destruct st'.
  Qed.

  Corollary denote_bisimilar st : bisimilar (trans D) tree_trans st (tree_of st).
  Proof. eexists. split; [apply denote_bisimulation|done]. Qed.
End denote.

(** Related states have equal trees: source and machine mean the same. *)
Theorem simulation_trees {B T S C R V store1 store2 request response result}
    (A : analysis B T S C R V)
    (D1 : dynamics B T S C R store1 (source_point B T S C R * store1) request response result)
    (D2 : dynamics B T S C R store2 (machine_point * store2) request response result) srel st st' :
  agreement A D1 D2 srel → accepted A (code D1) →
  state_rel (A := A) (D1 := D1) (srel := srel) st st' → denote D1 st ≅ denote D2 st'.
Proof.
  intros agree ok Hst. apply (tree_eq_coind (λ t u, ∃ st st',
    state_rel (A := A) (D1 := D1) (srel := srel) st st' ∧ t = denote D1 st ∧ u = denote D2 st'));
    [|by eauto].
  clear st st' Hst. intros ? ? (st & st' & Hst & -> & ->). rewrite !denote_step.
  destruct (step_related agree ok _ _ Hst) as [st1 st1' H|q st1 st1' H| | |]; constructor; eauto.
  intros r. eexists _, _. split_and!; [|done..]. destruct H; by constructor.
Qed.

Corollary simulation_trees_initial {B T S C R V store1 store2 request response result}
    (A : analysis B T S C R V)
    (D1 : dynamics B T S C R store1 (source_point B T S C R * store1) request response result)
    (D2 : dynamics B T S C R store2 (machine_point * store2) request response result) srel :
  agreement A D1 D2 srel → accepted A (code D1) →
  ∀ p body s t, code D1 p = Some body → srel p (entry_set A p) s t →
  denote D1 (initial body p s) ≅ denote D2 (initial body p t).
Proof.
  intros agree ok p body s t Hp Hs. apply (simulation_trees A _ _ srel); [done..|].
  by apply (start_related agree ok p body s t [] []).
Qed.
