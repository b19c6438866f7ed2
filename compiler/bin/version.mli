(** The version of Fairlead, from the file VERSION at the root. *)
val current : string
