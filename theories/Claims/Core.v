(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Claims of the core layer: compiling programs that suspend to machines. See All.v. *)
From stdpp Require prelude.
From Fairlead.Core.Model Require Cmd Semantics Points.
From Fairlead.Core.Machine Require Find Liveness.
From Fairlead.Core.Model Require Bisimulation.
From Fairlead.Core.Machine Require Simulation Compilation Reactions.
From Fairlead.Core.Trees Require Tree Denotation Stack Structured.

(** * Core: whatever suspends, compiled to a machine

    Parametric in everything the compiler never looks into: basic statements,
    tests, what is asked and answered, stores ([dynamics]). The .fl language is one
    instance; theories/layers/Core/Example.v has a small one. *)
Section core.
Import stdpp.prelude.
Import Cmd Core.Model.Semantics Points Find Liveness Model.Bisimulation Simulation Machine.Compilation Machine.Reactions Trees.Tree Denotation
  Stack Structured.

(** Compilation is correct. The source keeps, while it is suspended, the whole rest
    of the program to run; the machine keeps a number, the label of the suspension.
    If in each procedure labels are distinct and every [Exit] has its block, then
    the two are bisimilar: from the same start, whatever one does next the other
    does too, silent steps, requests, responses, results and traps alike, for ever.
    This holds for any operations at all, of programs that keep no suspended
    computation as a value (the [Empty_set]); [core_simulation] is for those. *)
Theorem core_compile_correct {B T S C store frame request response result : Type}
    (D : dynamics B T S C Empty_set store frame request response result) :
  (∀ p body, code D p = Some body → NoDup (labels body) ∧ scoped body 0) →
  ∀ p body s, code D p = Some body →
  bisimilar (trans (source_of D)) (trans (machine_of D)) (initial body p s) (initial body p s).
Proof. exact (compile_correct D). Qed.

(** The general theorem: stores may hold suspended computations to be resumed
    later, and the machine may keep less of a store than the source does. Given a
    relation [srel p W] between the source's and the machine's stores, for each set
    [W] of variables still needed, that every operation respects ([agreement] lists
    what that means, operation by operation), and code that the liveness check
    accepts, source and machine are bisimilar. Frame layouts are proved with it. *)
Theorem core_simulation {B T S C R V store1 store2 request response result : Type}
    (A : analysis B T S C R V)
    (D1 : dynamics B T S C R store1 (source_point B T S C R * store1) request response result)
    (D2 : dynamics B T S C R store2 (machine_point * store2) request response result)
    (srel : procedure → V → store1 → store2 → Prop) :
  agreement A D1 D2 srel → accepted A (code D1) →
  ∀ p body s t, code D1 p = Some body → srel p (entry_set A p) s t →
  bisimilar (trans D1) (trans D2) (initial body p s) (initial body p t).
Proof. exact simulation_initial. Qed.

(** The check that code must pass is a function that computes; what it accepts may
    be relied upon, whoever guessed the sets at loops and labels. *)
Theorem core_check_sound {B T S C R V : Type} (A : analysis B T S C R V)
    (bodies : list (cmd B T S C R)) :
  accepts A bodies = true → accepted A (λ p, bodies !! p).
Proof. exact (accepts_sound A bodies). Qed.

(** What bisimilar systems share: the same finite runs, so that one can come to a
    request, a result or a trap exactly when the other can; and the same unending
    runs, of a server that never stops and of a computation that is silent for ever. *)
Theorem core_bisimilar_runs {A S1 S2 : Type}
    (trans1 : S1 → A → S1 → Prop) (trans2 : S2 → A → S2 → Prop) s t :
  bisimilar trans1 trans2 s t →
  (∀ l, (∃ s', execution trans1 s l s') ↔ (∃ t', execution trans2 t l t')) ∧
  (∀ l, unending trans1 s l ↔ unending trans2 t l).
Proof.
  exact (λ H, conj (λ l, bisimilar_executions trans1 trans2 s t l H)
                   (λ l, bisimilar_unending trans1 trans2 s t l H)).
Qed.

(** The meaning of a computation as an interaction tree (its requests, and a
    subtree for every response) takes the same steps as the computation itself. *)
Theorem core_tree_bisimilar {B T S C R store frame request response result : Type}
    (D : dynamics B T S C R store frame request response result) st :
  bisimilar (trans D) tree_trans st (tree_of D st).
Proof. exact (denote_bisimilar D st). Qed.

(** That tree is given by the structure of the program text as well ([meaning]):
    sequencing of trees for sequencing of commands, iteration for loops, one
    request for a suspension, the callee's own tree for a call; no continuation
    and no stack. It is the source's: the hypothesis says that its frames hold the rest of the program, as
    [source_load] and [source_save] do; with [core_trees_equal] the machine's tree is the same. *)
Theorem core_tree_structured {B T S C R store frame request response result : Type}
    (D : dynamics B T S C R store frame request response result) :
  (∀ p c k s, load D (save D p c k s) = Some (At p c k s)) →
  ∀ p c s, denote D (initial c p s) ≅ bind (obind (meaning D p c s) (after D p [] [])) (finished D).
Proof. exact (denote_meaning D). Qed.

(** Source and machine have equal trees, under the hypotheses of [core_simulation]. *)
Theorem core_trees_equal {B T S C R V store1 store2 request response result : Type}
    (A : analysis B T S C R V)
    (D1 : dynamics B T S C R store1 (source_point B T S C R * store1) request response result)
    (D2 : dynamics B T S C R store2 (machine_point * store2) request response result)
    (srel : procedure → V → store1 → store2 → Prop) :
  agreement A D1 D2 srel → accepted A (code D1) →
  ∀ p body s t, code D1 p = Some body → srel p (entry_set A p) s t →
  denote D1 (initial body p s) ≅ denote D2 (initial body p t).
Proof. exact (simulation_trees_initial A D1 D2 srel). Qed.

(** What a driver needs to know of a machine: handed its frames and a response, it
    has at most one reaction (frames and a request, a result, or a trap). *)
Theorem core_machine_deterministic {B T S C R store frame request response result : Type}
    (D : dynamics B T S C R store frame request response result) fs r o o' :
  machine_step D fs r o → machine_step D fs r o' → o = o'.
Proof. exact (machine_deterministic D fs r o o'). Qed.

(** While suspended it can only take a response, and then goes on from that response
    and its frames (each a label and a store): nothing else survives. *)
Theorem core_machine_suspended {B T S C R store frame request response result : Type}
    (D : dynamics B T S C R store frame request response result) fs a st :
  trans D (Suspended fs) a st ↔ ∃ r, a = Response r ∧ st = Resuming r fs.
Proof. exact (suspended_waits D fs a st). Qed.

(** A reaction is what the transition system does: silent steps, then one that is
    seen. *)
Theorem core_machine_reacts {B T S C R store frame request response result : Type}
    (D : dynamics B T S C R store frame request response result) st o :
  reacts D st o ↔
  ∃ n, execution (trans D) st (replicate n Silent ++ [action_of o]) (state_of o).
Proof. exact (reacts_execution D st o). Qed.

(** The machine's control is finite: wherever it gets to from its start, the frames
    it hands to its driver wait at labels of the program text, nowhere else. *)
Theorem core_control_finite {B T S C R V store1 store2 request response result : Type}
    (A : analysis B T S C R V)
    (D1 : dynamics B T S C R store1 (source_point B T S C R * store1) request response result)
    (D2 : dynamics B T S C R store2 (machine_point * store2) request response result)
    (srel : procedure → V → store1 → store2 → Prop) :
  agreement A D1 D2 srel → accepted A (code D1) →
  ∀ bodies p body s t l q st gs,
  (∀ p, code D1 p = bodies !! p) → code D1 p = Some body → srel p (entry_set A p) s t →
  execution (trans D2) (initial body p t) l st → step D2 st = Emit q (Suspended gs) →
  Forall (λ g, g.1 ∈ control_points bodies) gs.
Proof. exact control_finite_initial. Qed.
End core.
