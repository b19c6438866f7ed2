(** Extern functions for random programs, known on both sides. *)

(** Declarations that a program may have, with what calls need to know. *)
val all : (string * Model.fn) list

val is : string -> bool

(** What they compute, for the interpreter. *)
val meaning :
  Fairlead_lang.Program_info.t ->
  int ->
  Fairlead_run_cli.Protocol.data list ->
  (Fairlead_run_cli.Protocol.data list * Fairlead_run_cli.Protocol.data) option

(** The same in C, for those that the program declares. *)
val definitions : prefix:string -> Fairlead_lang.Program_info.t -> string
