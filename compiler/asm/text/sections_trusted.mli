(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Which section each statement is in. *)

type t

val check : Source.t -> t
(** Code is in one section and nothing else is in it: no data, no alignment filled with something other than `nop'; what
    jumps lead to is code of this file, or defined elsewhere; an address in the code that is in data is that of a label,
    or a distance between labels; what is said to be a function is not data. Raises {!Diagnostic.Error}. *)

val code_section : t -> string option
(** Where the code is, if there is any. *)

val is_code_label : t -> string -> bool

val homes : t -> (string * string) list
(** Symbols of data that the file defines, and the section each is in. *)

val weak : t -> string list
(** Symbols that are [.weak]: the linker may put them where another file says, or nowhere. *)

val is_section : t -> string -> bool
(** The name stands for the begin of a section. *)

val is_local : t -> string -> bool
(** No directive makes the name visible to other files. *)

val in_code : t -> bool list
(** For each statement: it stands in the code section, or changes to it. *)

val refuse_elsewhere : Source.t -> (string -> bool) -> unit
(** A label for which the function says yes stands in a section of code, but not in that which has the code.
    Raises {!Diagnostic.Error}. *)
