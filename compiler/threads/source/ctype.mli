(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Types as clang writes them. *)

(** What stands for the mark [cps] in preprocessed text. *)
val mark : string

(** What clang is told that the mark means: a calling convention that is part of the type, so that pointers to
  functions with and without it do not
    mix. *)
val mark_for_clang : string

(** Functions whose names begin so are built into gcc, and clang does not know what they result in. *)
val unknown_builtin : string

(** gcc's, of which clang does not know the types. *)
val atomic_builtins : string list

(** Of a function, or of a pointer to one: whether it may suspend. The type is to be desugared. *)
val suspends : string -> bool

(** With the mark where the program had it: for clang, which does not read all that it writes. *)
val as_marked : string -> string

(** Without the mark: for the compiler that reads our text. *)
val plain : string -> string

(** Whether it says `typeof`. *)
val of_expression : string -> bool

(** {!plain}, of the desugared type where `typeof` would mean something else in another place. *)
val written : desugared:string -> string -> string

(** What is before and behind the first such word. *)
val split : string -> string -> (string * string) option

val contains : string -> string -> bool

(** With the mark as the user writes it: for messages. *)
val as_written : string -> string

(** Behind the parenthesis that closes the one there. *)
val closing : string -> int -> int

val starts_at : string -> int -> string -> bool

(** Where the parameters begin of the function that the type is, or points to. *)
val parameters : string -> int option

(** What a function of that type returns. *)
val result : string -> string

(** Whether an array in the type has a length that is no constant. *)
val variable_length : string -> bool

val is_array : string -> bool
val is_void : string -> bool
val is_va_list : string -> bool

val is_compound : string -> bool

(** Arithmetic or a pointer, for certain. *)
val is_scalar : string -> bool

(** Whether a qualifier says that it may not be written. *)
val constant : string -> bool

(** Whether it is a structure or the like that has no name, or has one in it. *)
val without_name : string -> bool
