(** Assembly files in GNU syntax, AT&T or Intel, as lists of statements. *)

type kind =
  | Instr of Asm_model.instr
  | Jump of Asm_model.cc option * string
  | Call of string
  | Ret
  | Label of string
  | Directive of string * string  (** name with its dot, arguments *)

type statement = { place : Diagnostic.place; kind : kind }
type t = statement list

val parse : regions:Regions.t -> names:Operand.names -> annotations:bool -> file:string -> string -> t
(** [parse ~regions ~names ~annotations ~file text]; annotations are obeyed or skipped. Raises {!Diagnostic.Error}. *)

val load : regions:Regions.t -> names:Operand.names -> annotations:bool -> string -> t
(** Reads a file and parses it. *)
