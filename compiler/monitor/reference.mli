(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The reference monitor: the extracted model with SHA-256 for values and, for the
    multiset hash, a keyed PRF summed modulo 2^128, one key per epoch. *)

open Monitor_model

val sha256 : string -> string
(** The digest of FIPS 180-4, 32 bytes. *)

val hmac_sha256 : key:string -> string -> string
(** The authentication code of RFC 2104 with SHA-256, 32 bytes. Neither is ours: both are cryptokit's. *)

val value_digest : value -> bytes

val sum_hash : secret:string -> z multiset_hash
(** PRF: HMAC-SHA-256 of the element's bytes, truncated to 128 bits, under a key that
    is HMAC of the epoch under [secret]. *)

val random_secret : unit -> string

val config : ?slots:int -> ?depth:int -> threads:int -> 'acc multiset_hash -> 'acc config
(** Slots default to 65536, the digits of a data key to 256. *)

type location = { entry : int; offset : int }
(** An entry of a log: its number from 0 and its first byte. *)

val parse : string -> (entry list, int * string) result
(** The entries of a log, or the offset of the malformed byte and what is wrong. *)

val print : entry list -> string

type refused = { thread : int; where : location; what : entry; why : refusal }

type report = {
  refusals : refused list;  (** at most one per thread: failure is permanent *)
  certified : int option;  (** the last certified epoch *)
  stuck : int option;  (** an epoch all threads completed and that does not certify *)
  receipts : receipt list;  (** every answer; those whose epoch is not certified are worth nothing *)
}

val certified_up_to : report -> int -> bool
(** Is the epoch certified, and so all before it? *)

val is_certified : report -> receipt -> bool

val verify : 'acc config -> entry list array -> report
(** One log per thread. *)

val explain_refusal : refusal -> string
