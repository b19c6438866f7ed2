(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Keys, kinds and types come again and again in a tree: one string for all of them. *)

type t

val create : unit -> t

(** The string of these bytes. *)
val find : t -> bytes -> from:int -> length:int -> string
