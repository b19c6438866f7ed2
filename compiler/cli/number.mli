(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Numbers on the command line: what is outside of the range makes no sense: status 2, before anything is
    read. *)

(** With the least and the greatest. *)
val between : int -> int -> int Cmdliner.Arg.conv

val at_least : int -> int Cmdliner.Arg.conv

(** As [between]; not a number is none. *)
val real : float -> float -> float Cmdliner.Arg.conv
