(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Characters to tokens. *)

type token = { token : Parser.token; start : int; stop : int }
type comment = { text : string; c_start : int; c_stop : int }

(** The tokens, [EOF] last, and the comments. Raises {!Diagnostic.Error} on
    anything that is no token, on a text that is too long, has a NUL byte or is not UTF-8, and on more open brackets than
    {!Syntax_limits.brackets}. *)
val tokens : Source.t -> token array * comment list

(** Whether a word is a keyword and nothing else, so that nothing can be called so. *)
val is_reserved : string -> bool
