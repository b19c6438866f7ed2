(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What the printer needs to know of programs: questions about the syntax, no C.

    Trusted like the rest: [overlaps] decides whether bytes may overlap, [written] whether a
    parameter is copied, [can_trap] whether a trap is looked for. *)

open Fairlead_lang_coq.Syntax

type body := (basic, expr, suspension, call, resumption) cmd

(** {2 Expressions and places} *)

(** Whether a variable occurs. *)
val mentions : int -> expr -> bool

(** Whether an expression mentions the variable that a place is part of. *)
val reads_root : place -> expr -> bool

(** Whether the bytes that an expression denotes may be, in part, those of a place that is written. *)
val overlaps : place -> expr -> bool

(** {2 Bodies} *)

(** Over all commands in a command, itself included, in order. *)
val fold_cmd : ('a -> ('b, 't, 's, 'c, 'r) cmd -> 'a) -> 'a -> ('b, 't, 's, 'c, 'r) cmd -> 'a

(** Variables that a body writes itself. *)
val written : body -> int list

(** {2 Programs} *)

(** Procedures that these need, in program order: those that run, and coroutines that are values in them. *)
val reachable : Program_info.t -> int list -> int list

(** Of these, the ones that may run: a coroutine that nobody resumes does not. *)
val executed : Program_info.t -> int list -> int list

(** Procedures of the main file that no other one needs. *)
val roots : Program_info.t -> int list

val procedures : Program_info.t -> Fairlead_lang_coq.Syntax.proc array

(** Whether a call of this function may trap, and so returns a [bool]. *)
val can_trap : Program_info.t -> int -> bool

(** Effects of these procedures, in order. *)
val effects_of : Program_info.t -> int list -> int list
