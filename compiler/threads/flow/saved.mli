(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What has to be in a function's frame: untrusted dataflow. {!Checked} has it checked. *)

(** Nodes of the graph. *)
module Nodes : sig
  type t

  val disjoint : t -> t -> bool
  val union : t -> t -> t
end

type t = {
  live : Ir.var list array;
      (** for each label of the graph, a loop's or a target's: read later, before they are written again; for a call:
          what is read behind it *)
  calls : Ir.call option array;  (** which labels are calls *)
  saved : (Ir.var * Nodes.t) list;
      (** what lives across a call, parameters first, and the nodes that read or write it, or beside which it is live *)
}

val of_function : Ir.func -> t
