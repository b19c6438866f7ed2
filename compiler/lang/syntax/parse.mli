(** Text to {!Surface.decl}s. Syntax errors are added to the mistakes found, at most one for each declaration; then there are no
    declarations. Raises {!Diagnostic.Error} for what is no token, {!Errors.Enough} for too many mistakes. *)
val file : Errors.t -> Source.t -> Surface.decl list
