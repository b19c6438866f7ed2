(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The syntax tree of a preprocessed C file in clang's form for people ([-ast-dump]): a tenth of the JSON that
    {!Ast.parse} reads, and made and read in a fourth of the time. Of what programs may have in them it knows most, not
    all: where it does not, it has no answer, and the JSON has. [tests/threads/trees.t] compares the two. *)

(** What clang wrote of that text, which it has read from the file of that name; its macros were the first that the
    command line defined. As {!Ast.parse} otherwise. Ids of labels are below 0. *)
val parse : Markers.t -> file:string -> (bytes -> int -> int -> int) -> Ast.node option
