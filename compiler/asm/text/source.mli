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
  | Directive of string * string  (** name with its dot, arguments: as {!Directives_trusted.read} gives them *)
  | Mark of mark

type statement = { place : Diagnostic.place; kind : kind }
type t = statement list

type reading = {
  statements : t;
  expanded : (Diagnostic.place * string) list option;
      (** where there are procedures: the lines after inlining, without comments and marks; without, the text itself
         is what to assemble *)
  marked : bool;  (** there are marks other than {!By}: an assembler, which ignores marks, reads another program *)
}

val read : regions:Regions.t -> names:Operand.names -> annotations:bool -> file:string -> string -> reading
(** [read ~regions ~names ~annotations ~file text]; annotations are obeyed or skipped. Numeric labels ([1:], [1b],
   [1f]) get
    names of their own. That this is what the assembler reads is checked elsewhere: {!Reading_trusted}.
    Raises {!Diagnostic.Error}. *)

val parse : regions:Regions.t -> names:Operand.names -> annotations:bool -> file:string -> string -> t
(** The statements alone. *)

val events : t -> Functions.event list
(** For {!Functions.starts}. *)

val structured : t -> bool
(** It has marks other than {!By}. *)

val describe_mark : mark -> string

val fresh_prefix : string -> string -> string
(** [fresh_prefix wanted text] begins like [wanted] and does not occur in the text. *)

val symbol_operands : names:Operand.names -> t -> (Diagnostic.place * string) list
(** The symbols in operands of instructions. *)
