(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Is there a sequential history? By brute force, from what clients saw alone; it
    shares no code with the model. *)

type seen = {
  keys : string list;
  run : string option list -> string option list option;
  epoch : int;
}
(** An operation: given the values of its keys, their new values, or nothing if its answer is not what it would be. *)

val sequential : seen list array -> bool
(** One list per thread, in the thread's order: is there an interleaving, epoch after
    epoch, in which every answer is right? *)
