(** Assembly files in GNU syntax, AT&T or Intel, as lists of statements. *)

(** Structured control flow, as comments that begin with [@] and stand on lines of their own; see docs/asm.md.
    Procedures are inlined while reading. *)
type mark =
  | If of Asm_model.cc
  | Else
  | Loop
  | While of Asm_model.cc
  | End
  | By of string list  (** in fast code: how it was made from the clean code *)

type kind =
  | Instr of Asm_model.instr
  | Jump of Asm_model.cc option * string
  | Call of string
  | Ret
  | Label of string
  | Directive of string * string  (** name with its dot, arguments *)
  | Mark of mark

type statement = { place : Diagnostic.place; kind : kind }
type t = statement list

val parse : regions:Regions.t -> names:Operand.names -> annotations:bool -> file:string -> string -> t
(** [parse ~regions ~names ~annotations ~file text]; annotations are obeyed or skipped. Raises {!Diagnostic.Error}. *)

val load : regions:Regions.t -> names:Operand.names -> annotations:bool -> string -> t
(** Reads a file and parses it. *)

val structured : t -> bool
(** It has marks other than {!By}. *)

val describe_mark : mark -> string
