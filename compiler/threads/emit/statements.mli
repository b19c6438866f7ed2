(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The text of a function's statements, and of the calls of its parts ({!Outline}). *)

val statement : Context.t -> Ir.stmt -> unit

(** The number of the suspension at a call. *)
val suspension : Context.t -> Ir.call -> int

(** The first and the last of a part. *)
val numbers : Context.t -> Outline.t -> int * int
