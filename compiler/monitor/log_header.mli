(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What a log begins with: what it is, what it belongs to, where the run began. docs/monitor-log.md has the bytes. *)

type t = {
  thread : int;
  threads : int;  (** how many logs there are of this run *)
  slots : int;  (** in each thread's cache *)
  depth : int;  (** digits of a data key *)
  run : string;  (** 16 bytes, others for each run *)
  first_epoch : int;
  incarnation : int;  (** of the server whose log it is; 0: nobody counts *)
  root : string;  (** the value of the root in the store that the run began from, encoded *)
}

(** Of a run that begins with the empty store, in epoch 0. *)
val plain : thread:int -> threads:int -> slots:int -> depth:int -> run:string -> t

(** Does it begin with the empty store, in epoch 0? *)
val from_nothing : t -> bool

(** No header has more bytes. *)
val max_length : int

val print : t -> string

(** The header at the beginning of a log, and how many bytes it has; the error is an offset and what is wrong there. An
    error at the end of the text: with more of the log it may be a header. *)
val parse : string -> (t * int, int * string) result

(** Whether more bytes would make no difference to [parse]. *)
val is_complete : string -> bool

(** What keeps the second log from being of the same run as the first. *)
val clash : t -> t -> string option

val max_threads : int
val max_slots : int
val max_depth : int
