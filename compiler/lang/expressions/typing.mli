(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What elaborating an expression rests on: its type inferred, or checked against the one expected. Expressions
    contain expressions of every kind, and each kind has a module, so what infers is set by {!Expression}. *)

open Fairlead_lang_coq.Syntax

(** A place, and whether it may be written; if not, why. *)
type placed = { place : place; ty : Types.t; read_only : string option }

type inference = Context.t -> ?want:Types.t -> Surface.expr -> Coerce.value

val inference : inference ref

(** [want]: the type literals should take; not checked. *)
val infer : inference

(** An element of a container being built: it has a type that can be stored. *)
val element : inference

(** Of any integer type, [want] if it is a literal. *)
val any_integer : Context.t -> want:Types.t -> Surface.expr -> Coerce.value

(** Of that type, or reported. *)
val check : Context.t -> Surface.expr -> Types.t -> expr

(** What a test is, if literals and constants decide it. *)
val decided : Context.t -> expr -> bool option

(** An index, offset or length. *)
val position : Context.t -> Surface.expr -> expr

(** Bytes as a view, and their type. *)
val bytes : Context.t -> Surface.expr -> Coerce.value

(** {1 Operands, for {!Evaluation_order}} *)

val value_operand : Context.t -> Surface.expr -> Types.t -> unit -> Evaluation_order.operand
val position_operand : Context.t -> Surface.expr -> unit -> Evaluation_order.operand
val bytes_operand : Context.t -> Surface.expr -> unit -> Evaluation_order.operand

(** As {!Evaluation_order} has them; the mistakes of all parts are reported. *)
val in_order : Context.t -> (unit -> Evaluation_order.operand) list -> arg list

val both : Context.t -> (unit -> Coerce.value) -> (unit -> Coerce.value) -> Loc.t -> Coerce.value * Coerce.value

(** A place whose indices are evaluated before the commands, which are emitted here. *)
val later_place : Context.t -> Loc.t -> place -> Control.t -> place

(** The same of a value of that type. *)
val later_value : Context.t -> Loc.t -> Types.t -> expr -> Control.t -> expr

(** {1 Short names} *)

val fail : help:string -> Loc.t -> ('a, unit, string, 'b) format4 -> 'a
val env : Context.t -> Env.t
val show : Context.t -> Types.t -> string
val coq : Context.t -> Types.t -> ty

(** {1 Advice} *)

val no_value : string
val not_bytes : string
