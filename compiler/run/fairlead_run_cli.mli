(** [fairlead run], [report] and [graph]. *)

val commands : int Cmdliner.Cmd.t list
