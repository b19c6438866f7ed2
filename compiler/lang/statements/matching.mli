(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** [match], and other alternatives. *)

open Fairlead_lang_coq.Syntax

(** Longer chains of alternatives become flat code: the C must not nest as deeply as they are long. *)
val long_chain : int

(** Alternatives side by side in a block, not one inside the other. *)
val one_of : Context.t -> 'a list -> test:('a -> expr) -> body:('a -> Control.t) -> otherwise:(unit -> Control.t) -> unit

(** What was made of each arm, in order; [finish] emits the whole, each arm followed by what is made of its result. *)
type 'r alternatives = { results : 'r list; finish : ('r -> Control.t) -> unit }

(** [body] elaborates an arm's block, in scope, given the place of its patterns. *)
val match_ :
  Context.t -> Loc.t -> Surface.expr -> Surface.arm list -> body:(Loc.t -> Surface.block -> 'r) -> 'r alternatives
