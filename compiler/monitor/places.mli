(* SPDX-License-Identifier: Apache-2.0 OR MIT *)

(** Options that [serve], [import] and [export] have in common: where store, key and anchor are. Each is a term of words
    for the program, which looks at what they say: one place for limits. *)

open Cmdliner

val store : string -> string list Term.t
(** With this documentation. *)

val key : string -> string list Term.t
val others : string list Term.t

val optional : ?short:string list -> string -> string -> string -> string list Term.t
(** [optional option docv doc]; [short] are other names for it, such as ["o"]. *)

val flag : ?short:string list -> string -> string -> string list Term.t
val all : string list Term.t list -> string list Term.t
