(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Assignments of integers and booleans as C statements.

    The guard's conditions first, each of which traps where it holds, then the store. What is
    assigned to itself is not stored: compilers take that for a mistake. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.C Require Export Statements.
From Fairlead.Lang.Typing Require Import Checker.
From Fairlead.Printed Require Export Conditions.
From Fairlead.Printed.Control Require Import Equality.

Notation fl_cstat := (cstat variable member_name function_name).

#[global] Instance variable_eq_dec : EqDecision variable.
Proof. solve_decision. Defined.
#[global] Instance member_eq_dec : EqDecision member_name.
Proof. solve_decision. Defined.

(** The cases of a union share their bytes. *)
Definition beside (m m' : member_name) : bool :=
  match m, m' with MPart (TUnion _ _) _, MPart (TUnion _ _) _ => false | _, _ => true end.

(** What C converts to when it stores. *)
Definition stored_type (t : ty) : option itype :=
  match t with TBool => Some IBool | TInt w => Some (unsigned_of w) | _ => None end.

(** Without conversions that are none. *)
Fixpoint converted (e : expr) : expr :=
  match e with
  | EWiden from to e' | ENarrow from to e' => if width_eqb from to then converted e' else e
  | _ => e
  end.

(** Tests of a guard that fails where one of them holds. *)
Definition trap_if (f : failure) : fl_cstat := match f with Always => STrap | When x => STrapIf x end.
Definition fails_always (fs : list failure) : bool := existsb (λ f, match f with Always => true | _ => false end) fs.

Section assignments.
  Context (variables constants : nat → option ty).

  Definition lower_store (p : place) (e : expr) : option (list fl_cstat) :=
    '(l, t) ← lower_place variables constants p; it ← stored_type t; x ← typed (lower variables constants e) t;
    Some (if decide (converted e = ERead p) then [] else [SAssign it l x]).

  (** [g] is what is left of its guard. *)
  Definition lower_assign (g : cguard) (p : place) (e : expr) : option (list fl_cstat) :=
    fs ← guard_fails variables constants g; s ← lower_store p e;
    Some (map trap_if fs ++ if fails_always fs then [] else s).

  (** In a procedure of which it is proved that it does not trap. *)
  Definition lower_trapless (g : cguard) (p : place) (e : expr) : option (list fl_cstat) :=
    s ← lower_store p e; Some (match g with GFalse => [SNever] | _ => s end).
End assignments.
