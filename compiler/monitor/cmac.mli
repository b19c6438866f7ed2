(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** AES-CMAC (RFC 4493), with cryptokit's AES and the key expanded once. Not for use by several threads at once: a key
    has one scratch block. *)

type key

(** Of 16 bytes. *)
val key : string -> key

(** The code of the bytes: 16 bytes. *)
val mac : key -> string -> string
