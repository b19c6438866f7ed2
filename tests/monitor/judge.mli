(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Is there a sequential history? By brute force, from what clients saw alone; it
    shares no code with the model. *)

type seen = { get : bool; key : string; value : string option; epoch : int }

val sequential : seen list array -> bool
(** One list per thread, in the thread's order: is there an interleaving, epoch after
    epoch, in which each get returns the latest put? *)
