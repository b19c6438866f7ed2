(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What a log begins with: what it is, and what it belongs to. docs/monitor-log.md has the bytes. *)

type t = {
  thread : int;
  threads : int;  (** how many logs there are of this run *)
  slots : int;  (** in each thread's cache *)
  depth : int;  (** digits of a data key *)
  run : string;  (** 16 bytes, others for each run *)
}

(** In bytes. *)
val length : int

val print : t -> string

(** Of the first [length] bytes of a log, or of all if it has fewer; the error is an offset and what is wrong there. *)
val parse : string -> (t, int * string) result

(** What keeps the second log from being of the same run as the first. *)
val clash : t -> t -> string option

val max_threads : int
val max_slots : int
val max_depth : int
