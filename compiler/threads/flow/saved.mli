(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What has to be in a function's frame: untrusted dataflow, the input of a checker to come. *)

type suspension = {
  number : int;  (** from 1: what the frame holds while the thread waits there *)
  call : Ir.call;
  live : Ir.var list;  (** read later, before they are written again *)
  kept : Ir.var list;  (** their address may be known *)
}

type t = {
  graph : Graph.t;
  suspensions : suspension list;
  saved : Ir.var list;  (** in a slot of their own each, in this order; parameters first *)
}

val of_function : Ir.func -> t
