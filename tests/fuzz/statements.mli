(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Random statements, written to {!Model.out}. *)

(** [block indent env count]: about [count] statements, in a scope of their own. *)
val block : int -> Model.env -> int -> unit

(** A value made of a place's own parts, in other places. *)
val rebuilt : Model.place -> string option
