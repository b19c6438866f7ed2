(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** [fairlead asm check clean.S fast.S]: what {!Judge_trusted} says, for people. *)

val run : quiet:bool -> objects:bool -> method_:Judge_trusted.method_ -> dead:string list -> string -> string -> int
(** [run ~quiet ~objects ~method_ ~dead clean fast]; [objects]: files that are no object files are refused.
    [dead] are locations whose value nothing uses after a [ret].
    Exit status. *)

val locations_of : string list -> Asm_model.loc list
(** Of [--dead]. Raises {!Diagnostic.Error}. *)

val print : Print.syntax -> string -> int
