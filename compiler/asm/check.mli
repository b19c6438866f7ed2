(** [fairlead asm check clean.S fast.S]. *)

type method_ = Reordering | Symbolic

val run : quiet:bool -> method_:method_ -> dead:string list -> string -> string -> int
(** [run ~quiet ~method_ ~dead clean fast]; [dead] are locations whose value nothing uses after a [ret].
    Exit status. *)

val print : Print.syntax -> string -> int
