(** An order in which nothing refers forwards, or the recursion that prevents one. *)

(** Sets the [number] of every procedure; the result lists procedures by
    number. Procedures that were never resolved take part, so that recursion is
    reported beside other mistakes. [None] if there is recursion. *)
val sort : Env.t -> int array option
