(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Calls that may suspend: of primitives, by name, through pointers, and in the place of the caller. *)

(** What stands where the thread goes on after that suspension. *)
val resumes : Context.t -> int -> string

val call : Context.t -> Ir.call -> unit

(** Whether it is by {!Shared.functions}. *)
val is_compact : Context.t -> Ir.call -> bool
