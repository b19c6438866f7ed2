(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Everything in two files but the instructions that the checkers compare: sections and their bytes, relocations,
    symbols and their attributes, what labels, jumps and operands' symbols refer to.

    A file's frame is the file with its compared code left out: what remains of the code is labels and what stands
    between the compared pieces (jumps, calls, returns), and labels that no other file sees are named for their place.
    Two files are alike if the assembler makes the same of both frames, in which also stands where each symbol of an
    operand lies; and if what it makes of the files themselves has the same data. So the premise of [asm_file_sound]
    that both run in one environment [g], which says where symbols are, is one about the linker only. *)

type side = {
  reading : Reading_trusted.t;
  source : Source.t;  (** what was compared: the reading, lowered or not *)
  between : Source.statement list;
      (** labels, jumps, calls and returns that no compared piece contains, in their order *)
}

val check : names:Operand.names -> side -> side -> string
(** Clean and fast; what was compared, in words. Raises {!Diagnostic.Error} at a difference. *)
