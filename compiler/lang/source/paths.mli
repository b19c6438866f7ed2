(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Names of source files: as they are read, and as the C names them. *)

(** "a/./b/../c" is "a/c". *)
val normalize : string -> string

(** One name for one file, wherever it is named from: absolute, without looking at links. *)
val identity : string -> string

(** [from_folder_of main path]: the path that leads from the folder of [main] to that file, the same wherever both lie. *)
val from_folder_of : string -> string -> string
