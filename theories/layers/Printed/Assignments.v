(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Assignments, and other statements that stand for themselves, as C statements.

    The guard's conditions first, each of which traps where it holds, then what is done. What is
    assigned to itself is not stored: compilers take that for a mistake. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Lang.Typing Require Import Checker.
From Fairlead.Printed Require Export Conditions Values Changes.
From Fairlead.Printed.Control Require Import Equality.

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
  Context (variables constants : nat → option ty) (apart : variable → variable → bool) (in_line : ty → bool).

  (** The variables of which nothing changes while [x] is written. *)
  Definition while_writing (x : variable) (y : nat) : option ty :=
    if negb (bool_decide (NVariable y = x)) && apart x (NVariable y) then variables y else None.

  (** With the temporaries up to [k] taken; and those that are then. *)
  Definition lower_store (k : nat) (p : place) (e : expr) : option (list fl_cstat * nat) :=
    '(l, t) ← lower_place variables constants p;
    match stored_type t with
    | Some it =>
        x ← typed (lower variables constants e) t;
        Some (if decide (converted e = ERead p) then [] else [SAssign it l x], k)
    | None =>
        if decide (e = ERead p) then Some ([], k)
        else x ← owner l; lower_into (while_writing x) constants in_line k l t e
    end.

  (** [move]: as [lower_append] has it. *)
  Definition lower_effect (move : bool) (k : nat) (b : basic) : option (list fl_cstat * nat) :=
    match b with
    | BAssign p e => lower_store k p e
    | BPush p cap e => s ← lower_push variables constants p cap e; Some (s, k)
    | BAppend p cap e => s ← lower_append variables constants apart move k p cap e; Some (s, S k)
    | BResize p cap e => lower_resize variables constants k p cap e
    | BBlit p off e => s ← lower_blit variables constants apart move p off e; Some (s, k)
    | BStore _ W8 p off e => _ ← lower_over variables constants p off; lower_store k (PIndex p off) e
    | BStore o w p off e => s ← lower_number variables constants o w p off e; Some (s, k)
    | BTrap => Some ([], k)
    | _ => None
    end.

  (** [g] is what is left of its guard. *)
  Definition lower_basic (g : cguard) (move : bool) (k : nat) (b : basic) : option (list fl_cstat * nat) :=
    '(s, k) ← lower_effect move k b; fs ← guard_fails variables constants g;
    Some (map trap_if fs ++ if fails_always fs then [] else s, k).

  (** In a procedure of which it is proved that it does not trap. *)
  Definition lower_trapless (g : cguard) (move : bool) (k : nat) (b : basic) : option (list fl_cstat * nat) :=
    '(s, k) ← lower_effect move k b; Some (match g with GFalse => [SNever] | _ => s end, k).
End assignments.
