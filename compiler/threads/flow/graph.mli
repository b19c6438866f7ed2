(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What may run after what in a function that suspends. *)

(** A node reads first, then writes. *)
type node = {
  reads : Ir.var list;  (** variables whose address may be known are read by every node in their scope *)
  writes : Ir.var list;  (** certainly, and as a whole *)
  suspension : Ir.call option;  (** the thread may wait between this node and the next *)
  at : int;
  mutable before : int list;  (** its predecessors *)
}

type t = {
  nodes : node array;
  labels : int array;  (** loops, cases, labels and calls in order of appearance: the node where each begins *)
}

val of_function : Ir.func -> t
