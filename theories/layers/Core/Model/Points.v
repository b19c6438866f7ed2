(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** * Points: where a suspended activation goes on.

    A *frame*, what survives a suspension, is a point and a store. In the
    source a point is the command in focus with its continuation. In the
    machine it is a label: a number, no code, no stack. The machine gets the
    continuation back by looking the label up in the text of the procedure. *)
From Fairlead.Base Require Import Prelude.
From Fairlead.Core.Model Require Import Cmd Semantics.

Inductive source_point {B T S C R : Type} :=
| SFresh (p : procedure)                   (* not started *)
| SAt (p : procedure) (c : cmd B T S C R) (k : kont B T S C R).
Arguments source_point : clear implicits.

Inductive machine_point :=
| MStart (p : procedure)
| MAt (p : procedure) (l : label).

Section points.
  Context {B T S C R : Type}.
  Local Notation cmd := (cmd B T S C R).
  Local Notation kont := (kont B T S C R).
  Local Notation source_point := (source_point B T S C R).

  Definition source_procedure (pt : source_point) : procedure :=
    match pt with SFresh p | SAt p _ _ => p end.

  (** The label a command is resumed at. Only suspensions and calls are ever
      saved; 0 stands for the rest. *)
  Definition label_of (c : cmd) : label :=
    match c with
    | Suspend l _ | Call l _ | Loop l _ | Label l _ => l
    | _ => 0
    end.

  Definition source_save {store} (p : procedure) (c : cmd) (k : kont) (s : store)
    : source_point * store := (SAt p c k, s).

  Definition source_load {store} (f : source_point * store) : option (entry B T S C R store) :=
    match f with
    | (SFresh p, s) => Some (Fresh p s)
    | (SAt p c k, s) => Some (At p c k s)
    end.

  Definition machine_save {store} (p : procedure) (c : cmd) (k : kont) (s : store)
    : machine_point * store := (MAt p (label_of c), s).

  Definition machine_load {store} (code : procedure → option cmd) (f : machine_point * store)
    : option (entry B T S C R store) :=
    match f with
    | (MStart p, s) => Some (Fresh p s)
    | (MAt p l, s) => '(c, k) ← code p ≫= λ body, find l body []; Some (At p c k s)
    end.
End points.
