(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Where what a message is about ends, if only its beginning is known: for carets. Sources are found by their names. *)

val of_statement : (string -> Source.t option) -> Program_info.position -> Loc.t
(** Up to the `;`, brace or line end that is in no bracket, literal or comment of its own. *)

val of_name : (string -> Source.t option) -> Program_info.position -> Loc.t
(** Up to what is no part of a name. *)
