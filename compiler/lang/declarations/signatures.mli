(** What effects, functions and coroutines take, give and ask, resolved; and what may not be in them. *)

(** After {!Resolution.resolve_types}. Mistakes go to the environment's errors. False if some type is infinite: then nothing that
    walks over types may be called. *)
val resolve : Env.t -> bool
