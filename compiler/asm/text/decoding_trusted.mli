(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What stands in an object file, decoded by the function of theories/layers/Asm/Bytes, is what was read of the
    text: each instruction as a term, its operands in memory by where they are, jumps and calls by where they lead.
    So neither mnemonics nor printing need be right. *)

val compare :
  names:Operand.names ->
  code:string ->
  with_labels:Elf_trusted.t Lazy.t ->
  Elf_trusted.t ->
  (Source.statement * bool) list ->
  unit
(** [compare ~names ~code ~with_labels object statements]: of the section [code], and the statements with whether they
    are in it. [with_labels] is the same file with its local labels. Raises {!Diagnostic.Error}. *)
