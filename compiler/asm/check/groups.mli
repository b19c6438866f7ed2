(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The untrusted half of the checker of groups: finds which instructions depend on each other over flags or registers
    that others set too, and must move together. The verdict is the extracted [check_groups]'s. *)

type t = {
  trades : Asm_model.trade list;  (** groups that change places, one after another *)
  groups : int;  (** how often a group of more than one moved *)
  exchanges : int;  (** pairs of instructions that changed places on the way *)
}

val flags : Bignum.t
(** As a set of locations: what is dead where the code returns. *)

val trade : int -> int -> int -> Asm_model.trade
(** [trade at first second]: the groups of so many instructions, the first from [at] on. *)

val find : regions:Regions.t -> dead:Bignum.t -> Program.placed array -> Program.placed array -> t option
(** [find ~dead clean fast]; [dead] is the set of locations that nobody reads after the block. *)

val chain : Asm_model.item array -> int -> int
(** [chain items at]: so many instructions from there on belong together, as the last of them to read what they set
    in flags is among them. *)
