(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** [fairlead asm coq FILE.S]: the code as a Coq term of type [list flat], for theorems about it. *)

val instruction : Asm_model.instr -> string
(** A term of the model's type [instr], in any scope. *)

val run : regions:string option -> string -> int
(** Prints a file that defines [code : list flat], positions for labels, and the names of symbols and regions. Regions
    are declared in the file itself or, if it is the fast version of another, in that one. Exit status. *)
