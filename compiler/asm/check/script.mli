(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The untrusted half of checking structured code: finds by which rules the fast code comes from the clean
    code. The verdict is the extracted [check_script]'s. *)

type method_ = Reordering | Symbolic

type pieces = (Structure.node list * Structure.node list * Asm_model.edit list) list
(** Clean code, fast code, and the script from the one to the other. *)

type found = {
  how : string list;  (** the rules that changed loops and conditionals, for people *)
  steps : Asm_model.edit list;
  exchanges : int;
  pieces : pieces;  (** of one piece of code, this; who checks several puts theirs together *)
}

(** Why one file may stand for another, so that Coq can be told. *)
type evidence =
  | In_blocks of ((Asm_model.instr list * Asm_model.exit) * Asm_model.instr list * Asm_model.hint) list
      (** for [check_blocks]: a block and how it ends, its counterpart, and the hint *)
  | In_scripts of pieces  (** for [check_script]: what stands between labels, jumps and returns, in order *)

type request = { place : Diagnostic.place; loop : int; rule : string; argument : int option }
(** [//@ by loop 2 unroll 4]. *)

val request : Diagnostic.place * string list -> request
(** Raises {!Diagnostic.Error}. *)

val loops : Structure.node list -> int
(** How many there are, to any depth. *)

val apply : Structure.node list -> request list -> Asm_model.edit list * Structure.node list
(** The steps, and what they make of the code. Raises {!Diagnostic.Error} if a rule does not apply. [pipeline] is
    not possible here, it needs the fast code. *)

val check :
  regions:Regions.t ->
  names:Operand.names ->
  method_:method_ ->
  requests:request list ->
  Structure.node list ->
  Structure.node list ->
  (found, Diagnostic.t) result
(** [check ~requests clean fast]: by the rules requested; with none, common ones are tried on each loop. *)

val is_shape : Diagnostic.t -> bool
(** The refusal is that loops and conditionals differ, not what is in them. *)
