(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The directives that are understood: a closed list, for what is not on it may put bytes into the code, rename things
    or read other files without being seen (.include, .org, .reloc, .symver ...). What .macro,
    .if, .rept and .set make of the text is read in their place ({!Expansion}). *)

type kind =
  | Section of string * [ `Enter | `Push ]  (** what follows belongs to that section *)
  | Pop
  | Names  (** attributes of one symbol: .globl, .weak, .hidden, .type, .size ... *)
  | Align
  | Data  (** puts bytes into the present section *)
  | Common  (** memory of its own for a symbol *)
  | Landing  (** [endbr64], by name or as its four bytes: does nothing, and stays where it is *)
  | Idle  (** the bytes of a no-op *)
  | Constant  (** [.set NAME, NUMBER], where nothing else mentions the name: nothing comes of it *)
  | Unwinding  (** and what debuggers read; nothing that runs *)
  | Syntax

val kind : string * string -> kind
(** Of a directive that {!read} gave, or of {!landing}; anything else is [Data]. *)

val landing : string

val long_return : string
(** The first byte of [rep ret], before the return. *)

val is_long_return : string -> string -> bool
(** [.byte 0xf3,0xc3] *)

val read : place:Diagnostic.place -> string -> string -> (string * string) list
(** [read ~place name arguments]: the same directive, once for each symbol where an attribute names several.
    Raises {!Diagnostic.Error} for what is not understood. *)

val is_function : string -> bool
(** Of the arguments of a [.type]. *)

val map_names : (string -> string) -> string -> string
(** Arguments with other names for symbols. Strings and numbers stay. *)

val names : string -> string list
(** The symbols that arguments mention. *)

val fields_of : string -> string list list
(** What stands between the commas of arguments, as words, numbers and signs. *)

val number : string list -> int option
(** Such a field that is one number, as the assembler reads it: [020] is 16. *)

val addresses : is_label:(string -> bool) -> string list -> string list option
(** Of one such field: the labels whose address is in it, if each stands there as itself or in a distance between
    two; [None] if an address near a label, or computed from one, may be there. *)
