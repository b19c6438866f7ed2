(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The model's natural numbers, in unary. *)

val of_int : int -> Asm_model.nat
(** 0 for negative numbers. *)

val to_int : Asm_model.nat -> int
