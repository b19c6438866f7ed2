(** The [fairlead monitor] subcommand. *)
val cmd : int Cmdliner.Cmd.t
