(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What everything is called in C.

    A program's names may be keywords, macros or other definitions in C, and names of
    different scopes meet in one there. Each name that this module gives is an identifier
    that means nothing else where it is used, and distinct things get distinct names.
    Tested by tests/emit/names.t, together.t and cplusplus.t. *)

open Fairlead_lang_coq.Syntax

type t

(** [prefix] starts every external name ("fl_"); [file] is the name of the files. *)
val create : Program_info.t -> prefix:string -> file:string -> t

val info : t -> Program_info.t
val procedure : t -> int -> proc
val prefix : t -> string

(** Upper case of the prefix, for macros and enumerators. *)
val macro_prefix : t -> string

(** With anything that no identifier holds replaced by underscores. *)
val identifier : string -> string

(** Whether an external function may have this name, which is not ours to change: it means nothing else in what we
    print, nor, if we declare it ([declared]), in C. *)
val extern_is_free : prefix:string -> declared:bool -> string -> bool

(** Without the prefix. *)
val unprefixed : t -> string -> string

(** {2 Names at the top level} *)

val procedure_name : t -> int -> string
val constant_name : t -> int -> string
val extern_type_name : t -> int -> string

(** The structure for a type; for one without a name of its own a new name each time, so ask once. *)
val structure_name : t -> ty -> string

(** Of a record or a union, as numbered in {!Program_info.t}. *)
val type_name : t -> int -> string

(** The enumeration of a union's cases: a new name each time, so ask once. *)
val case_type : t -> int -> string

(** A macro or enumerator for a number, with the upper-case prefix: a new name each time. *)
val number : t -> string -> string

(** Of the union in the C file that holds the results of coroutines that are not exported. *)
val results : t -> string

(** The function that gives the maps of a program their key. *)
val key_maps : t -> string

(** The macro that says that a structure is defined which several headers may define. *)
val shape_guard : string -> string

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
