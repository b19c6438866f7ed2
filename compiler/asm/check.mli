(** [fairlead asm check clean.S fast.S]. *)

val run : quiet:bool -> string -> string -> int
(** Exit status. *)

val print : Print.syntax -> string -> int
