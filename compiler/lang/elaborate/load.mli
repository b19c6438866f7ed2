(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** From a path to an elaborated program: the entry point of everything that
    works on .fl files. *)

(** The mistakes, at least one; perhaps there are more. *)
type failure = { messages : Fairlead_cli.Message.t list; more : bool }

(** All of them as they are printed for people. *)
val text : failure -> string

(** [program path] reads a file and all it imports, and checks them. [read] is
    where files come from, for tests; so is [change], which damages what the front end
    made before the verified checkers see it. The program satisfies the verified type
    checker too. Never raises on any input. [warn] gets what {!Lints} says of a program that is in order. *)
val program :
  ?read:(string -> (string, string) result) ->
  ?change:(Program_info.t -> Program_info.t) ->
  ?warn:(Fairlead_cli.Message.t list Lazy.t -> unit) ->
  string ->
  (Program_info.t, failure) result

(** As {!program}, where ["-"] is standard input; on failure prints the diagnostics to standard error. *)
val program_or_report : ?warn:(Fairlead_cli.Message.t list Lazy.t -> unit) -> string -> Program_info.t option
