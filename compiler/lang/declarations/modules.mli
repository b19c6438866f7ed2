(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The files of a program: the main one and all it imports, each once. *)

type t = {
  units : Env.unit_ array;  (** the main file first *)
  sources : (string, Source.t) Hashtbl.t;  (** by path *)
}

(** Reads and parses. What cannot be read or parsed goes to [errors]; texts go to [sources] as they are read, so that
    they are there to be quoted when there are too many mistakes to end ({!Errors.Enough}). *)
val load : Errors.t -> read:(string -> (string, string) result) -> sources:(string, Source.t) Hashtbl.t -> string -> t

(** The content of a regular file that is not absurdly large, or why not. *)
val read_file : string -> (string, string) result

val read_standard_input : unit -> (string, string) result
