(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Names as programs write them: with their modules, where they are not the main file's. *)

val qualified : module_name:string -> string -> string
val name : Program_info.name -> string

(** How the requests of a coroutine that asks those effects are called: by the effect's name, and by its module where two would
    be called the same. *)
val request : Program_info.t -> int list -> int -> string
