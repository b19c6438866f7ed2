(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** From preprocessed C with marks to preprocessed C without. *)

type analysed = { program : Program.t; functions : Emit.function_ list }

(** Whether a mark or a spawn is in the text: if not, it is nobody's business here. *)
val concerns : string -> bool

(** Parsed, checked and analysed. The error: its diagnoses are printed. *)
val analyse : clang:string list -> name:string -> string -> (analysed, unit) result

(** Parsed only: for what is to be marked yet. *)
val parse : clang:string list -> name:string -> string -> (Program.t, unit) result

type mode = Threads | Poisoned | Erased

val translate : mode -> clang:string list -> name:string -> string -> (string, unit) result
