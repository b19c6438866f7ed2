(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** [fairlead asm coq]: one file as a term ({!Coq_term}), or two with a theorem ({!Coq_pair}). *)

val cmd : symbolic:bool Cmdliner.Term.t -> dead:string list Cmdliner.Term.t -> int Cmdliner.Cmd.t
(** With the options of [check]. *)
