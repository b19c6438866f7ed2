(** Source texts and the lines in them. *)

type t

val create : name:string -> string -> t
val name : t -> string
val text : t -> string

(** Line and column, from 1; the column counts characters, not bytes. *)
val position : t -> int -> int * int

(** The part of the line around an offset that fits on a screen, and where in
    it the offset is, in characters. Tabs become blanks; control characters
    and malformed UTF-8 become [?]. *)
val excerpt : t -> int -> string * int
