(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Clauses of a function's contract, which are annotations:

    {v
    # fairlead: requires TEXT     of the state in which it is called
    # fairlead: ensures TEXT      of that and of the one in which it returns
    # fairlead: modifies WHAT...  registers and regions that it may write
    # fairlead: uses LIBRARY      that Coq needs for the text
    v} *)

type t = { place : Diagnostic.place; word : string; text : string }

val words : string list
(** What such a clause may begin with. *)

val is_one : string -> bool
(** The text of the annotation begins with one of these words. *)

val read : place:Diagnostic.place -> string -> t
(** Of such a text. Raises {!Diagnostic.Error}. *)
