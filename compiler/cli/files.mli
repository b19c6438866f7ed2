(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Files, read and written in one way. *)

(** All of it, or why not: it has more bytes than [limit], 256 MiB by default (of a channel: any number). *)
val read : ?limit:int -> string -> (string, string) result

val read_channel : ?limit:int -> in_channel -> (string, string) result

(** All of these texts or none: each is written beside its file, which it then replaces, so that a full disk or an interrupted run
    leaves what was there. Permissions stay. The error names the file. *)
val write_all : (string * string) list -> (unit, string) result

val write : string -> string -> (unit, string) result

(** With the folders around it; [Sys_error] if that cannot be. *)
val make_folder : string -> unit
