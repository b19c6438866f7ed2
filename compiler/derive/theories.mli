(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Where the compiled Coq files of Fairlead are: beside the command, in the source tree or as installed. *)

(** The folder that [-R ... Fairlead] names. The error says what is missing, and what to do. *)
val folder : unit -> (string, string * string) result
