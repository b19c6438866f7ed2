(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Calls of functions and coroutines, requests, and their arguments. *)

open Fairlead_lang_coq.Syntax

type parameter = mode * string * Types.t

(** One argument as the parameter wants it. *)
val argument : Context.t -> parameter -> Surface.arg -> unit -> Evaluation_order.operand

(** All of them, for that name: evaluated in order, what is changed disjoint from the rest, and with their places. *)
val arguments : Context.t -> Loc.t -> string -> parameter list -> Surface.arg list -> (arg * Loc.t) list

(** Numbers of the lent parameters, their names and types. *)
val lent_parameters : Env.proc -> (int * string * Types.t) list

(** [f(...)]: a function, [len], [count], or a case with its payload. *)
val apply : Context.t -> Loc.t -> Surface.expr -> Surface.arg list -> Coerce.value

val ask : Context.t -> Loc.t -> Surface.path -> Surface.arg list -> Coerce.value
val call_coroutine : Context.t -> Loc.t -> Surface.path -> Surface.arg list -> Coerce.value
