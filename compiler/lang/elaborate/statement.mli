(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Statements. Mistakes are collected; elaboration goes on after them. *)

(** The body of a procedure, up to the [Return] at its end. [ret] is the
    variable for the result. *)
val body : Context.t -> Env.proc -> ret:int -> Control.t
