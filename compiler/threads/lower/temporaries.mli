(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Variables for what was hoisted: of which type, and how long they live. That none is written before it was read is
    checked (theories/layers/Threads/Unhoist). *)

(** Of the second's type, free from the end of the full expression on. *)
val like : Lower_state.t -> Ast.node -> Ast.node -> Ir.var

(** The same for 0 or 1. *)
val truth : Lower_state.t -> Ast.node -> Ir.var

(** For nothing else, and in the frame. *)
val kept_temporary : Lower_state.t -> Ast.node -> Ir.var

(** For its value: one of these, the last if a pointer into it may be left. *)
val place_for : Lower_state.t -> Ast.node -> Ir.var

(** Temporaries that are used in it are free again behind it. *)
val full_expression : Lower_state.t -> (unit -> 'a) -> 'a

(** The call with its types. *)
val called :
  Lower_state.t ->
  Ast.node ->
  callee:Ast.node ->
  target:Ir.callee ->
  arguments:Ast.node list ->
  Ir.exp list ->
  Ir.var option ->
  Ir.call
