(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Values as bytes in and text out: docs/run-protocol.md. *)

open Fairlead_lang_coq.Syntax

type data = Fairlead_lang_coq.Extracted.empty_set Fairlead_lang_coq.Extracted.val0

exception End_of_input

(** What the driver supplies, consumed from the front. *)
type input

val input_of_string : string -> input

(** The first part of a type that cannot be decoded, if there is one: an extern
    type or a coroutine. *)
val undecodable : ty -> ty option

(** Raises [End_of_input] when the bytes end early. The type must be decodable. *)
val decode : input -> ty -> data

val print : Fairlead_lang.Program_info.t -> ty -> data -> string
