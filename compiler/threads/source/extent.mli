(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Where statements end: clang's ranges leave out the semicolon. *)

(** Behind the semicolon that follows there, if one does. *)
val behind_semicolon : Preprocessed.t -> int -> int

val statement_end : Preprocessed.t -> Ast.node -> int
