(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** An order in which nothing refers forwards. *)

(** Sets the [number] of every procedure, and behind it that of the test of what it requires; the result lists
    procedures by number, those that require something twice. Procedures that were never resolved take part, so that
    recursion, for which there is no such order, is reported beside other mistakes. *)
val sort : Env.t -> int array
