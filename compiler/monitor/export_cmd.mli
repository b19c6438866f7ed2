(* SPDX-License-Identifier: Apache-2.0 OR MIT *)

(** [fairlead monitor export]. *)
val cmd : int Cmdliner.Cmd.t
