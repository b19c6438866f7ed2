(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** States that are followed through code until nothing new comes. *)

module Work : Set.S with type elt = int

val states :
  meet:('s -> 's -> 's) -> same:('s -> 's -> bool) -> after:('s -> Asm_model.instr -> 's) ->
  behind_call:(int -> Flat_code.callee -> 's -> 's option) -> entries:(int * 's) list -> Flat_code.line array ->
  (int, 's) Hashtbl.t
(** What is known in front of each line that is reached from these entries. [behind_call k]: of the call at [k], if it
    returns. *)
