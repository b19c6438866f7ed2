(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Operators, and the conditional expression. *)

open Typing

val binary : Context.t -> ?want:Types.t -> Loc.t -> Surface.binary -> Surface.expr -> Surface.expr -> Coerce.value
val conditional : Context.t -> ?want:Types.t -> Loc.t -> Surface.expr -> Surface.expr -> Surface.expr -> Coerce.value

(** An operator on a place already elaborated: [place op= e]. *)
val update : Context.t -> Loc.t -> Surface.binary -> placed -> Surface.expr -> Coerce.value
