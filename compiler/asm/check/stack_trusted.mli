(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The stack's discipline, of both files, by the proved checker (asm_stack_sound). *)

val check : clean:Flat_code.line array * int list -> fast:Flat_code.line array * int list -> string option
(** Each with the positions where it is entered. Why the theorem does not cover them, if it does not. Of accesses of
    which it only takes for granted that they are right, the clean code is taken to be right; the fast code has to make
    them where %rsp is as low, and not behind anything that raises it. *)
