(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** From a file of Gallina programs to C with its theorem. Nothing is written but in a folder of its own that goes with
    the process; what is handed back was proved, as a whole. *)

type request = {
  file : string;  (** FILE.v, as the user named it *)
  theories : string;
  load_paths : string list;  (** options of coqc's *)
  allowed : string list;  (** assumptions that a theorem may rest on *)
  main : bool;  (** a driver too *)
  compiled : bool;  (** what Coq made too *)
  recheck : bool;  (** by coqchk *)
  keep : bool;  (** that folder, and say where *)
}

type program = { name : string; assumed : string list; externs : string list; files : (string * string) list }
(** [externs]: functions that C has to supply; [files]: names without a folder, and texts. *)

(** What Coq printed, and the programs; or the exit status, when what was wrong has been said. *)
val run : request -> text:string -> (string * program list, int) result

(** The name of the Coq file: FILE. The error says why it is none. *)
val module_name : string -> (string, string) result
