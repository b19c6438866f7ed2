(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Structured control flow to labels and jumps, by the extracted, proved [lower]. *)

open Asm_model

val lower : Source.t -> Source.t
(** Conditionals without an else branch are first turned round by a checked script. New labels begin with [.Lfl].
    Raises {!Diagnostic.Error} where marks do not fit together. *)

val turned : Structure.node list -> edit list * Structure.node list
(** What {!lower} lowers, and the steps to it. They also lead back, the last one first. *)

val same : Source.t -> Source.t -> bool
(** The same instructions, jumps to the same places, calls and directives (those that change no code aside): labels
    may differ, save those of directives. *)

val write :
  ?annotations:(string option * string list) list ->
  regions:Regions.t ->
  original:Elf_trusted.t ->
  Print.syntax ->
  Operand.names ->
  Source.t ->
  string option ->
  unit
(** To that file, or standard output, with the annotations as comments first, after it was read back and compared, and its
    data with those of what it was made from. Raises {!Diagnostic.Error}. *)
