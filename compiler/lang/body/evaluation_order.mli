(** Evaluation from left to right, when a later part does things: what an
    earlier part read is kept in temporaries if the later one may change it. *)

open Fairlead_lang_coq.Syntax

type operand = { arg : arg; ty : Types.t; loc : Loc.t }

(** Elaborates the operands in order, emitting what they emit. *)
val in_order : Context.t -> (unit -> operand) list -> arg list

(** For two values. *)
val both : Context.t -> (unit -> Coerce.value) -> (unit -> Coerce.value) -> Loc.t -> Coerce.value * Coerce.value

(** Makes the indices and keys in a place independent of variables that [when_]
    holds for. *)
val steady : Context.t -> Loc.t -> (int -> bool) -> place -> place

(** Reports two arguments that may share storage, at least one of them [inout]. *)
val check_disjoint : Context.t -> (arg * Loc.t) list -> unit

(** For arguments whose places depend on what the call itself changes. *)
val settle_arguments : Context.t -> (arg * Loc.t) list -> arg list

(** Keeps a value in a new temporary. *)
val keep : Context.t -> Loc.t -> Types.t -> expr -> expr
