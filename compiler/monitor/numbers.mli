(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Coq's binary numbers and lists of characters as OCaml integers and strings. *)

open Monitor_model

val n_of_int : int -> n
(** Negative numbers give 0. *)

val int_of_n : n -> int
(** Of numbers below 2^62; the model's are below 2^48. *)

val z_of_string : string -> z
(** The number whose big-endian bytes these are. *)

val chars : string -> char list
val string_of_chars : char list -> string

val key_of_bits : int -> int -> key
(** [key_of_bits depth i]: the [depth] low bits of [i], most significant first. *)

val key_of_string : string -> key
(** The bits of the bytes, most significant first. *)

val n_of_string_be : string -> n
(** Its bytes as a number, the most significant first. *)

val text_of_n : n -> string
(** In digits; of numbers below 2^64. *)
