(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** [fairlead threads]. *)

val cmd : int Cmdliner.Cmd.t
