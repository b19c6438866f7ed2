(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Statements that change a place. The value is evaluated before the place. *)

(** [p = e], or [p op= e] *)
val assign : Context.t -> Loc.t -> Surface.expr -> (Surface.binary * Loc.t) option -> Surface.expr -> unit

val push : Context.t -> Surface.expr -> Surface.expr -> unit
val append : Context.t -> Surface.expr -> Surface.expr -> unit
val resize : Context.t -> Surface.expr -> Surface.expr -> unit

(** [store be u32 b[off] = e] *)
val store : Context.t -> Fairlead_lang_coq.Syntax.endian -> Surface.name -> Surface.expr -> Surface.expr -> unit

(** [remove m, k] *)
val remove : Context.t -> Surface.expr -> Surface.expr -> unit
