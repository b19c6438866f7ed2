(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** A source as structured code between labels, jumps and directives: what the marks [//@] say. *)

open Asm_model

type node =
  | Straight of Program.placed
  | If of { place : Diagnostic.place; cc : cc; yes : node list; no : node list }
  | Loop of { place : Diagnostic.place; body : node list; cc : cc; rest : node list }
      (** body; while cc holds: rest; body *)

type segment = Code of node list | Edge of Source.statement

val of_source : ?keep:bool -> Source.t -> segment list
(** Raises {!Diagnostic.Error} where marks do not fit together, or a label, jump or directive stands between them.
    [keep]: directives that change no code cut it too, instead of being dropped. *)

val by : Source.t -> (Diagnostic.place * string list) list
(** What the marks [//@ by] say, in order. *)

val raise_jumps : segment list -> segment list
(** Loops and conditionals made of jumps and labels that nothing else uses, as structured code. Lowering it
    again must give the same: {!Lowering.same}. *)

val code : node list -> code
(** The model's, to hand to the extracted checkers. *)

val of_code : Diagnostic.place -> code -> node list
(** Every place is the one given. *)

val statements : node list -> Source.statement list
(** With marks. *)

val instructions : node list -> Program.placed list
