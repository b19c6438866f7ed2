(** A source as the model's flat code: instructions, and jumps to positions. *)

type line = { place : Diagnostic.place; flat : Asm_model.flat }

val of_source : Source.t -> line array * int list
(** With a halt at its end, and the positions at which it may be entered: its [.globl] labels, or the first. Raises
    {!Diagnostic.Error} for calls and for jumps out of the file. *)
