(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What calls leave as it was, by the instructions that they lead to alone. *)

val by_calls : Flat_code.line array -> int -> Asm_model.reg list
(** Registers besides [%rsp] that nothing writes which the call at a position leads to; by other files, what is said. *)
