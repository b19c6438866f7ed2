(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The tokens of a tree of C (theories/layers/C/Syntax.v), one after the other; nothing is decided here. Parentheses
    are nodes of the tree; that C's grammar reads the tokens as the tree is for [grammatical] of Grammar.v to say.
    tests/c/ runs such trees beside gcc and clang. *)

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

val lvalue : ('v, 'm, 'f) names -> ('v, 'm, 'f) Coq.clvalue -> lvalue
val expression : ('v, 'm, 'f) names -> ('v, 'm, 'f) Coq.cexpr -> string

(** Words. *)

val constant : Coq.notation -> Fairlead_lang_coq.Big_trusted.t -> string
val string_literal : Fairlead_lang_coq.Big_trusted.t list -> string
val type_name : Coq.itype -> string
