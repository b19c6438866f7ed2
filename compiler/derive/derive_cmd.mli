(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** [fairlead derive]. *)

val cmd : int Cmdliner.Cmd.t
