(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Object files, read through [objdump]: the analysis of what is linked rather than of what was written.

    Nothing need be trusted about it: what comes of it is read as any source, and must assemble to the object again
    ({!Reading_trusted.load}). *)

val disassemble : string -> string
(** The [.text] of an object file, in the syntax of {!Source}. Raises {!Diagnostic.Error}: if the file is no x86-64 object, has code elsewhere
    too, or code outside of the model. *)

val source : string -> string
(** The same with its data and symbols, as {!Reading_trusted} reads it: assembled it should be the object again. *)
