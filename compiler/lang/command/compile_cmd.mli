(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** [fairlead compile]. *)
val cmd : int Cmdliner.Cmd.t
