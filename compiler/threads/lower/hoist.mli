(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Suspending calls out of expressions: they become statements before, from left to right, as far as C's sequence
    points ask for it. *)

(** An expression in which nothing suspends any more. *)
val exp : ?continue_to:string option -> Lower_state.t -> Ast.node -> Ir.exp

(** What of the source a text is, with what became statements. *)
val kept : Ir.exp -> Ir.Written.hole list -> Ir.Written.t

(** An expression of which what suspends is hoisted, and what of the source it is. *)
val expression : Lower_state.t -> Ast.node -> Ir.exp * Ir.Written.t

(** The same of an expression whose value nobody wants. *)
val discard : Lower_state.t -> Ast.node -> Ir.Written.t

(** Statements of a block, each by its function, and the pragmas between them. *)
val in_order : Lower_state.t -> Ast.node -> (Ast.node * (Ast.node -> Ir.Written.t)) list -> Ir.Written.t

(** A full expression. *)
val whole : Lower_state.t -> Ast.node -> Ir.exp * Ir.Written.t

(** What suspends in it becomes statements. *)
val hoist : Lower_state.t -> Ast.node -> Ir.Written.hole list

(** As [List.map], from left to right. *)
val map_in_order : ('a -> 'b) -> 'a list -> 'b list
