(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Where objects whose address may be known exist: such a variable has a place from the beginning to the end of its
    block, and what runs there may use it though it does not name it.
    Trusted as {!Transcribe_trusted} is, which asks. *)

type t

val of_function : Ir.func -> t

(** Those that exist at this byte of the source, and those that do not. *)

val alive : t -> int -> Ir.var list
val absent : t -> int -> Ir.var list
