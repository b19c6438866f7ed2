(** What a compiled coroutine costs: its frame, byte by byte, and its states. *)

(** A readable report on one coroutine, with the sizes of its parts. The layout is
    the one that `fairlead compile` uses and the verified checker accepted. *)
val print : Fairlead_lang.Program_info.t -> Fairlead_lang.Frame_planner.t -> int -> string

(** One line for a coroutine: name, states, frame bytes. *)
val summary : Fairlead_lang.Program_info.t -> Fairlead_lang.Frame_planner.t -> int -> string
