(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Statements whose meaning depends on the order in which operands are evaluated: in each several operands change what others read,
    ask, or trap. *)

open Model

(** Declares {!turn} and what they call; {!sees} is declared before. *)
val declare : unit -> unit

(** Shows a number. *)
val sees : effect

(** Is answered with a number. *)
val turn : effect

(** Some of them, in a scope with variables of their own; at the end what these hold is added to a number that is asked with, if
    requests can be made here. *)
val block : int -> env -> unit
