(* SPDX-License-Identifier: Apache-2.0 OR MIT *)

(** [fairlead monitor import]. *)
val cmd : int Cmdliner.Cmd.t
