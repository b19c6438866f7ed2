(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Suspending calls out of expressions: they become statements before, from left to right, as far as C's sequence
    points ask for it. *)

(** An expression in which nothing suspends any more. *)
val exp : ?continue_to:string option -> Lower_state.t -> Ast.node -> Ir.exp

(** Temporaries that are used in it are free again behind it. *)
val full_expression : Lower_state.t -> (unit -> 'a) -> 'a

val hoist : Lower_state.t -> Ast.node -> unit

(** The same of an expression whose value nobody wants. *)
val discard : Lower_state.t -> Ast.node -> unit

(** Statements of a block, each by its function, and the pragmas between them. *)
val in_order : Lower_state.t -> Ast.node -> (Ast.node * (Ast.node -> unit)) list -> unit

(** A full expression. *)
val whole : Lower_state.t -> Ast.node -> Ir.exp
