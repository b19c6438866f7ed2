(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** A source as the model's flat code: instructions, and jumps to positions. *)

(** What is called: code of the file, from this position on; or a symbol that the file does not define as code. *)
type callee = In_file of int | Elsewhere of string

type line = {
  place : Diagnostic.place;
  flat : Asm_model.flat;
  target : int;  (** of a jump, the position that it leads to; else -1 *)
  calls : callee option;  (** of a call, which is a halt besides *)
  keeps : Asm_model.reg list;  (** what a function of another file leaves, besides [%rsp]: {!saved} or what is said *)
}

val saved : Asm_model.reg list
(** By the calling convention. *)

val of_source : ?calls:bool -> Source.t -> line array
(** With a halt behind its end: who must know that it is not reached asks {!Entry_points}. Raises {!Diagnostic.Error} for
    calls, unless they may be there (as halts), for jumps out of the file, and for loops and conditionals that were not
    lowered. *)

val runs_off : line array -> bool
(** Something leads behind the last line of the file. *)

val reachable : line array -> int list -> int list
(** Where code leads from these positions, in its order: behind calls, and not to what they call. *)
