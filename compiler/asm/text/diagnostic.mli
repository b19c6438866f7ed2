(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What the commands of [fairlead asm] say about a mistake: where, what, and what to do. *)

type place = { file : string; line : int; col : int; text : string }
(** [col] counts from 1; [text] is the whole source line. *)

type t = {
  place : place option;
  file : string option;  (** which file is to blame, if no place in one is known *)
  message : string;
  notes : (place option * string) list;
  help : string option;
}

exception Error of t
(** Raised inside the front end only; {!catch} turns it into a value. *)

val make : ?place:place -> ?file:string -> ?notes:(place option * string) list -> ?help:string -> string -> t

val fail :
  ?place:place -> ?file:string -> ?notes:(place option * string) list -> ?help:string ->
    ('a, unit, string, 'b) format4 -> 'a

(** Something that cannot be: a mistake of ours. *)
val defect : ?place:place -> ?file:string -> ('a, unit, string, 'b) format4 -> 'a

val catch : (unit -> 'a) -> ('a, t) result

(** What it says to do for the mistakes inside that do not say it themselves. *)
val advise : string -> (unit -> 'a) -> 'a

(** On standard error, as {!Fairlead_cli.Message} prints it. *)
val print : t -> unit

(** [Ok status] is the status; an error is printed, and its status is {!Fairlead_cli.Exit_status.diagnosed}. *)
val report : (int, t) result -> int

val describe : place -> string
(** [file:line]. *)
