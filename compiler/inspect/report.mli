(** What a compiled coroutine costs: its frame, byte by byte, and its states. *)

(** A readable report on one coroutine, with the sizes of its parts. The layout is
    the one that `fairlead compile` uses and the verified checker accepted. *)
val print : Fairlead_lang.Program_info.t -> Fairlead_lang.Frame_planner.t -> stack:(int * int) list -> int -> string

(** What exported functions take of the stack. *)
val functions : Fairlead_lang.Program_info.t -> stack:(int * int) list -> string

(** One line for a coroutine: name, states, frame bytes. *)
val summary : Fairlead_lang.Program_info.t -> Fairlead_lang.Frame_planner.t -> int -> string
