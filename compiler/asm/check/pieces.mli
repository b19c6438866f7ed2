(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Block by block, each by itself: for files whose blocks no theorem joins (status 3), and to say which block it is
    that was refused. Not trusted: nothing here leads to status 0. *)

val compare :
  regions:Regions.t ->
  names:Operand.names ->
  method_:Script.method_ ->
  live:Asm_model.loc list ->
  Source.t ->
  Source.t ->
  int * int * int
(** [compare ~live clean fast]: blocks, exchanges, instructions; [live] is live at returns.
    Raises {!Diagnostic.Error}. *)

val better_refusal :
  regions:Regions.t ->
  names:Operand.names ->
  method_:Script.method_ ->
  live:Asm_model.loc list ->
  Source.t ->
  Source.t ->
  Diagnostic.t ->
  Diagnostic.t
(** What to say of files that were compared as loops and conditionals and refused so, if something says it better. *)
