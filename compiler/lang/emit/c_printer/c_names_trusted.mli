(** What everything is called in C.

    A program's names may be keywords, macros or other definitions in C, and names of
    different scopes meet in one there. Each name that this module gives is an identifier
    that means nothing else where it is used, and distinct things get distinct names.
    Tested by tests/emit/names.t, together.t and cplusplus.t. *)

open Fairlead_lang_coq.Syntax

type t

(** [prefix] starts every external name ("fl_"). *)
val create : Program_info.t -> prefix:string -> t

val info : t -> Program_info.t
val procedure : t -> int -> proc
val prefix : t -> string

(** Upper case of the prefix, for macros and enumerators. *)
val macro_prefix : t -> string

(** With anything that no identifier holds replaced by underscores. *)
val identifier : string -> string

(** Without the prefix. *)
val unprefixed : t -> string -> string

(** {2 Names at the top level} *)

val procedure_name : t -> int -> string
val constant_name : t -> int -> string
val extern_type_name : t -> int -> string

(** The structure for a type; for one without a name of its own a new name each time, so ask once. *)
val structure_name : t -> ty -> string

(** {2 Names within something} *)

(** Of a field of a record, a case of a union. *)
val member : t -> ty -> int -> string

val effect_name : t -> int -> string
val effect_arg : t -> int -> int -> string

(** The enumerator that a step returns when it asks with this effect. *)
val asks : t -> int -> string

(** The member of a request that holds the result of a coroutine. *)
val done_member : t -> int -> string

(** Names of a procedure's variables, distinct within it. *)
val variables : t -> int -> string array

(** Of the parameters of an external function. *)
val extern_args : t -> int -> string array
