(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Bounds on the shape of a source file, and the constructors that keep them:
    a later pass may recurse over anything built here. *)

open Surface

(** Bytes in one file. *)
val file_size : int

(** Brackets open at once. C compilers have such limits too (clang: 256), and a
    loop becomes two levels of braces. *)
val brackets : int

(** Levels of an expression or type. *)
val depth : int

(** Levels of a statement; brackets are counted already, so this bounds chains
    of [else if]. *)
val statement_depth : int

(** Elements of a list, statements of a block, bytes of a string. *)
val items : Loc.t -> 'a list -> 'a list

val max_items : int
val expr : Loc.t -> expr_desc -> expr
val ty : Loc.t -> ty_desc -> ty
val stmt : Loc.t -> stmt_desc -> stmt
