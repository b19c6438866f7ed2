(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Literals: each function reads the one that begins at that offset, and returns its token and the offset after it. *)

val string : Source.t -> int -> Parser.token * int
val character : Source.t -> int -> Parser.token * int
val number : Source.t -> int -> Parser.token * int
