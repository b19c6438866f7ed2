(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** A log being read: a file, a pipe, standard input. What was read and not used is kept, and nothing else. *)

type t

(** ["-"] is standard input. Opening waits for nobody, not even for the writer of a named pipe. The error says why it
    cannot be read. *)
val opened : string -> (t, string) result

val path : t -> string

(** Files never make their reader wait. *)
val is_file : t -> bool

(** More descriptors are in use than can be waited for at once. *)
exception Too_many

(** The logs among these that can be read without waiting; waits until there is one if told to. @raise Too_many *)
val readable : wait:bool -> t list -> t list

(** Reads on, once. *)
val fill : t -> (unit, string) result

(** Has all been read? *)
val is_at_end : t -> bool

(** Has so much come since [text] was looked at last that looking again pays? *)
val has_news : t -> bool

(** What was read and not used, and its offset in the log. *)
val text : t -> string

val offset : t -> int

(** That many bytes of [text] are used. *)
val use : t -> int -> unit

(** A file is closed until it is read again: there may be more of them than can be open. *)
val park : t -> unit

val close : t -> unit
