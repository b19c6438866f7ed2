(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** A source as the model's flat code: instructions, and jumps to positions. *)

type line = {
  place : Diagnostic.place;
  flat : Asm_model.flat;
  target : int;  (** of a jump, the position that it leads to; else -1 *)
}

val of_source : Source.t -> line array
(** With a halt behind its end: who must know that it is not reached asks {!Entry_points}. Raises {!Diagnostic.Error} for calls, for jumps
    out of the file, and for loops and conditionals that were not lowered. *)

val reachable : line array -> int list -> int list
(** Where code leads from these positions, in its order. *)
