(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What the assembler makes of [.macro], [.rept], [.irp], [.if] and [.set], before anything else is read: the system's
    assembler is asked for a listing. Nothing rests on it: what is read afterwards is assembled, and compared with what
    the assembler makes of the text as it was ({!Reading_trusted}). *)

val expand : file:string -> Lines.t list -> Lines.t list
(** The lines themselves where nothing is to be expanded. Else one line for each statement, with the number of the line
    that it comes from; what came from a repetition has the number of its end. A constant that [.set] defines is
    replaced by its value at that place, and stays as [.set NAME, NUMBER].
    Raises {!Diagnostic.Error}. *)
