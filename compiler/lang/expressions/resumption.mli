(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Coroutines as values: started, and resumed. *)

val start : Context.t -> Loc.t -> Surface.path -> Surface.arg list -> Coerce.value

(** The child, what is lent to it, and the answer to its request. *)
val resume : Context.t -> Loc.t -> Surface.expr -> Surface.arg list option -> (Surface.path * Surface.arg list) option -> Coerce.value
