(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Constants that pointers are moved by. *)

val small : Bignum.t -> int option
(** A constant of 64 bits, which may be written without its sign. *)

val alignment : Bignum.t -> int option
(** To what an [and] with this constant aligns. *)
