(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** [fairlead report]. *)

val cmd : int Cmdliner.Cmd.t
