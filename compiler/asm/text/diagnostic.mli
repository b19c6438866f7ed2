(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Errors and notes with a place in a file, printed with the line and a caret. *)

type place = { file : string; line : int; col : int; text : string }
(** [col] counts from 1; [text] is the whole source line. *)

type t = { place : place option; message : string; notes : (place option * string) list }

exception Error of t
(** Raised inside the front end only; {!catch} turns it into a value. *)

val fail : ?place:place -> ?notes:(place option * string) list -> ('a, unit, string, 'b) format4 -> 'a
val catch : (unit -> 'a) -> ('a, t) result
val print : out_channel -> t -> unit
val describe : place -> string
(** [file:line]. *)
