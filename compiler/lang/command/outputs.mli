(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Where the C goes: never over what it is made from. *)

(** [paths] are to be written, in the folder [dir]; [header] is the name of the one that the others include. The exit
    status, if one of them is a source file, or the user's header, and that was said. *)
val refused :
  Program_info.t -> dir:string -> header:string -> extern_header:string option -> string list -> int option
