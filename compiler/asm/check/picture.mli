(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** A drawing of how fast code interleaves clean code: both in columns, each instruction joined to itself. *)

val svg : clean:string array -> fast:string array -> int array -> string
(** The texts, and the clean position of each fast instruction, or -1. Each eighth of the clean code has a colour. *)
