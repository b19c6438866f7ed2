(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Warnings about the program that the translated text cannot be asked for: a variable that nobody uses is a member of
  a frame there, and what the translation adds would be warned of. They are off when that text is compiled; the
  program as it is written, but for its marks, is shown to the compiler once more for these alone. *)

(** The options that turn them off. *)
val quiet : string list

(** Whether the words of a command line ask for any. *)
val asked : Arguments.word list -> bool

(** What the compiler is to be called with, behind its name, for a file of preprocessed text. *)
val options : clang:bool -> Arguments.word list -> string -> string list

(** The program without its marks. What is behind one in its line is where it is behind the word `cps`. *)
val unmarked : string -> string

(** Of what the compiler said, these warnings, with the lines that belong to them; and whether one is an error
  ([-Werror]). *)
val of_messages : string -> string * bool
