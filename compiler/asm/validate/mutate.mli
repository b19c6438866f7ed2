(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Mutation testing of the checkers: random changes to a kernel; what a checker accepts is run on
    this processor against the original. *)

val run : mutations:int -> inputs:int -> seed:int -> string -> int
(** The file holds one block up to a [ret]. Exit status: 1 if something accepted behaves differently. *)
