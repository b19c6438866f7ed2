(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** [fairlead monitor show]. *)
val cmd : int Cmdliner.Cmd.t
