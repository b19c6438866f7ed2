(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Statements that change bytes and maps, without blocks of their own. Each returns what is in scope after it. *)

(** [fill indent env map capacity key_width type_] puts entries into a map, as many as it holds at most. *)
val fill : int -> Model.env -> string -> int -> int -> Model.ty -> unit

val change_bytes : int -> Model.env -> Model.env

(** Bytes of its own, copied over themselves, and the sum of what is in them in the end. *)
val bytes_work : int -> Model.env -> Model.env

val change_map : int -> Model.env -> Model.env

(** A map of its own, filled, thinned out and filled again, and the sum of what is in it in the end. *)
val map_work : int -> Model.env -> Model.env
