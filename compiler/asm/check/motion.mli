(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Instructions that moved across the ends of conditionals: from before a conditional into both branches, from the starts of both to
    before it, from behind it to the ends of both, and back. Untrusted: a script of edits, checked with the rest. *)

open Asm_model

val step : (int * bool) list * int -> rule -> edit
(** At that path, so many elements into the sequence there. *)

val span : Structure.node list -> Program.placed list * Structure.node list
(** The instructions it begins with. *)

val instrs : Program.placed list -> instr list

val modifies_flag : cc -> Program.placed list -> Program.placed option
(** The first that changes a flag which the condition reads. *)

val undo :
  regions:Regions.t ->
  names:Operand.names ->
  Structure.node list ->
  Structure.node list ->
  edit list * Structure.node list * int
(** [undo clean fast]: the edits, the clean code after them, with its instructions on the side of the conditionals on which the fast
    code has them, and how many pairs changed places on the way. Raises {!Diagnostic.Error} if what would have to move must not. *)
