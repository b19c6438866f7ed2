(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Which checker a pair of files is for. It is decided by looking at the two files, before any checker runs; no other
   is tried. *)

type t =
  | Blocks  (** the same labels, jumps and directives in the same order: block by block, joined by the theorem *)
  | Blocks_apart of string  (** the same, but the theorem does not join the blocks: why *)
  | Structured  (** loops and conditionals, marked or made of jumps, and rules for them *)

val classify : method_:Script.method_ -> live:Asm_model.loc list -> Source.t -> Source.t -> t
(** Raises {!Diagnostic.Error} where neither applies: straight code whose labels or returns differ. *)

val mismatch : Source.t -> Source.t -> Diagnostic.t option
(** The first label, jump, call, return or directive that differs. Labels may be renamed, consistently:
   {!Outside_trusted} has the last word. *)

val renaming : unit -> string -> string -> bool
(** One to one. *)

val same_edge : (string -> string -> bool) -> Source.statement -> Source.statement -> bool

val same_instructions : Source.t -> Source.t -> bool
(** Block for block the same ones, in whatever order. *)
