(** The [fairlead asm] subcommand. *)
val cmd : int Cmdliner.Cmd.t
