(** [fairlead coq]. *)

val cmd : int Cmdliner.Cmd.t
