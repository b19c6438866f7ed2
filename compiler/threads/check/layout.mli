(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Where each variable lives: untrusted, for {!Checked} has it checked. *)

(** In the order of the function's variables. *)
val homes : Ir.func -> Saved.t -> Threads_model.home list
