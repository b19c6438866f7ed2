(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What linkers make of sections by their names: the one list, for sources and for objects. tests/asm/linkers.t holds
    it against the linkers that are there. *)

val among_code : string -> bool
(** Put with what can be run, whatever its flags are: .text, .init, .plt and their like; or compiled when
    it is linked. *)

val is_code : string -> bool
(** [.text] and [.text.NAME]: where code may stand in a source. *)

val left_out : string -> bool
(** Not in memory when the program runs, if it has no flag for that: debugging information, comments, notes. *)
