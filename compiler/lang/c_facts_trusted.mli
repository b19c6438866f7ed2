(** What the printer needs to know of a program as a whole. *)

open Fairlead_lang_coq.Syntax

val fold_cmd : ('a -> ('b, 't, 's, 'c, 'r) cmd -> 'a) -> 'a -> ('b, 't, 's, 'c, 'r) cmd -> 'a

(** Procedures that these need, in program order: those that run, and coroutines that are values in them. *)
val reachable : Program_info.t -> int list -> int list

(** Of these, the ones that may run: a coroutine that nobody resumes does not. *)
val executed : Program_info.t -> int list -> int list

(** Whether a call of this function may trap, and so returns a [bool]. *)
val can_trap : Program_info.t -> int -> bool

(** Effects of these procedures, in order. *)
val effects_of : Program_info.t -> int list -> int list

(** Variables that a body writes itself. *)
val written : (basic, expr, suspension, call, resumption) cmd -> int list
