(** [fairlead run], [report] and [graph]. *)

val commands : int Cmdliner.Cmd.t list

(** The interpreter behind [fairlead run], for tests/fuzz. *)
module Run_driver = Run_driver
module Protocol = Protocol
