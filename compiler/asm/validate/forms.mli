(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Every opcode of the model in every kind of operands it takes, with random registers and constants. *)

type form = { name : string; make : Random.State.t -> Asm_model.instr }

val all : symbol:Bignum.t -> data:int -> form list
(** Memory operands are based on registers, indexed, absolute at [data], or on [symbol]. *)
