(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** C that generated files need some of: hints, trap hooks, copying, byte order, maps. *)

(** [needed ~types body] is the definitions that [body] mentions, directly or
    through others, in an order C accepts; and what undoes those that are macros. *)
val needed : types:C_types_trusted.t -> string -> string * string

(** Whether an identifier occurs in a text. *)
val mentions : string -> string -> bool
