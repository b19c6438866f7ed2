(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Preprocessed C, and which line of which file each of its bytes comes from. *)

type t = private { text : string; name : string; starts : int array; lines : (string * int) array }

(** The name is for places before the first line marker. *)
val of_text : name:string -> string -> t

(** A file's name as a string of C, as line markers have it. *)
val quoted : string -> string

(** File and line of the byte at that offset. *)
val origin : t -> int -> string * int

(** The number of a line marker's own line counts as [true]. *)
val on_marker : t -> int -> bool

(** For a diagnosis of the bytes in that range: the line is shown as its file has it, if it can be read. *)
val part : t -> first:int -> last:int -> string -> Fairlead_cli.Message.part

(** Where the next byte is that is neither space nor part of a line marker. *)
val skip_space : t -> int -> int

(** The same, of the next line. *)
val behind_line : t -> int -> int

type token = { at : int; word : string }

(** The tokens of a range, line markers left out. Numbers, strings and characters are one token each, punctuation a
  byte each. *)
val tokens : t -> first:int -> last:int -> token list

val is_word : string -> bool

(** Of an identifier or a number. *)
val word_char : char -> bool
