(** The untrusted half of the reordering checker: finds the hints, and explains refusals.
    The verdict is the extracted [check_reorder]'s. *)

val check :
  regions:Regions.t ->
  names:Operand.names ->
  Program.placed array ->
  Program.placed array ->
  (int, Diagnostic.t) result
(** [check clean fast]: how many pairs of instructions changed places, or why the
    fast block is not a legal reordering of the clean one. *)

val find :
  regions:Regions.t ->
  names:Operand.names ->
  Program.placed array ->
  Program.placed array ->
  (Asm_model.nat list * int, Diagnostic.t) result
(** The same with the hints, for a script. *)
