(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What a definition stands for, computed when it is first needed, so that the order of declarations does not matter. *)

type 'a t

(** Definitions that lead to each other, one inside the other. *)
type chain

val pending : unit -> 'a t
val chain : unit -> chain

(** The value, computed if it has not been. Reports a definition (by its name) that depends on itself, or a chain that is
    too long for the stack; raises {!Errors.Reported} if it failed before. *)
val force : chain -> Surface.name -> 'a t -> (unit -> 'a) -> 'a
