(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Operators on operands already elaborated: which there are for which types. *)

open Fairlead_lang_coq.Syntax

(** Integer type named where a width is needed. *)
val width : Surface.name -> width

(** Whether the type of a literal depends on its context. *)
val untyped : Surface.expr -> bool

(** Reports an operation on literals that traps whenever it is reached. *)
val always_traps : Context.t -> Loc.t -> string -> help:string -> unit

(** Folded if the operands are literals. *)
val arith : Context.t -> Loc.t -> arith -> width -> expr -> expr -> expr

(** As it is written. *)
val symbol : Surface.binary -> string

val is_shift : arith -> bool
val same_width : Context.t -> Loc.t -> string -> Types.t -> Types.t -> width
val comparison : Context.t -> Loc.t -> comparison -> Coerce.value -> Coerce.value -> expr

(** [as], or [as%] with [wrap]. *)
val convert : Context.t -> Loc.t -> Coerce.value -> width -> wrap:bool -> expr
