(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Integers: [bits] says of which type. [None] is a trap. *)

open Fairlead_lang_coq.Syntax

val bits : width -> int
val fits : int -> Z.t -> bool

(** The lowest bits. *)
val wrap : int -> Z.t -> Z.t

val arithmetic : arith -> int -> Z.t -> Z.t -> Z.t option

(** Whether the right operand is an amount, of any integer type. *)
val shifts : arith -> bool

(** By what {!compare} gives. *)
val holds : comparison -> int -> bool

(** The bytes of a number, and back. *)
val to_bytes : endian -> int -> Z.t -> string

val of_bytes : endian -> string -> Z.t
