(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** A declaration taken apart: clang says of each of its names that it begins where the declaration does. *)

type t = {
  specifiers : Preprocessed.token list;  (** what is said of all names *)
  declarators : (int * int) list;  (** the bytes of each, its initializer too, without commas *)
}

(** Where the first name is that a declaration's declarators declare; its end if there is none. *)
val first_name : Ast.node -> int

(** The statement's bytes, and where the first of its names is. *)
val of_statement : Preprocessed.t -> first:int -> last:int -> name_at:int -> t

(** The bytes of its specifiers as they are written once more: without the members of a type that they define. None:
    that type has no name. *)
val repeated : t -> (int * int) list option

(** The bytes of the declarator in which that name is. *)
val declarator : t -> name_at:int -> (int * int) option
