(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** A source as straight-line blocks between labels and jumps. *)

type placed = { place : Diagnostic.place; instr : Asm_model.instr }

type edge =
  | At of Source.statement  (** a label, jump, call, return or a directive *)
  | Block of placed array

val blocks : Source.t -> edge list
(** Silent directives are dropped, and do not cut blocks. *)

val is_silent : string -> bool
(** A directive that {!blocks} drops. *)

val place_of : edge -> Diagnostic.place option
val describe : edge -> string
