(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The reference interpreter: a coroutine run by the extracted Coq semantics. *)

type ending =
  | Finished  (** [done], [trap] or [end of input] was printed *)
  | Out_of_steps
  | Refused of string  (** the coroutine cannot be run this way; nothing was printed *)

(** [run info p ~input ~steps ~print] runs procedure [p] against a driver made of
    [input], as docs/run-protocol.md says; [print] gets each line. [trapped] gets
    the position of a trap. [externals] stands for the program's extern functions,
    by number: from the arguments to their new values and the result. Without it,
    a program that has some is refused. *)
val run :
  ?externals:(int -> Protocol.data list -> (Protocol.data list * Protocol.data) option) ->
  Fairlead_lang.Program_info.t ->
  int ->
  input:string ->
  steps:int ->
  print:(string -> unit) ->
  trapped:(Fairlead_lang.Program_info.position -> unit) ->
  ending
