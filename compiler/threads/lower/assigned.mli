(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** A second look, at tokens alone, at what {!Effects_trusted} takes for written. *)

(** Of what is said to be written surely and as a whole by these bytes, that of which the tokens say so, too: an
    assignment to its bare name, with nothing before it that might pass it by. *)
val surely_written : Preprocessed.t -> first:int -> last:int -> Ir.var list -> Ir.var list
