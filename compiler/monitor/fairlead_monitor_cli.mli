(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The [fairlead monitor] subcommand. *)
val cmd : int Cmdliner.Cmd.t
