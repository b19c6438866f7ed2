(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** [fairlead asm cosim]: the extracted model against a processor, every opcode and
    operand form, from random and corner states: registers, upper halves, flags, memory, faults. *)

type processor = This_one | Bochs  (** Bochs is an emulator, for instructions that this processor lacks. *)

val run : processor:processor -> states:int -> seed:int -> only:string list -> csv:string option -> int
(** [states] per form. [only] are mnemonics or names of forms, all if empty. Forms that the processor lacks are named and not counted. Exit status. *)

val emit : seed:int -> string -> int
(** Writes the instructions that {!run} would execute to an assembly file. Exit status. *)
