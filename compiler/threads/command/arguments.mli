(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The words of cc's command line: options with their values, and files, each in the language that cc takes it for. *)

type language =
  | C
  | Preprocessed  (** C, with nothing left to preprocess *)
  | Other of string  (** what `-x` named; empty: by its ending, or no source at all *)

type input = { path : string;  (** "-": standard input *) language : language; named : string
      (** by the `-x` that it stands behind; empty: by none *) }

type word = Option of string list | Input of input

val words : string list -> word list

(** Whether the last word is an option whose value is missing. *)
val lacks_word : string list -> bool

(** `@FILE`, for the words in it, as gcc and clang read it. One that cannot be read stays. Long names of options
  (`--output=x`) become the short ones. *)
val expand : string list -> string list
