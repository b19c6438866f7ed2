(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Test Anything Protocol on standard output. *)

val check : string -> bool -> unit
val note : ('a, unit, string, unit) format4 -> 'a
val finish : unit -> 'a
