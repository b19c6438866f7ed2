(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Records and arrays from their parts. *)

val record : Context.t -> Loc.t -> Surface.path -> (Surface.name * Surface.expr) list -> Coerce.value
val array : Context.t -> ?want:Types.t -> Loc.t -> Surface.expr list -> Coerce.value
