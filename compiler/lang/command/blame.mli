(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What is said after elaboration of something that the program names: with the place where it is defined, its line
    and a caret. *)

val part : Program_info.name -> string -> Fairlead_cli.Message.part

(** Prints it; the result is {!Fairlead_cli.Exit_status.diagnosed}. [note]: another definition, and what it has to do
    with this one. *)
val diagnosed :
  help:string -> ?note:Program_info.name * string -> Program_info.name -> ('a, unit, string, int) format4 -> 'a
