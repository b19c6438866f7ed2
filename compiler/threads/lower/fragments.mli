(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The text of what does not suspend: the source's, with variables, returns and spawns as they are now. *)

(** What stands around the value of a `return`, by the type of the function's result. *)
val return_parts : string -> string * string

(** Behind the semicolon that follows there, if one does. *)
val behind_semicolon : Preprocessed.t -> int -> int

(** clang's ranges of statements leave out the semicolon. *)
val statement_end : Preprocessed.t -> Ast.node -> int

type edit = int * int * Ir.frag list

(** Added to those given. [continue_to]: the label to which a `continue` of the loop around goes. *)
val edits : Lower_state.t -> continue_to:string option -> edit list -> Ast.node -> edit list

(** The bytes of a range, but for its edits. *)
val cut : int -> int -> edit list -> Ir.frag list

val render : ?continue_to:string option -> Lower_state.t -> Ast.node -> Ir.frag list
