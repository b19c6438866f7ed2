(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** [fairlead run]. *)

val cmd : int Cmdliner.Cmd.t
