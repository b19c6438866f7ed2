(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** An order in which nothing refers forwards. *)

(** Sets the [number] of every procedure; the result lists procedures by
    number. Procedures that were never resolved take part, so that recursion, for which there is no
    such order, is reported beside other mistakes. *)
val sort : Env.t -> int array
