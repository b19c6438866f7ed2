(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Which views show bytes that have changed since [let] made them: followed along control while commands are made, so
    that a use of one is known to be too late. Structured control only: branches that meet again, loops, and exits
    from blocks. Where control does not come nothing has changed. *)

open Fairlead_lang_coq.Syntax

type t

(** A command that changed the bytes, or a suspension after which what is lent may be something else. *)
type change = { at : Loc.t; suspended : bool }

val create : unit -> t

(** A view of bytes in that place; the result identifies it. *)
val add : t -> shows:place -> lent:bool -> int

(** Control passes a command that stands at that place in the source. *)
val step : t -> Loc.t -> Control.t -> unit

(** The view is looked at, under that name; what has changed its bytes, if anything has. *)
val use : t -> int -> string -> Loc.t -> change option

(** {1 Branches} *)

type fork

val fork : t -> fork

(** One branch, which begins where control is now. *)
val branch : fork -> (unit -> 'a) -> 'a

(** Control goes on where the branches meet. *)
val rejoin : fork -> unit

(** The end of a block: those who left it come here too. *)
val land_at : t -> Control.block -> unit

(** {1 Loops} *)

type round

val enter : t -> round

(** The head is done, and control enters the body or, if the head says so, leaves. *)
val reach_body : t -> round -> unit

(** The end of a round. The result: uses in it of views that an earlier round has changed. [left]: the loop ends. *)
val leave : t -> round -> break:Control.block -> left:bool -> (string * Loc.t * change) list
