(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Object files (ELF, 64 bits, little endian), as far as two of them can differ in meaning; and the first difference.
   *)

type relocation = { offset : int64; kind : int; addend : int64; against : string  (** the symbol, described as in a
    difference *) }

type section = {
  name : string;
  kind : int;
  flags : int64;
  align : int64;
  entry_size : int64;
  size : int64;
  bytes : string;  (** empty if it has none in the file *)
  relocations : relocation list;
}

type symbol = {
  symbol : string;
  binding : int;
  type_ : int;
  visibility : int;
  home : string;
  value : int64;
  extent : int64;
}

type t = {
  machine : int * int64;
  sections : section list;  (** in their order, but symbol tables, string tables and relocations *)
  symbols : symbol list;  (** sorted *)
}

val read : string -> (t, string) result
(** Of the bytes of a file. *)

val is_home : section -> string -> bool
(** A symbol's [home] is a section of that name. *)

type target = Named of string | Section of section | Elsewhere  (** not in this file, or of no symbol *)

val target : t -> relocation -> target
val symbol_named : t -> string -> symbol option
(** For many questions about one file, apply both to the file once. *)

val is_function : symbol -> bool
(** By its type, which may be that of a function which chooses another (IFUNC). *)

val absolute_64 : int
(** The kind of a relocation that is the address itself. *)

val is_plain : section -> bool
(** It has no flags but those for writing, memory, execution, merging and strings: it is not thread-local, for
   instance. *)

val executable : section -> bool
(** It has the flag of what may be run. *)

val is_code : t -> section -> bool
(** It may be run when it is linked: by its flag, by its name ({!Linker_trusted}), or because a section of the same name
    may be, with which linkers join it. *)

val is_loaded : section -> bool
(** It may be in memory when the program runs. *)

val data : t -> t
(** Only data, what the linker will put into them left out, and their symbols. Where the assembler computes it from the
    length of the code, it differs where the code does. *)

val linked : t -> t
(** Without unwinding, what debuggers and people read, sections such as .data without bytes, and names of source files
    and of
    numbers that no other file sees; sections by their names. *)

val lists : t -> bool
(** Several of its sections are lists of what is run before or behind the rest; their order counts. *)

val only_unwinds : t -> bool
(** What is there for unwinding leads to nothing that is run then. *)

type difference = { what : string; at : (string * int) option  (** section, offset *) }

val difference : t -> t -> difference option
(** Everything above counts. [None]: the same. *)
