(** [fairlead graph]. *)

val cmd : int Cmdliner.Cmd.t
