(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Loops, and how they are left. *)

open Surface

(** The loop that [break] or [continue] means. *)
val find_loop : Context.t -> Loc.t -> string -> name option -> Context.loop

(** [loop ctx label b make]: [make body exit] emits one round; [body ()] is the loop's body. *)
val loop : Context.t -> name option -> block -> ((unit -> Control.t) -> Control.t -> unit) -> unit

(** [for n in lo..hi] *)
val for_range : Context.t -> name option -> name -> expr -> expr -> block -> unit

(** [for n in e], or [for n, value in e]: elements, bytes or entries. *)
val for_each : Context.t -> name option -> name -> name option -> expr -> block -> unit
