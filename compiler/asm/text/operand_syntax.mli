(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Operands as text, AT&T or Intel. *)

type cursor = { text : string; mutable pos : int; limit : int; at : int -> Diagnostic.place }
(** A statement's text, and how far it is read. *)

val fail : ?help:string -> cursor -> ('a, unit, string, 'b) format4 -> 'a
(** An error at the cursor. *)

val peek : cursor -> char
(** The next character, NUL at the end. *)

val skip : cursor -> unit
(** Over blanks. *)

val finished : cursor -> bool
val is_digit : char -> bool
val word : cursor -> string
(** Perhaps empty. *)

val operands : cursor -> Operand.names -> bool -> Operand.t list
(** [operands c names intel]: all up to the end, the destination first. *)
