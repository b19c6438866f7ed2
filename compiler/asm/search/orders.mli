(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Orders of the longest block of a file, perhaps with prefetches inserted: what the search of
    {!Optimize} is over. *)

type target
(** A file, the block in it, and which of its instructions must come before which. *)

type prefetch = { before : int;  (** the number of an instruction of the block, or how many there are: the end *)
                  instr : Asm_model.instr }

type t = { order : int array;  (** numbers of the instructions of the block *)
           prefetches : prefetch list }

val load : string -> target
(** Raises {!Diagnostic.Error}, as all that read files here. *)

val status : target -> string -> int
(** Exit status of an order of that file's block; see {!Premises.status_of_written}. *)

val procedure : target -> string
(** The one [.globl] symbol of the file. *)

val identity : target -> t

val of_reordering : target -> string -> t
(** The order that another file is in; prefetches there may be new. *)

val verify : target -> t -> (unit, Diagnostic.t) result
(** By the extracted checkers: without its prefetches it is a legal reordering, with them it computes the same. *)

val text : keep:(Source.statement -> bool) -> target -> t -> string
(** The whole file, in this order. *)

val write : target -> t -> unit
(** To standard output, after it was read back and compared. *)

(** {1 Variation} Outcomes of legal orders are legal orders. *)

val mutate : Random.State.t -> prefetches:int -> target -> t -> t
(** Groups of neighbours move, or a prefetch appears, disappears or changes; [prefetches] is the most there may be. *)

val cross : Random.State.t -> prefetches:int -> target -> t -> t -> t
(** Goes on with the next instruction that is still missing of one parent or the other, so that what is in one
    order in both stays in that order. *)

(** {1 Files} *)

type field = string * string

val to_fields : target -> t -> field list
val of_fields : target -> file:string -> field list -> t * field list
(** And the fields that are not the order's. *)

val read_fields : magic:string -> string -> field list
val write_fields : magic:string -> string -> field list -> unit
(** At once: a reader sees the old file or the new one. *)

val magic : string
(** Of order files. *)
