(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Who calls and spawns whom in a file, as Graphviz source. *)

val to_dot : Program.t -> string
