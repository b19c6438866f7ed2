(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The one way to lay out a .fl file. Line breaks are the programmer's;
    indentation, blanks and blank lines are ours. Comments stay, and so do columns
    of comments at line ends and of items after commas. *)

(** The formatted text, or why the file does not parse.
    Formatting again changes nothing, and the tokens are the same. *)
val text : Source.t -> (string, Diagnostic.t list) result
