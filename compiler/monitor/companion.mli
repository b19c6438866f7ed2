(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Programs in C that subcommands become: beside the command in the source tree ([out/monitor]), or where they were
    installed ([libexec/fairlead]). *)

(** [become name arguments] runs the program in place of this process. Returns a status only if it is not there. *)
val become : string -> string list -> int
