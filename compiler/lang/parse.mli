(** Text to {!Surface.decl}s. Raises {!Diagnostic.Error}. *)
val file : Source.t -> Surface.decl list
