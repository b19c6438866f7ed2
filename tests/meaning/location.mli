(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Places that have been settled: which variable, and which part of it. *)

open Value

type step =
  | Field of string
  | Case of string
  | At of Z.t
  | Key of Z.t
  | Cut of Z.t option * Z.t option  (** a slice *)

(** What is there; [None] is a trap. *)
val get : value -> step list -> value option

(** The whole with that part changed. A function that gives [None] traps. *)
val update : value -> step list -> (value -> value option) -> value option

(** The whole with that part replaced: by as many bytes, for a slice; the entry of a map may be a new one, if there are
    fewer than [room]. *)
val assign : room:int -> value -> step list -> value -> value option
