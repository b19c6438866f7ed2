(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What a command says when it cannot do its work and no place in a file is to
    blame: on standard error, in the form of every diagnostic. *)

(** [diagnosed ~help where format ...] prints ["where: error: ..."] and what to do. The result is
    {!Exit_status.diagnosed}. *)
val diagnosed : help:string -> string -> ('a, unit, string, int) format4 -> 'a

(** The same about an option or argument on the command line; the result is {!Exit_status.usage}. *)
val usage : help:string -> string -> ('a, unit, string, int) format4 -> 'a

(** What is done with the input of that name; that it is too much for us is said of it. The parsers have limits of their own: this is
    for whatever they let through. *)
val within : string -> (unit -> int) -> int
