(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What the user is told about a mistake: where, what, and what to do. *)

type t = { loc : Loc.t; message : string; also : (Loc.t * string) option  (** another place, and what is there *); help : string }

val make : ?also:Loc.t * string -> help:string -> Loc.t -> ('a, unit, string, t) format4 -> 'a

(** Stops what is being done; [Error] never leaves the front end's entry points. *)
exception Error of t

val fail : help:string -> Loc.t -> ('a, unit, string, 'b) format4 -> 'a

(** As it is printed. The function finds a file's text. *)
val message : (string -> Source.t option) -> t -> Fairlead_cli.Message.t

(** [did_you_mean name candidates]: a help text that proposes the candidate of which [name] is a likely misspelling, or
    says something else. *)
val did_you_mean : string -> string list -> otherwise:string -> string
