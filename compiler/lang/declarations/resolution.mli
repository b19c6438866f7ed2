(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What types as written mean, and what they are made of. *)

open Env

val show : t -> Types.t -> string

(** How deep types may be nested. *)
val max_nesting : int

(** [view] says whether [bytes] without a size is allowed here. *)
val resolve : t -> int -> view:bool -> Surface.ty -> Types.t

(** Aliases, records and unions. Signatures are resolved by {!Signatures}. *)
val resolve_types : t -> unit

(** Reports names that appear twice among names of that kind. *)
val unique : t -> string -> Surface.name list -> unit

(** The results for all elements. If some fail, the mistakes of all are reported. *)
val each : t -> ('a -> 'b) -> 'a list -> 'b list

(** A constant expression of type u32, at least 1. *)
val size : t -> int -> Surface.expr -> int

(** Reports, at that place, a coroutine that cannot be resumed in .fl code. *)
val driven_here : t -> Loc.t -> int -> unit

(** Cases with the types of their payloads: of unions, options and events. *)
val cases : t -> Types.t -> (string * Types.t option) array option

val fields : t -> Types.t -> (string * Types.t) array option
