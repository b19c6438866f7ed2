(** [fairlead check]. *)

val cmd : int Cmdliner.Cmd.t
