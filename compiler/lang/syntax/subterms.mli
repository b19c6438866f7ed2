(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What expressions and statements directly consist of, in the order in which it is written: for passes over the text
    that treat few forms in their own way. *)

open Surface

(** The arguments of calls, requests and resumptions. *)
val args : expr_desc -> arg list

(** Arguments included; the statement of a [Choose]. *)
val of_expr : expr_desc -> expr list * stmt list

(** For who does not care about statements: with the expressions that stand in those, at any depth. *)
val expressions : expr_desc -> expr list

(** What the branches of a statement end with that has a value. *)
val values : stmt -> expr list

(** A statement's own expressions, and the statements in it. *)
val of_stmt : stmt_desc -> expr list * stmt list
