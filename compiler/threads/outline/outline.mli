(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Functions with many suspending calls are printed as several functions of C: compilers take quadratic time for one
    into whose middle thousands of jumps lead. Statements that follow each other become a {!Ir.Part}; what has parts
    itself may be one. The check sees through them. *)

(** As many calls and parts as one function of C gets, where its statements allow it. *)
val most : int

(** With parts, if it has more calls than [most]. *)
val split : most:int -> Ir.func -> Ir.func

(** Of a function with parts: the variables that more than one of its functions of C names, which must be in its
    frame. *)
val shared : Ir.func -> Ir.var list

(** One function of C: a part, or (0) all that is in no part. *)
type t = {
  number : int;
  body : Ir.stmt list;
  parts : t list;
  named : Ir.var list;  (** here, not in its parts; in no order *)
  entries : (string * int) list;  (** labels in it, or in its parts, to which a goto from outside leads, and as what *)
  exits : (string * int) list;  (** labels elsewhere to which it, or its parts, go, and what it then returns *)
  breaks : bool;  (** a break in it is of a loop or a switch around it *)
  continues : bool;  (** the same of continue *)
  calls : Ir.call list;  (** that may suspend, in it and in its parts *)
  own : int;  (** ways into its middle: calls and parts *)
}

val functions : Ir.func -> t

(** What a part returns; less is the status of all of the function. Then gotos, each its own. *)

val fell_through : int
val broke : int
val continued : int
