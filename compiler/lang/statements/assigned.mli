(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What statements may change, by name, before they are elaborated. *)

module Names : Set.S with type elt = string

type t = {
  roots : Names.t;  (** variables that are written, or passed as [inout] *)
  suspends : bool;  (** some [ask] or [call] *)
}

val block : Surface.block -> t
