(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The constants that a program refers to as places, numbered. ['origin] is where one was declared. *)

open Fairlead_lang_coq.Syntax

type 'origin t

val create : unit -> 'origin t

(** A declared constant; gives its number. *)
val add : 'origin t -> 'origin -> Types.t -> const -> int

(** The number of a literal, the same for equal ones. *)
val literal : 'origin t -> Types.t -> const -> int

(** Of a number that was given out. *)
val type_of : 'origin t -> int -> Types.t

val value : 'origin t -> int -> const

(** In the order of their numbers; [None]: a literal. *)
val all : 'origin t -> ('origin option * Types.t * const) list
