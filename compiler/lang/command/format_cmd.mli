(** [fairlead format]. *)

val cmd : int Cmdliner.Cmd.t
