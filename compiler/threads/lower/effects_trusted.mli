(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What the checker of frames is told about expressions: which variables they read and write, and whose address they
    give away. *)

(** Read, in part or as a whole or perhaps; and surely written, as a whole. *)
val effects : Lower_state.t -> Ast.node -> Ir.var list * Ir.var list

(** Variables of which an address is taken are [fixed] from then on. *)
val mark_fixed : Lower_state.t -> Ast.node -> unit

(** What the declaration of an array of variable length reads for that. *)
val of_length : Lower_state.t -> Ast.node -> Ir.var list
