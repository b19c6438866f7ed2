(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The text of a tree of C (theories/layers/C/Syntax.v, Statements.v), one word after the other. {!C_spelling_trusted}
    compares it with the tree. tests/c/ runs such trees beside gcc and clang. *)

module Coq := Fairlead_lang_coq.Extracted
open C_spelling_trusted

val lvalue : ('v, 'm, 'f) names -> ('v, 'm, 'f) Coq.clvalue -> lvalue
val expression : ('v, 'm, 'f) names -> ('v, 'm, 'f) Coq.cexpr -> string

(** One after the other: what is no C has none. *)
val statement : ('v, 'm, 'f) names -> trap:string -> ('v, 'm, 'f) Coq.cstat -> string list
