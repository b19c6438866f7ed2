(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** [if] and [match] for their values: [let n = match x { some(v) => v, none { return 0; } };].

    A branch ends with an expression, or with another [if] or [match], or control leaves it. *)

(** Into storage that nothing in it reads. *)
val store : Context.t -> Fairlead_lang_coq.Syntax.place -> Types.t -> Surface.stmt -> unit

val value : Context.t -> ?want:Types.t -> Surface.stmt -> Coerce.value
