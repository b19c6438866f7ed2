(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Values into places.

    A value is built where it goes, field by field, unless it reads what is there. Bytes beyond a
    length and payloads of other cases are not touched: nothing reads them. *)

open Fairlead_lang_coq.Syntax

(** Copies a value of a type; the two places are the same or apart. *)
val copy_value : C_expr_trusted.lvalue -> ty -> C_expr_trusted.lvalue -> string list

(** [store st d ty e]: the value of [e] into [d]. Nothing in [e] may read [d]. *)
val store : C_body_trusted.t -> C_expr_trusted.lvalue -> ty -> expr -> string list

(** Whether a type is cleared by one of these. *)
val cleared_by_function : C_types_trusted.t -> ty -> bool

(** Functions that clear values of many parts, with their names, each after those it calls. *)
val clear_functions : C_types_trusted.t -> (string * string) list

(** An assignment: the value may read the place. *)
val assign : C_body_trusted.t -> place -> expr -> string list

(** [reach_once st place d ty body] is [body d], with [d] named first if it takes a computation to
    reach and is mentioned often. *)
val reach_once :
  C_body_trusted.t -> place -> C_expr_trusted.lvalue -> ty -> (C_expr_trusted.lvalue -> string list) -> string list
