(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Object files, read through [objdump]: the analysis of what is linked rather than of what was written.

    Nothing need be trusted about the disassembly: what was read is printed as the model understands it, assembled
    again, and must give the same bytes and relocations. *)

val disassemble : string -> string
(** The [.text] of an object file, in the syntax of {!Source}. Raises {!Diagnostic.Error}: if the file is no x86-64 object, has code elsewhere
    too, or code outside of the model. *)

val load : regions:Regions.t -> names:Operand.names -> string -> Source.t
(** Places are in the text that {!disassemble} gives. Raises {!Diagnostic.Error}. *)

val elf : string -> Elf_trusted.t
(** The file's tables. Raises {!Diagnostic.Error}. *)
