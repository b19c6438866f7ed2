(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** An order, drawn beside the machine of its coroutine. *)

(** Graphviz source for the order of that procedure; empty, if it has none. *)
val automaton : Fairlead_lang.Program_info.t -> int -> string

(** In which states of its order control may come to a suspension of its own, by label. *)
val states : Fairlead_lang.Program_info.t -> int -> int -> string list
