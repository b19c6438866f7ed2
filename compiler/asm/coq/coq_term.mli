(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** [fairlead asm coq FILE.S]: the code as a Coq term of type [list flat], for theorems about it. *)

val instruction : Asm_model.instr -> string
(** A term of the model's type [instr], in any scope. *)

val reg : Asm_model.reg -> string
val vreg : Asm_model.vreg -> string
val cc : Asm_model.cc -> string

val definition : string -> Asm_model.flat list -> string
(** Of that name. *)

val in_comment : string -> string
(** What might end a comment of Coq, or a string in one, becomes a question mark. *)

val numbers : regions:Regions.t -> names:Operand.names -> Asm_model.flat list -> string
(** What the numbers of regions and symbols stand for: two lines of a comment. *)

val regions_in : Asm_model.flat list -> Bignum.t list
(** The numbers of those that operands name. *)

val of_file : regions:string option -> string -> string
(** A file that defines [code : list flat], positions for labels, and the names of symbols and regions. Regions
    are declared in the file itself or, if it is the fast version of another, in that one. Raises
    {!Diagnostic.Error}. *)
