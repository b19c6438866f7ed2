(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Measuring candidates: each is assembled into a shared object, and a harness compares two of those. *)

type t

val create : directory:string -> harness:string -> extra:string list -> procedure:string -> t
(** Assembles the [extra] files, which go into each shared object. Raises {!Diagnostic.Error}. *)

val build : t -> Orders.target -> Orders.t -> string -> string
(** The shared object of that name. Raises {!Diagnostic.Error}. *)

val ratio : t -> string -> string -> float option
(** [ratio t a b]: the time of [b] over that of [a]; none if the machine is not quiet (status 3 of the harness). If the
    harness fails otherwise, {!Diagnostic.Error}. *)
