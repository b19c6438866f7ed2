(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** From preprocessed C with marks to preprocessed C without. *)

(** Below, [for_clang]: clang is what has preprocessed the text, and what compiles the result. [most]: as many calls as
    one function of C gets ({!Outline}). *)

type analysed = { program : Program.t; functions : Checked.t list }

(** Whether a mark or a spawn is in the text: if not, it is nobody's business here. *)
val concerns : string -> bool

(** Parsed, checked and analysed. The error: its diagnoses are printed. *)
val analyse : ?most:int -> for_clang:bool -> clang:string list -> name:string -> string -> (analysed, unit) result

(** Parsed only: for what is to be marked yet. [mixed]: also where pointers to functions with and without marks are. *)
val parse : ?mixed:bool -> for_clang:bool -> clang:string list -> name:string -> string -> (Program.t, unit) result

type mode = Threads | Poisoned | Erased

val translate :
  ?most:int -> mode -> for_clang:bool -> clang:string list -> name:string -> string -> (string, unit) result
