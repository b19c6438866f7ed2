(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What a line of a body is, and its text.

    Who prints a body ({!C_control}) decides by itself which lines there are, and how a coroutine is entered, and
    prints them here alone. A proved function is told the same, and compares its control with the
    command's (theories/layers/Printed/Control, [lang_c_control]): what it refuses is not printed. *)

open Fairlead_lang_coq.Extracted

(** The procedure with this number is not printed: an internal error. *)
exception Refused of int

(** One line, indented so many times. *)
val line : C_body_trusted.t -> int -> statement -> unit

(** [for (;;)] with what this prints in braces. *)
val loop : C_body_trusted.t -> int -> (unit -> unit) -> unit

(** Printed elsewhere for now. *)
type part

val apart : C_body_trusted.t -> (C_body_trusted.t -> unit) -> part

(** [if] with braces; a branch whose text is empty is left out. *)
val branches : C_body_trusted.t -> int -> cguard * Fairlead_lang_coq.Syntax.expr -> part -> part -> unit

(** How a function, not a coroutine, returns. *)
val function_return : C_body_trusted.t -> string

(** Once the check has accepted them: the body, the switch in front of it, in a coroutine, what to tell whoever asks
    what it waits for, by the number in [at], and whether the label [done] has to follow. *)
type printed = { text : string; switch : string; told : (int * point) list; early : bool }

(** The body that this prints, with this entry. *)
val body : C_body_trusted.t -> switch -> (C_body_trusted.t -> unit) -> printed
