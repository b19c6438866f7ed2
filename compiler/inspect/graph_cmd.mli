(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** [fairlead graph]. *)

val cmd : int Cmdliner.Cmd.t
