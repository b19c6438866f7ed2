(** [match], and other alternatives. *)

open Fairlead_lang_coq.Syntax

(** Longer chains of alternatives become flat code: the C must not nest as deeply as they are long. *)
val long_chain : int

(** Alternatives side by side in a block, not one inside the other. *)
val one_of : Context.t -> 'a list -> test:('a -> expr) -> body:('a -> Control.t) -> otherwise:(unit -> Control.t) -> unit

val match_ : Context.t -> Loc.t -> Surface.expr -> Surface.arm list -> unit
