(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Evaluation at compile time. *)

open Fairlead_lang_coq.Syntax

(** [Error why]: it traps. *)
val arith : arith -> width -> Z.t -> Z.t -> (Z.t, string) result

val compare : comparison -> Z.t -> Z.t -> bool

(** Operators on literals become literals; a message when that traps. *)
val fold_arith : arith -> width -> expr -> expr -> (expr, string) result

(** The value of an expression without variables. [table] finds constants by number. *)
val value : table:(int -> const) -> expr -> (const, string) result

(** What a test is whenever it has a value, if literals and constants say. *)
val decided : table:(int -> const) -> expr -> bool option

(** The value of [EDefault]; an error for types that constants cannot have. *)
val default : ty -> (const, string) result

(** A constant as an expression: integers and booleans only. *)
val literal : width option -> const -> expr option
