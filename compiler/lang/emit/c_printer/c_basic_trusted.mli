(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Basic statements: assignments, updates in place, external calls.

    The guard first, then the operation: bytes are moved only after all lengths have been
    checked. Where source and destination are parts of one variable, they are copied as if
    by memmove. *)

open Fairlead_lang_coq.Syntax

val basic : C_body_trusted.t -> basic -> string list
