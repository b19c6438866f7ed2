(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** clang as parser and type checker. *)

type failure =
  | Rejected  (** clang has said on standard error what is wrong with the program *)
  | Missing  (** there is no clang *)
  | Broken of string  (** clang could not be run, or its answer not be read *)

(** The tree of preprocessed C. [quiet]: what is wrong with the program is not said. [mixed]: pointers to functions may
    take those of the other kind. [from_clang]: clang has
    preprocessed it, and not gcc. [options]: dialect and target. *)
val parse :
  ?quiet:bool -> ?mixed:bool -> from_clang:bool -> options:string list -> Preprocessed.t -> (Ast.node, failure) result

(** The two ways to it, of which {!parse} goes the second where the first leads nowhere: for the test that they lead to
    one tree. *)

val from_lines : from_clang:bool -> options:string list -> Preprocessed.t -> Ast.node option

val from_json :
  ?mixed:bool ->
  quiet:bool ->
  from_clang:bool ->
  options:string list ->
  Preprocessed.t ->
  (Ast.node, failure) result
