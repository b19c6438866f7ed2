(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The untrusted half of the reordering checker: finds the hints, and explains refusals.
    The verdict is the extracted [check_reorder]'s. *)

type motion = Singly of Asm_model.nat list  (** each by itself *) | In_groups of Groups.t

val check :
  ?dead:Bignum.t ->
  regions:Regions.t ->
  names:Operand.names ->
  Program.placed array ->
  Program.placed array ->
  (int, Diagnostic.t) result
(** [check clean fast]: how many pairs of instructions changed places, or why the
    fast block is not a legal reordering of the clean one. [dead]: locations that nobody reads after it. *)

val find :
  ?dead:Bignum.t ->
  regions:Regions.t ->
  names:Operand.names ->
  Program.placed array ->
  Program.placed array ->
  (motion * int, Diagnostic.t) result
(** The same with the hints: each instruction by itself if that is legal, else in groups. *)

val rule : int -> motion -> Asm_model.rule
(** That many instructions of a script's code move so; for a [find] in which nothing was dead. *)

val groups : motion -> int
(** How often a group of several instructions moved. *)

type conflict = {
  moved : Program.placed;  (** in the fast code, before what it came after *)
  past : Program.placed;  (** in the clean code *)
  reason : string;  (** over which register, flag or bytes of memory *)
  remedy : string;  (** what would make it legal *)
}

val conflicts :
  regions:Regions.t -> names:Operand.names -> limit:int -> Program.placed array -> Program.placed array -> conflict list * int
(** Every pair that changed places and must not, the first [limit] of them, and how many there are. *)

val positions : Program.placed array -> Program.placed array -> int array
(** Of each fast instruction, which of the clean ones it is; -1 for none. *)
