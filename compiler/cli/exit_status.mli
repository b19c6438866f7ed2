(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Exit statuses of the [fairlead] command, the same for every subcommand:
    0 ok, 1 the input was diagnosed, 2 the command line makes no sense.
    Some have a fourth: 3, nothing was refused, but no theorem covers what was compared. *)

val ok : int
val diagnosed : int
val usage : int
val not_covered : int

(** What every manual page says about them. *)
val documented : Cmdliner.Cmd.Exit.info list

(** The same for commands that may return {!not_covered}. *)
val documented_not_covered : Cmdliner.Cmd.Exit.info list

(** Evaluates a command whose terms return one of the statuses above, and maps
    Cmdliner's own parse errors to [usage]. An exception that escapes is a bug
    in fairlead: it is reported as such and the status is 125. That standard output
    cannot be written is none: it is reported, the status is [diagnosed]. *)
val eval : int Cmdliner.Cmd.t -> int

(** For what is no command of Cmdliner's: prints a text to standard output, and is [ok]. If it cannot be written, that
    is reported, the status is [diagnosed], and nothing is left for the runtime to try again. *)
val print : string -> int
