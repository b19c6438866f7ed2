(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Places and expressions as C expressions.

    Expressions are printed as plain C: the guards that make them defined have
    been printed before (theories/layers/Lang/Guards/Guards.v, {!C_guard_trusted}). What is left to see to
    is C's own arithmetic: operands narrower than [int] are promoted, so that results are cast
    back, and products and shifts of them are done without sign. *)

open Fairlead_lang_coq.Syntax

(** A C lvalue, or a pointer to one. *)
type lvalue = { text : string; pointer : bool }

val var : string -> lvalue
val pointer : string -> lvalue
val value : lvalue -> string
val address : lvalue -> string
val dot : lvalue -> string -> lvalue

(** The procedure being printed. *)
type env = {
  types : C_types_trusted.t;
  proc : int;
  types_of : ty array;  (** of variables *)
  reach : lvalue array;  (** how each variable is reached *)
  in_frame : bool array;
  used : bool array;  (** filled in while printing *)
  constants : (int, unit) Hashtbl.t;  (** mentioned so far, shared by the program *)
  waits : (int, unit) Hashtbl.t;  (** coroutines whose state somebody asks for *)
}

val names : env -> C_names_trusted.t
val place : env -> place -> lvalue * ty

(** Integers and booleans. *)
val scalar : env -> expr -> string

(** Bytes and views: a pointer and a length (of type uint32_t). *)
val bytes : env -> expr -> string * string

val bits : width -> int

(** In the names of loads and stores. *)
val byte_order : endian -> string

(** An integer constant. *)
val literal : width -> Fairlead_lang_coq.Big_trusted.t -> string

val string_literal : Fairlead_lang_coq.Big_trusted.t list -> string
