(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Attributes in front of statements. Where clang takes them for a declaration's (of a label), or drops them, no node
    of its tree has their tokens: here the statement behind them becomes an [AttributedStmt] that begins with them,
    as clang has it of other attributes. A declaration in a [for] begins with them, as clang has it in a block. *)

val statements : Preprocessed.t -> Ast.node -> Ast.node
