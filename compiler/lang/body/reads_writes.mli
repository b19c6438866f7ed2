(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What expressions read and commands write, and whether two places overlap.
    Storage is identified by variable. *)

open Fairlead_lang_coq.Syntax
module Vars : Set.S with type elt = int

(** Variables that evaluating an expression reads. *)
val reads : expr -> Vars.t

val may_trap : expr -> bool

(** Variables a command may write, and whether a trap before it is another than a trap after it: it may suspend, not
    end, trap in another statement, or leave for somewhere else. *)
type effects = { writes : Vars.t; observable : bool }

val effects : Control.t -> effects
val nothing : effects

(** One after the other. *)
val both : effects -> effects -> effects

(** The places that one command writes; none of commands made of others. *)
val written : Control.t -> place list

(** The variable a place is in; [None] for a constant. *)
val root : place -> int option

(** Only variables, fields and literal indices. *)
val is_static : place -> bool

(** A place, or the part of one between two offsets. *)
type region = { place : place; range : (expr * expr) option }

(** Whether they may have a byte in common. *)
val overlap : region -> region -> bool

(** The storage an argument refers to when it is not copied: a place, or a slice of one. *)
val region_of_expr : expr -> region option

val region_of_arg : arg -> region option
