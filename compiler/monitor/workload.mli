(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** An honest host: it keeps the store, knows where every record is, and writes the
    logs that a monitor accepts, for YCSB-like workloads. *)

type regime =
  | Merkle_only  (** thread 0 does everything under the root *)
  | Hybrid  (** subtrees go round through the Blum set, records below them by Merkle or Blum *)
  | All_blum  (** after loading, records only go round through the Blum set *)

type t = {
  records : int;
  operations : int;
  zipf : float;  (** 0 is uniform; YCSB's default is 0.99 *)
  threads : int;
  epochs : int;  (** the operations are spread over that many *)
  regime : regime;
  depth : int;  (** digits of a data key: 256 hashes the record's number, fewer embed it *)
  seed : int;
  mixed : bool;  (** all functions, absent keys and removals, not gets and puts only *)
}

val generate_each :
  ?digest:(Monitor_model.value -> Monitor_model.bytes) -> t -> (int -> Monitor_model.entry -> unit) -> unit
(** Hands over every entry when it is made, with its thread. *)

val generate : ?digest:(Monitor_model.value -> Monitor_model.bytes) -> t -> Monitor_model.entry list array
(** One log per thread; the digest is the reference's unless another is given. @raise Failure if the model refuses an entry, which would be
    a bug in this host or in the model. *)
