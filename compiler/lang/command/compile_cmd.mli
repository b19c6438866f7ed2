(** [fairlead compile]. *)
val cmd : int Cmdliner.Cmd.t
