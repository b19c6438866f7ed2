(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What an instruction may read or write besides memory. *)

val flags : Asm_model.flag list
val all : Asm_model.loc list

val parse : string -> Asm_model.loc list option
(** [%rax], [%xmm3] (with its upper half), [flags]. *)
