(** [fairlead asm cosim]: the extracted model against the processor, every opcode and
    operand form, from random and corner states: registers, upper halves, flags, memory, faults. *)

val run : states:int -> seed:int -> only:string option -> csv:string option -> int
(** [states] per form. Exit status. *)

val emit : seed:int -> string -> int
(** Writes the instructions that {!run} would execute to an assembly file. Exit status. *)
