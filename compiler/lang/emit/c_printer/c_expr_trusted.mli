(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Places, expressions and guards as C.

    What C an expression, a place and a guard become is decided and proved in theories/layers/Printed (casts, widths,
    masks, parentheses, the order of conditions); {!C_tree} writes the tree down, here names are spelled. An
    extracted function checks that C's grammar reads the tokens as that tree (theories/layers/C/Grammar.v). *)

open Fairlead_lang_coq.Syntax

(** A C lvalue, or a pointer to one. *)
type lvalue = C_spelling_trusted.lvalue = { text : string; pointer : bool }

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

(** How the names of the procedure are spelled. *)
val spelling :
  env ->
  ( Fairlead_lang_coq.Extracted.variable0,
    Fairlead_lang_coq.Extracted.member_name,
    Fairlead_lang_coq.Extracted.function_name )
  C_spelling_trusted.names

(** {2 Trees} *)

type tree =
  ( Fairlead_lang_coq.Extracted.variable0,
    Fairlead_lang_coq.Extracted.member_name,
    Fairlead_lang_coq.Extracted.function_name )
  Fairlead_lang_coq.Extracted.cexpr

val expression : env -> tree -> string

(** Statements, one text for each; [trap] is what traps. *)
val statements :
  env ->
  trap:string ->
  ( Fairlead_lang_coq.Extracted.variable0,
    Fairlead_lang_coq.Extracted.member_name,
    Fairlead_lang_coq.Extracted.function_name )
  Fairlead_lang_coq.Extracted.cstat list ->
  string list

(** What there is no C for is an internal error. *)
val lowered : string -> 'a option -> 'a

(** {2 What is lowered: the tree, printed} *)

val place : env -> place -> lvalue * ty

(** What types variables and constants have. *)
val variables : env -> int -> ty option
val constants : env -> int -> ty option

(** Integers and booleans. *)
val scalar : env -> expr -> string

(** The same, as what [if] tests: compilers warn of parentheses around the whole. *)
val test : env -> expr -> string

(** Bytes and views: a pointer and a length (of type uint32_t). *)
val bytes : env -> expr -> string * string

(** A guard fails where one of these holds, tested in this order. *)
val failures : env -> Fairlead_lang_coq.Extracted.cguard -> Fairlead_lang_coq.Extracted.failure list

(** What a coroutine's [waits] function returns when it waits for this effect; [None]: when it has not started. *)
val waits_code : int option -> int

(** {2 Words} *)

val bits : width -> int

(** In the names of loads and stores. *)
val byte_order : endian -> string

(** An integer constant. *)
val literal : width -> Fairlead_lang_coq.Big_trusted.t -> string

val string_literal : Fairlead_lang_coq.Big_trusted.t list -> string
