(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Types of expressions in a program that is well typed: only to know what literals are, how much room there is, and
    what a name after a dot is. *)

open Fairlead_lang.Surface
open Value

type scope = {
  program : Program.t;
  file : string;
  vars : (string * (int * ty)) list;  (** by name, the innermost first, with a number of its own *)
}

(** [None] where the context decides: of integers without a suffix, [none], [default]. *)
val of_expr : scope -> expr -> ty option

(** The same where there is no context. *)
val alone : scope -> expr -> ty

(** What an expression that is a name stands for, or a name in a module, unless a variable is called so. *)
val entity : scope -> expr -> home option

(** The union that such a name stands for, directly or as an alias. *)
val union_named : scope -> expr -> ty option

val type_named : scope -> path -> ty

(** What is around a block's end: the statements before its last, from the first on. *)
val declare : scope -> stmt -> scope

(** The names of an arm's pattern with their types, for what is matched. *)
val binders : scope -> ty -> pattern -> (string * ty) list

(** The case that such a name means, of unions, options and events. *)
val case : scope -> ty -> path -> string

val here : name -> path

(** [element ty]: of arrays, bytes and maps. *)
val element : ty -> ty

val part : Program.t -> ty -> string -> ty
