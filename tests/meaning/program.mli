(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The files of a program, as the parser reads them, and what names in them stand for. *)

open Fairlead_lang.Surface
open Value

type t

(** Raises {!Value.Lost} for what is not a program. *)
val read : (string -> string) -> string -> t

val main : t -> string

(** Line and column, from 1. *)
val position : t -> Fairlead_lang.Loc.t -> int * int

(** The last coroutine of the main file. *)
val last_coroutine : t -> home option

(** What a name means in that file. *)
val find : t -> string -> path -> home

(** The same for a name alone, or one that a module qualifies; if there is such a declaration. *)
val declared : t -> string -> name option -> string -> home option

val declaration : t -> home -> decl
val procedure : t -> home -> procedure
val signature : t -> home -> signature

(** {1 Types}

    Sizes are constant expressions: [size] says what one is, in that file. *)

val on_sizes : t -> (string -> expr -> Z.t) -> unit
val ty : t -> string -> Fairlead_lang.Surface.ty -> ty

val result : t -> home -> ty
val parameters : t -> home -> (param * ty) list

(** Of records, and of the arguments of an effect. *)
val fields : t -> ty -> (string * ty) list

(** Of unions, options and events; {!Value.Unit} where there is no payload. *)
val cases : t -> ty -> (string * ty) list

(** Those of a coroutine's [asks]. *)
val asked : t -> home -> home list

(** Which of them a name means in that file; a name alone may be enough. *)
val asked_as : t -> string -> home -> path -> home option

(** What the requests of a coroutine for that effect are called. *)
val request : t -> home -> home -> string

(** The case of that type that a name means in that file. *)
val case : t -> string -> ty -> path -> string

(** All zero, empty, none; finished. *)
val default : t -> ty -> value
