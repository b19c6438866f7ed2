(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The one place where it is decided what of a file is a comment, a mark ([//@ loop]) or an annotation ([# fairlead:
   region ...]).

    A mark or an annotation is a comment that begins with [#] or [//] and stands on a line of its own. A comment that
    looks like one anywhere else (behind an instruction, inside of [/* */]) is an error, not a comment. *)

type role =
  | Plain
  | Mark of int * string  (** where it begins, what follows [//@] *)
  | Annotation of int * string  (** where it begins, what follows [fairlead:] *)

type t = {
  number : int;  (** from 1 *)
  text : string;  (** as it is in the file *)
  code : string;  (** the same with blanks in the place of comments: same columns *)
  role : role;
}

val read : file:string -> string -> t list
(** Raises {!Diagnostic.Error}: open comments and strings, C preprocessor directives, characters that assemblers read
    differently from one another. *)

val is_preprocessed : string -> bool
(** By its name, the file is for the C preprocessor. *)
