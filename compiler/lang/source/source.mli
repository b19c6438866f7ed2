(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Source texts and the lines in them. *)

type t

val create : name:string -> string -> t
val name : t -> string
val text : t -> string

(** Line and column, from 1; the column counts characters, not bytes. *)
val position : t -> int -> int * int

(** The way back. *)
val offset : t -> line:int -> column:int -> int option

(** [excerpt t start stop]: the part of the line around [start] that fits on a screen; where in it [start] is, and how
    much of it is before [stop], in columns of a terminal. Tabs become blanks; control characters and malformed UTF-8
    become [?]. *)
val excerpt : t -> int -> int -> string * int * int
