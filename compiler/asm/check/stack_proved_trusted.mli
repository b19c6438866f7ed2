(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What is claimed of the stack in front of each instruction, if the proved checker accepts it (asm_stack_sound). *)

type claim = int * Asm_model.activation * Asm_model.stack_state
(** A position, in which chain of calls, and what is known there. *)

val code_of : Flat_code.line array -> (Asm_model.flat * Asm_model.callee option) list
val reason : Flat_code.line -> string -> string option

val proved_if : ?own:bool -> spread:bool -> Flat_code.line array -> int list -> (claim list, string) result
(** With the positions where others enter; [own] and [spread] are {!Stack_claims.propose}'s. *)

val top : Asm_model.stack_state -> Asm_model.spot
(** Where %rsp is. *)

val access :
  Flat_code.line array -> claim ->
  (Asm_model.instr * Asm_model.use * [ `At of Asm_model.stack_value | `Unwritten ]) option
(** How a load or store accesses what; [`Unwritten]: at a known place, what is not known to be written. *)

val passes_low : exact:bool -> Flat_code.line array -> claim list -> string option
(** Why what is called elsewhere may be given an address below %rsp. *)
