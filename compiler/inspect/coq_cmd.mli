(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** [fairlead coq]. *)

val cmd : int Cmdliner.Cmd.t
