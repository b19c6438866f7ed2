(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** [fairlead format]. *)

val cmd : int Cmdliner.Cmd.t
