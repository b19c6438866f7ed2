(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The [fairlead asm] subcommand. *)
val cmd : int Cmdliner.Cmd.t
