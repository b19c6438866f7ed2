(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Computations that may suspend: what a procedure's variables hold is passed along, so that what goes on later goes on
    from what was there then. *)

open Value

type state

val empty : state
val get : state -> int -> value
val set : state -> int -> value -> state

(** Given what to do with the outcome. *)
type 'a m = state -> ('a -> state -> answer) -> answer

val return : 'a -> 'a m
val ( let* ) : 'a m -> ('a -> 'b m) -> 'b m

(** One after the other. *)
val each : ('a -> 'b m) -> 'a list -> 'b list m

val trap : Fairlead_lang.Loc.t -> 'a m
