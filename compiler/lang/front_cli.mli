(** [fairlead check] and [fairlead format]. *)

val check : int Cmdliner.Cmd.t
val format : int Cmdliner.Cmd.t
