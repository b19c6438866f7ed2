(** Traps are reported where the last mark that was passed stands. *)

(** Adds marks so that each command that may trap is reached with the mark of its own statement: after calls, requests and
    resumptions, which pass others, after branches with statements of their own, and in every round of a loop. *)
val restore : Control.t -> Control.t
