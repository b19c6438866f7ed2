(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Constants: evaluated when first needed, and numbered when they are used as places. *)

open Fairlead_lang_coq.Syntax
open Env

val evaluate_all : t -> unit

(** Its type and value. *)
val value : t -> int -> Types.t * const

(** The number of a constant as a place in the program, given out on first use. *)
val table : t -> int -> int

(** A constant for a literal. *)
val anonymous_table : t -> Types.t -> const -> int

val table_type : t -> int -> Types.t
val table_value : t -> int -> const

(** In the order of their numbers; [None]: anonymous. *)
val tables : t -> (origin option * Types.t * const) list
