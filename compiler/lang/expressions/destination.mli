(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Where values go. The result of a call goes to a temporary first, and from there to where it is used; when that is a place
    of which the call makes no use, the call is given the place instead. *)

open Fairlead_lang_coq.Syntax

(** A temporary for a call's result; none for unit. *)
val result_place : Context.t -> Loc.t -> Types.t -> int option

(** What is in it. *)
val result_value : Types.t -> int option -> Coerce.value

(** Stores a value; the result of a call goes to the place directly if it can. *)
val store : Context.t -> Loc.t -> place -> Types.t -> expr -> unit

(** Forgets a value. *)
val discard : Context.t -> Coerce.value -> unit
