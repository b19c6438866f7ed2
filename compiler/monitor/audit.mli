(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The auditor over the logs of one run, as they come: they are read side by side, none is ever held, and threads are
    told apart by the logs' headers. *)

(** About a log, at a byte. *)
type remark = { path : string; offset : int option; message : string }

type report = {
  faults : remark list;  (** why these are not the logs of one run; if there are any, nothing was verified *)
  failures : remark list;  (** refused, malformed or unreadable: at most one for each log *)
  torn : remark list;  (** logs that end in the middle of an entry *)
  certified : int;  (** epochs below this are *)
  stuck : bool;  (** all threads completed the next one, and it does not certify *)
  answers : int;
  certified_answers : int;
  entries : int;
}

(** What the command line says of the run, to be compared with what the headers say. *)
type expected = { threads : int option; slots : int option; depth : int option }

(** [answered] is told of every answer, of each thread in its order; [progress] now and then, with the bytes and entries
    so far. *)
val run :
  expected:expected ->
  answered:(Auditor.receipt -> unit) ->
  progress:(bytes:int -> entries:int -> unit) ->
  string list ->
  report

(** The most logs that are not files: they have to be open all at once. *)
val max_pipes : int
