(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The text of what does not suspend: the source's, with variables, returns and spawns as they are now. *)

(** What stands around the value of a `return`, by the type of the function's result. *)
val return_parts : string -> string * string

(** From a node's first byte to that one. [continue_to]: the label to which a `continue` of the loop around goes. *)
val text : continue_to:string option -> Lower_state.t -> Ast.node -> int -> Ir.frag list

(** These bytes, in which no part of clang's tree is: only names in `typeof` may be others. *)
val declared : Lower_state.t -> int * int -> Ir.frag list

(** All of a node. *)
val render : ?continue_to:string option -> Lower_state.t -> Ast.node -> Ir.frag list

(** The same of an expression in which nothing suspends any more, and what it uses. *)
val exp : ?continue_to:string option -> Lower_state.t -> Ast.node -> Ir.exp
