(** Programs as GNU assembler text. *)

type syntax = Att | Intel

val instruction : syntax -> Operand.names -> Asm_model.instr -> string
val program : syntax -> Operand.names -> out_channel -> Source.t -> unit

val register : Operand.t -> string
(** Its name, without [%]; empty for what is no register. *)
