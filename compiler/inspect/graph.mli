(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The state machine of a coroutine: which suspension can follow which, and which marks are between. *)

type state =
  | Start
  | Asks of { label : int; effect : int }  (** suspended at a request of its own *)
  | Calls of { label : int; callee : int }  (** suspended inside a coroutine it called *)
  | Passes of { line : int; mark : string }  (** goes by a mark, without resting there *)
  | Done

type edge = { source : state; target : state }

(** States in order of appearance, [Start] first; [Done] only if it can be reached.
    [line_of label] is the number in the [BLine] before that suspension, [at_of label] the value of [at] in the C
    frame that waits there: 2 and so on, in order of appearance. *)
type t = { states : state list; edges : edge list; line_of : int -> int option; at_of : int -> int }

val of_procedure : Fairlead_lang.Program_info.t -> int -> t

(** Graphviz source, with its order beside it, if it has one. *)
val to_dot : Fairlead_lang.Program_info.t -> int -> t -> string
