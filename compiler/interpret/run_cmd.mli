(** [fairlead run]. *)

val cmd : int Cmdliner.Cmd.t
