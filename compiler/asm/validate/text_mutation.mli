(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Random changes to the text of an assembly file, of every kind that could be read wrongly: labels, jumps, calls, prefixes, directives,
    sections, symbols, data, comments, marks, instructions. *)

val mutate : Random.State.t -> string array -> string array * string
(** One to three changes to lines, and the kinds of them. *)
