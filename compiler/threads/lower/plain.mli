(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Statements in which nothing suspends, and variables. *)

(** Neither static nor elsewhere. *)
val is_automatic : Ast.node -> bool

val initializer_of : Ast.node -> Ast.node option

(** Of its declaration. *)
val variable : Lower_state.t -> Ast.node -> Ir.var

val initial : Lower_state.t -> Ast.node -> Ir.initial

(** One of several that a statement declares, and what of the source it is: with what became statements out of its
    initializer. *)
val automatic : Ast.node -> Ir.var -> Ir.initial -> Ir.Written.hole list -> Ir.Written.declared

(** The same of any, in which nothing suspends. *)
val item : Lower_state.t -> Ast.node -> Ast.node -> Ir.declaration * Ir.Written.declared

(** A statement that declares. *)
val declarations : Lower_state.t -> Ast.node -> Ir.Written.t

(** What a statement does, for the flow alone: its text is the source's. *)
val plain : Lower_state.t -> Ast.node -> unit
