(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Random expressions, as text. A number is the depth that is left; the environment says what is in scope. *)

open Model

(** A value of the type without reading variables. *)
val leaf : env -> ty -> string

(** A value of the type: pure, and of the kinds that may stand anywhere. *)
val expr : env -> int -> ty -> string

val start : env -> coro -> string

(** Put together on the spot; {!from_place}: read from a place of that type. *)
val built : env -> int -> ty -> string

val from_place : env -> int -> ty -> string

(** An integer of a width that is no literal, so that the front end does not compute it; if there is one. *)
val unknown : env -> int -> string option

val view : env -> int -> string

(** A boolean, with guarded operands in every shape. *)
val condition : env -> int -> string

(** An integer of a width. *)
val number : env -> int -> int -> string

(** {1 With effects} *)

(** A call, request or delegation of that type, if one can be made here. *)
val impure : env -> ty -> string option

val callable : env -> coro list
val arguments : env -> (bool * ty) list -> string list option
val function_call : env -> fn -> string option
val request : env -> effect -> string
val delegation : env -> coro -> string option

(** [as_width from w text]: a number converted. *)
val as_width : int -> int -> string -> string

(** The same environment, in which effects are allowed every other time. *)
val with_effects : env -> env

(** A value of the type, with effects now and then. *)
val value : env -> int -> ty -> string

(** A boolean, likewise. *)
val test : env -> int -> string

(** The same environment, but for that variable. *)
val without : string -> env -> env
