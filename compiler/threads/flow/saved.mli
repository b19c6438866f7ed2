(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What has to be in a function's frame: untrusted dataflow. {!Checked} has it checked. *)

(** Sets of nodes of the graph, and unions of such sets. *)
module Nodes : sig
  type t
  type union

  val empty : unit -> union
  val disjoint : union -> t -> bool
  val add : union -> t -> unit
end

type t = {
  live : Ir.var list array;
      (** for each label of the graph, a loop's or a target's: read later, before they are written again; for a call:
          what is read behind it *)
  calls : Ir.call option array;  (** which labels are calls *)
  saved : (Ir.var * Nodes.t) list;
      (** what lives across a call, parameters first, and the nodes that read or write it, or beside which it is live *)
}

(** [in_frame]: these have to be in it, too. *)
val of_function : ?in_frame:Ir.var list -> Ir.func -> t
