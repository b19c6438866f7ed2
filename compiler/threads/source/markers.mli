(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Preprocessed text whose line markers are blanks, so that what clang says of lines and columns is about bytes; and
    where the words stand in it that clang is to take for macros. *)

type t

(** With these macros. Nothing, if there is something in the text that a preprocessor would look at in another way:
    comments, directives, lines that go on. *)
val without : macros:string list -> Preprocessed.t -> t option

val text : t -> string
val source : t -> Preprocessed.t

(** The byte at that line and column, which count from 1; -1: there is none. *)
val offset : t -> line:int -> column:int -> int

(** Behind the token that begins there. *)
val token_end : t -> int -> int

(** Where a declaration begins that begins with a macro (its number in the list), and whose name is at [before]: -1, if
    that is not clear. *)
val beginning : t -> macro:int -> parameter:bool -> before:int -> int

(** The last place of the macro before that one; -1: there is none. *)
val last_before : t -> macro:int -> before:int -> int

(** How long its name is. *)
val length : t -> macro:int -> int
