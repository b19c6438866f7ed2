(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The driver that docs/run-protocol.md describes, around {!Meaning}. *)

type ending =
  | Finished of Fairlead_lang.Loc.t option  (** where it trapped *)
  | Out_of_steps

(** Decodes arguments, responses and what is lent from [input]; prints a line for each event. *)
val run :
  ?externals:Meaning.externals ->
  Program.t ->
  Value.home ->
  input:string ->
  steps:int ->
  print:(string -> unit) ->
  ending
