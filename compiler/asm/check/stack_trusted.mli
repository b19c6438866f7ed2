(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The stack's discipline, of both files, by the proved checker (asm_stack_sound). *)

(** Which accesses of the clean code one of the fast code may be: those by the same instruction, where instructions
    only change places; those in the same block, where positions have a block each; or any. *)
type matching = By_instruction | By_block of { clean : int array; fast : int array } | By_nothing

val check :
  exact:bool -> matching:matching -> clean:Flat_code.line array * int list -> fast:Flat_code.line array * int list ->
  string option
(** Each with the positions where it is entered. [exact]: the files are the same in all that gives code its place, too,
    so that calls leave the same addresses to return to. Why the theorem does not cover them, if it does not. Of
    accesses of which it only takes for granted that they are right, the clean code is taken to be right; the fast code
    has to make them where %rsp is as low, and not behind anything that raises it. *)
