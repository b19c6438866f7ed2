(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The auditor over the logs of one run, as they come: they are read side by side, none is ever held, and threads are
    told apart by the logs' headers. *)

(** About a log, at a byte; and the entry there, if it was refused. *)
type remark = { path : string; offset : int option; message : string; entry : string option }

type report = {
  faults : remark list;  (** why these are not the logs of one run; if there are any, nothing was verified *)
  failures : remark list;  (** refused, malformed or unreadable: at most one for each log *)
  torn : remark list;  (** logs that end in the middle of an entry *)
  started : Log_header.t option;  (** where the run began, as the headers say *)
  certified : int;  (** epochs below this are, from the first one of the run on *)
  ends : (int * string option) option;
      (** the epoch after the last certified one, and the digest of the root of the state then, where it can be said:
          [Auditor.sealed_root] *)
  stuck : bool;  (** all threads completed the next one, and it does not certify *)
  answers : int;
  certified_answers : int;
  entries : int;
}

(** What the command line says of the run, to be compared with what the headers say. *)
type expected = {
  threads : int option;
  slots : int option;
  depth : int option;
  root : string option;
      (** the digest of the root that the run began from, in hexadecimal; [None]: it began with the empty store *)
  goes_on_in : int option;  (** another run went on from the state at the beginning of this epoch: later ones are void *)
}

(** Of any run that began with the empty store. *)
val anything : expected

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
