(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** [fairlead asm explain CLEAN.S FAST.S]: for code that is refused, every pair of instructions that changed places and must
    not, and what would make it legal; for code that is accepted, what moved where, and which registers were renamed. *)

val run : method_:Judge_trusted.method_ -> dead:string list -> svg:string option -> string -> string -> int
(** [svg]: draw the longest block there. Exit status: 1 if the fast code is refused. *)
