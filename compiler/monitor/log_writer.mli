(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Logs being written, many at once: each is open only while it is written to. *)

type t

(** Nothing is there yet. *)
val create : string -> t

(** @raise Sys_error, as below. *)
val add : t -> string -> unit

val flush : t -> unit

(** The file goes if it was begun. *)
val abandon : t -> unit
