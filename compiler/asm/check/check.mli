(** [fairlead asm check clean.S fast.S]. *)

type method_ = Script.method_ = Reordering | Symbolic

val run : quiet:bool -> method_:method_ -> dead:string list -> string -> string -> int
(** [run ~quiet ~method_ ~dead clean fast]; [dead] are locations whose value nothing uses after a [ret].
    Exit status. *)

type verdict = { method_ : method_; blocks : int; instructions : int; exchanges : int; how : string list; apart : string option }
(** [how]: the rules for loops and conditionals that were used. [apart]: why only the blocks were compared, if so, and the
    proof does not join them. *)

val compare :
  regions:Regions.t -> names:Operand.names -> method_:method_ -> dead:Asm_model.loc list -> Source.t -> Source.t -> verdict
(** [compare clean fast]. Raises {!Diagnostic.Error} with the reason if the fast code is refused. *)

val locations_of : string list -> Asm_model.loc list
(** Of [--dead]. Raises {!Diagnostic.Error}. *)

val print : Print.syntax -> string -> int
