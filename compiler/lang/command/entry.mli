(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Which procedure of a program a command is about. *)

(** The command line's: a file, and perhaps the name of a coroutine. *)
val file : string Cmdliner.Term.t

val name : string option Cmdliner.Term.t

(** All coroutines of a program, imported ones too. *)
val coroutines : Program_info.t -> int list

(** What is meant where no name is given: of the main file. *)
val last_coroutine : Program_info.t -> int option

(** [choose path info name f] is [f] of the coroutine meant; if there is none, says so. Exit status. *)
val choose : string -> Program_info.t -> string option -> (int -> int) -> int

(** Of the program in that file, if it is one. *)
val with_one : string -> string option -> (Program_info.t -> int -> int) -> int
