(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Whether warnings of a file are printed, and what becomes of the exit status: [--warnings]. *)

type t

(** [--warnings=show|none|error]. *)
val option : t Cmdliner.Term.t

(** [program t path]: as {!Load.program_or_report}; the program, and whether its warnings are errors. *)
val program : t -> string -> (Program_info.t * bool) option
