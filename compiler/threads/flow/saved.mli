(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What has to be in a function's frame: untrusted dataflow. {!Checked} has it checked. *)

type t = {
  live : Ir.var list array;
      (** for each label of the graph, a loop's or a target's: read later, before they are written again; for a call:
          what is read behind it *)
  calls : Ir.call option array;  (** which labels are calls *)
  saved : Ir.var list;  (** what lives across a call; parameters first *)
}

val of_function : Ir.func -> t
