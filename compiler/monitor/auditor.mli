(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The auditor of theories/layers/Monitor/Audit, extracted, on OCaml's strings: what it answers to a log's entries is what the
    model answers ([monitor_auditor] in theories/Claims/Monitor.v). SHA-256 of values is cryptokit's; the multiset hash
    is AES-CMAC summed modulo 2^128, with a key per epoch. *)

type t
type entry = string Auditor_model.packed_entry
type receipt = string Auditor_model.packed_receipt

(** Are these the bytes of a Merkle record's value, all of them? *)
val is_root : string -> bool

(** The state at the beginning: of a run from the empty store in epoch 0, or from the store whose root has the value
    [root], for which [is_root] holds. *)
val start :
  ?secret:string -> ?root:string -> ?first_epoch:int -> slots:int -> depth:int -> threads:int -> unit -> t

type reading = Entry of entry * int  (** and the offset after it *) | Malformed of Auditor_model.complaint * int

(** The entry at that offset of the text. *)
val read : string -> int -> reading

(** Can more bytes mend it? *)
val is_cut_short : Auditor_model.complaint -> bool

val complaint : Auditor_model.complaint -> string

(** One entry for a thread: what is answered, if anything, or why it is refused; a thread that was refused takes nothing
    any more. *)
val feed : t -> int -> entry -> (receipt option, Auditor_model.refusal) result

(** Certifies as many epochs as can be. *)
val certify : t -> unit

(** How many epochs are certified: those below this number. *)
val certified : t -> int

(** Have all threads completed the next epoch without its being certified? Then it and those after it never are. *)
val is_stuck : t -> bool

(** How many epochs the thread has verified. *)
val verified : t -> int -> int

(** The state now: what the first one is fed later does not reach the second. *)
val copy : t -> t

(** The digest of the root when every record has been evicted, which is done to a copy: by [monitor_sealed] in
    theories/Claims/Monitor.v it stands for the whole state. Of runs of one thread only; none either if the thread was
    refused, if a record has left to Blum and come back in an epoch that is not certified, or if one is cached that came
    from there. *)
val sealed_root : t -> string option

(** Nothing is certified any more; what was collected for it is dropped. *)
val give_up : t -> unit

val epoch_of : receipt -> int
(** Of an epoch that is no [int], and will never be certified, [max_int]. *)
