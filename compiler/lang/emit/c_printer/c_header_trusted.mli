(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The header: what callers see.

    Types of everything that crosses the border, requests, responses and statuses, storage for
    external types, sizes of frames, prototypes. C and C++ programs include it, also beside
    headers of other programs: types that mean the same everywhere are defined once (tests/emit). *)

(** Call it last: types are defined when they are first mentioned. [entries] are exported,
    [name] is the file's without extension, [externs] are the external functions that are
    called, and [extern_header] declares these, and external types, if it is given. *)
val print :
  C_types_trusted.t ->
  entries:int list ->
  name:string ->
  externs:int list ->
  extern_header:string option ->
  stack:(int -> int) ->
  string

(** Statuses of steps that no caller of ours sees: requests of children that no entry makes. *)
val inner_statuses : C_types_trusted.t -> entries:int list -> string

(** That a user's external types have as much storage as was declared. *)
val extern_assertions : C_types_trusted.t -> string

(** For the C file: the results of coroutines that are not exported, which lie in the room that requests have for them. *)
val results : C_types_trusted.t -> entries:int list -> string
