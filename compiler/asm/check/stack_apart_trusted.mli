(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What functions of the file do to each other's stack, by the proved checker (asm_stack_sound), for [taint]: there
    {!Frames} follows each of them by itself. *)

val unfollowed : Flat_code.line array -> entered:int list -> roots:int list -> string option
(** Of code that calls, with all positions where it is entered, and those where others enter: why a function may not
    come back, or may read what another left below its frame, or get an address there. *)
