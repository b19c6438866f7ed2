(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** How maps work: the C functions [NAME_find], [NAME_has], [NAME_slot] and [NAME_remove].

    Entries are dense: [count] keys and values in the order in which [for k in m] sees them, the
    same as the semantics'; removing one moves the last into its place. Maps with many entries
    have a hash index besides: open addressing, a cell holds a position plus one, 0 if it is
    empty, and there are always empty ones. *)

open Fairlead_lang_coq.Syntax

(** Whether a map has an index; then where its search begins depends on a key of the program's. *)
val any_hashed : C_types_trusted.t -> bool

(** The variable that holds the key, its definition, and the prototype of the function that sets it. *)
val key_name : C_types_trusted.t -> string

val key : C_types_trusted.t -> string * string
val set_key : C_types_trusted.t -> string

(** Names and texts; given a map as {!C_types_trusted.maps} has it. *)
val definitions : C_types_trusted.t -> string * int * width * ty -> (string * string) list
