(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Coq's options as they are when nobody has set them.

    A file may set options for all who require it ([Global Set]), and a program's proof requires the program's file. The
    proof imports this one after it, so that terms and tactics in it mean what they meant when they were written. Not
    here: what Coq checks less with ([Guard Checking] and the like), which is for [Print Assumptions] to say. *)

(** Commands and tactics *)
#[export] Set Warnings "none".
#[export] Set Default Proof Mode "Classic".
#[export] Set Default Goal Selector "1".
#[export] Unset Default Timeout.
#[export] Unset Default Proof Using.
#[export] Unset Ltac Debug.
#[export] Unset Default Clearing Used Hypotheses.
#[export] Set Loose Hint Behavior "Lax".
#[export] Unset Mangle Names.
#[export] Unset Program Mode.
#[export] Unset Structural Injection.
#[export] Unset Keep Proof Equalities.
#[export] Set Intuition Negation Unfolding.
#[export] Set Solve Unification Constraints.
#[export] Unset Keyed Unification.

(** Terms *)
#[export] Unset Universe Polymorphism.
#[export] Unset Polymorphic Inductive Cumulativity.
#[export] Unset Implicit Arguments.
#[export] Set Strict Implicit.
#[export] Unset Strongly Strict Implicit.
#[export] Unset Reversible Pattern Implicit.
#[export] Unset Contextual Implicit.
#[export] Unset Maximal Implicit Insertion.
#[export] Unset Asymmetric Patterns.

(** Instances of classes *)
#[export] Unset Typeclasses Depth.
#[export] Unset Typeclasses Strict Resolution.
#[export] Unset Typeclasses Unique Instances.
#[export] Unset Typeclasses Unique Solutions.
#[export] Unset Typeclasses Iterative Deepening.
#[export] Unset Typeclasses Dependency Order.
#[export] Set Typeclasses Limit Intros.
#[export] Set Typeclass Resolution For Conversion.
