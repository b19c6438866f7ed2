(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** A program that is run to its end, with what it says. *)

type said = { status : Unix.process_status; out : string; err : string }

(** From now on SIGINT, SIGTERM and SIGHUP end the child that runs and then us, by [exit]: what is registered with
    [at_exit] is done. *)
val heed_signals : unit -> unit

(** [run ~notes ~progress command arguments]: [notes] is a folder for what is said; [progress] is called with the
    seconds so far, now and then; [environment] is added to ours, [folder] is where it runs. The child ends when we
    do. The error says why it could not be run or heard. *)
val run :
  notes:string ->
  progress:(float -> unit) ->
  ?environment:(string * string) list ->
  ?folder:string ->
  string ->
  string list ->
  (said, string) result
