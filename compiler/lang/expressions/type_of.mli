(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The type of an expression, without elaborating it: for where evaluation begins with something else. *)

(** [None] where only elaborating it tells: for literals without a suffix, say, and for mistakes. *)
val expr : Context.t -> Surface.expr -> Types.t option
