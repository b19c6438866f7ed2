(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What [flcc] says of itself. *)

(** A program, line by line. *)
val example : string list

val help : unit -> int

(** flcc's number, and what the C compiler behind it says of itself when it is given the same words. *)
val version : string -> string list -> int
