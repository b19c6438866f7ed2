(** Files as the other commands get them: read by us, printed again, both assembled, and the two objects compared in
   everything
    that {!Elf_trusted} sees. So the reader ({!Lines}, {!Source}, {!Mnemonic} ...) is not trusted; what is: the printing
    of a statement (which cosimulation tests against the processor), this comparison, and the assembler.

    In what is printed again, jumps lead to labels of our own, placed where we took their targets to be. *)

type t = {
  source : Source.t;
  sections : Sections_trusted.t;
  marked : bool;  (** it has marks, which an assembler does not see: the comparison was of the code without them *)
  object_ : Elf_trusted.t;  (** what the assembler makes of the file *)
}

val load : regions:Regions.t -> names:Operand.names -> annotations:bool -> string -> t
(** Raises {!Diagnostic.Error}, with the place where the two objects begin to differ. If the name of the file ends in
   [.S] what
    the C preprocessor makes of it must be the same, too. *)

val of_text : regions:Regions.t -> names:Operand.names -> annotations:bool -> file:string -> string -> t
(** The same of a text, as if it were in that file. *)

val confirm : regions:Regions.t -> names:Operand.names -> file:string -> string -> t
(** The same of a text that is about to be written. *)

val exported : Source.t -> string list
(** Names that other files see. *)
