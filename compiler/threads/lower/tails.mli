(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Calls behind which nothing is left to do, in functions of which nobody can know an address: the callee's frame takes
    the place of the caller's, so that loops that are written as tail calls run in bounded memory. *)

(** Sets [tail] of such calls. [leaf]: primitives, which have no frame. *)
val mark : leaf:(string -> bool) -> Preprocessed.t -> Ir.func -> unit
