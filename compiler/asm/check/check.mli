(** [fairlead asm check clean.S fast.S]. *)

type method_ = Script.method_ = Reordering | Symbolic

val run : quiet:bool -> method_:method_ -> dead:string list -> string -> string -> int
(** [run ~quiet ~method_ ~dead clean fast]; [dead] are locations whose value nothing uses after a [ret].
    Exit status. *)

type verdict = {
  method_ : method_;
  blocks : int;
  instructions : int;
  exchanges : int;
  how : string list;  (** the rules for loops and conditionals that were used *)
  outside : string;  (** what is the same besides *)
  not_covered : string option;  (** why no theorem speaks of the files as a whole, if so, though all their pieces are
      accepted *)
}

val compare :
  regions:Regions.t -> names:Operand.names -> method_:method_ -> dead:Asm_model.loc list -> Reading_trusted.t ->
      Reading_trusted.t -> verdict
(** [compare clean fast]. {!Shape.classify} says which checker is asked; what it refuses is refused. Raises
   {!Diagnostic.Error} then. *)

val status : verdict -> int
(** Exit status of what was not refused. *)

val locations_of : string list -> Asm_model.loc list
(** Of [--dead]. Raises {!Diagnostic.Error}. *)

val print : Print.syntax -> string -> int
