(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Opcodes by name: from a mnemonic and its operands (destination first, as
    Intel orders them) to the model's instruction and back. *)

val to_instr :
  region:(Operand.address -> Bignum.t) -> string -> Operand.t list -> (Asm_model.instr, string) result
(** The error says what is wrong with the operands, or that there is no such opcode in the model. *)

val of_instr : Asm_model.instr -> string * Operand.t list
(** The mnemonic carries GNU's size suffix where operands do not settle the size. *)

val condition : string -> Asm_model.cc option
(** By suffix, synonyms included: ["e"], ["z"], ["nae"]. *)

val condition_name : Asm_model.cc -> string
