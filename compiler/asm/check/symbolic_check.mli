(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Blocks that need not be reorderings of each other: the extracted [symeq] gives the verdict,
    this module says which location or which access it was that made it refuse. *)

val check :
  regions:Regions.t ->
  names:Operand.names ->
  live:Asm_model.loc list ->
  Program.placed array ->
  Program.placed array ->
  (unit, Diagnostic.t) result
