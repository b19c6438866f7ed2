(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** C that generated files need some of: hints, trap hooks, copying, byte order, maps. *)

(** Numbers out of bytes, and into them: names and definitions. *)
val byte_order : (string * string) list

(** The identifiers of a text of C. Our helpers' names are nobody else's, so a helper is used if its name is one of
    them. *)
val words : string -> (string, unit) Hashtbl.t

(** [needed ~types used] is the definitions of what is used, directly or
    through others, in an order C accepts; and what undoes those that are macros. *)
val needed : types:C_types_trusted.t -> (string, unit) Hashtbl.t -> string * string
