(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Evaluation from left to right, when a later part does things: what an
    earlier part read is kept in temporaries if the later one may change it. *)

open Fairlead_lang_coq.Syntax

type operand = { arg : arg; ty : Types.t; loc : Loc.t }

(** Elaborates the operands in order, emitting what they emit. *)
val in_order : Context.t -> (unit -> operand) list -> arg list

(** For two values. *)
val both : Context.t -> (unit -> Coerce.value) -> (unit -> Coerce.value) -> Loc.t -> Coerce.value * Coerce.value

(** An operand whose turn was before the commands, which are emitted here. *)
val before : Context.t -> operand -> Control.t -> arg

(** Evaluates those indices and keys in a place now for which [unsettled] holds. *)
val steady : Context.t -> Loc.t -> (expr -> bool) -> place -> place

(** Reports two arguments that may share storage, at least one of them [inout]. *)
val check_disjoint : Context.t -> (arg * Loc.t) list -> unit

(** For arguments whose places depend on what the call itself changes. *)
val settle_arguments : Context.t -> (arg * Loc.t) list -> arg list

(** Traps here if the expression of that type does, and copies little for it. *)
val must_hold : Context.t -> Loc.t -> Types.t -> expr -> unit

(** Keeps a value in a new temporary. *)
val keep : Context.t -> Loc.t -> Types.t -> expr -> expr

(** An argument that is a slice of bytes of the parameter's own type is a value made for the call. *)
val cut_out : Context.t -> operand -> operand
