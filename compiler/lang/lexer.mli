(** Characters to tokens. *)

type token = { token : Parser.token; start : int; stop : int }
type comment = { text : string; c_start : int; c_stop : int }

(** The tokens, [EOF] last, and the comments. Raises {!Diagnostic.Error} on
    anything that is no token, and on more open brackets than
    {!Syntax_limits.brackets}. *)
val tokens : Source.t -> token array * comment list

(** Why a text cannot be lexed at all: too long, a NUL byte, not UTF-8. *)
val check_text : Source.t -> unit
