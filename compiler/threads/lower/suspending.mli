(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Statements in which something may suspend: each becomes statements, of which each is at most one suspending call.
    What it makes is un-hoisted, and compared with the source ({!Taken_apart}). *)

val statement : Lower_state.t -> Ast.node -> Ir.Written.t

(** Those of a block, in order. *)
val statements : Lower_state.t -> Ast.node -> Ast.node list -> Ir.Written.t
