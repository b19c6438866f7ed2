(** What expressions read and commands write, and whether two places overlap.
    Storage is identified by variable. *)

open Fairlead_lang_coq.Syntax
module Vars : Set.S with type elt = int

(** Variables that evaluating an expression reads. *)
val reads : expr -> Vars.t

val may_trap : expr -> bool

(** Variables a command may write, and whether it may suspend, or leave for somewhere else: then a trap before it is
    another than a trap after it. *)
type effects = { writes : Vars.t; suspends : bool }

(** [suspending]: whether the procedure with that number is a coroutine. *)
val effects : suspending:bool array -> Control.t -> effects

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
