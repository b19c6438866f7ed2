(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Programs as GNU assembler text. *)

type syntax = Att | Intel

val instruction : syntax -> Operand.names -> Asm_model.instr -> string
val text : syntax -> Operand.names -> Source.t -> string

val register : Operand.t -> string
(** Its name, without [%]; empty for what is no register. *)
