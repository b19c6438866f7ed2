(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** How the words of C are spelled, and whether a text has the words of a tree (theories/layers/C/Words.v).

    Who writes a tree down ({!C_tree}) is not believed: what it wrote is compared here, word by word. That C's grammar
    reads the words as the tree is for [grammatical] of Grammar.v to say. *)

module Coq := Fairlead_lang_coq.Extracted

(** A C lvalue, or a pointer to one. *)
type lvalue = { text : string; pointer : bool }

val var : string -> lvalue
val pointer : string -> lvalue
val value : lvalue -> string
val address : lvalue -> string
val dot : lvalue -> string -> lvalue

(** How names are spelled. *)
type ('v, 'm, 'f) names = { variable : 'v -> lvalue; member : 'm -> string; function_name : 'f -> string }

(** {2 Words} *)

val constant : Coq.notation -> Fairlead_lang_coq.Big_trusted.t -> string
val string_literal : Fairlead_lang_coq.Big_trusted.t list -> string
val type_name : Coq.itype -> string
val sign : Coq.operator -> string

(** Control does not get here. *)
val never : string

val copy_bytes : string
val move_bytes : string
val clear_bytes : string
val store_digits : big:bool -> Coq.itype -> string

(** {2 Texts} *)

val is_expression : ('v, 'm, 'f) names -> string -> ('v, 'm, 'f) Coq.cexpr -> bool

(** Statements one after the other; [trap] is what traps. *)
val are_statements : ('v, 'm, 'f) names -> trap:string -> string -> ('v, 'm, 'f) Coq.cstat list -> bool
