(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Builds with FL_CHECK look at what is handed in: that it is a value of its type (docs/c-api.md). In other builds what
    is printed here is nothing. *)

open Fairlead_lang_coq.Syntax

(** A statement for a value of a type in a place, which [what] describes; [pointer]: the place holds a pointer to it.
    Nothing where every content is a value. *)
val value : C_types_trusted.t -> what:string -> pointer:bool -> string -> ty -> string list

(** Those of a procedure's parameters that [which] chooses, by their modes. *)
val parameters : C_types_trusted.t -> int -> which:(mode -> bool) -> string list

(** The macro that these statements are made of: its name, and its definition. *)
val macro : C_types_trusted.t -> string * string

(** The functions that it needs, each with its name, after those that it calls. *)
val functions : C_types_trusted.t -> (string * string) list
