(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Random statements, written to {!Model.out}. *)

(** [block indent env count]: about [count] statements, in a scope of their own. *)
val block : int -> Model.env -> int -> unit

(** A value of the type, with effects now and then. *)
val value : Model.env -> int -> Model.ty -> string

(** Children that stay suspended while others go on, each beside its last event. What is in scope after it. *)
val table : int -> Model.env -> Model.env

(** All that some of the variables hold, as one number: the variable that is first in scope after it. *)
val sum_up : int -> Model.env -> Model.env

(** A value made of a place's own parts, in other places. *)
val rebuilt : Model.place -> string option
