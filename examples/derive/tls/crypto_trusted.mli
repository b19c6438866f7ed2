(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Real cryptography for the derived server: OpenSSL's libcrypto, and what turns its strings into lists of bytes. *)

val crypto : Tls_machine.crypto
val shared : Tls_machine.group -> Tls_machine.bytes -> (Tls_machine.bytes * Tls_machine.bytes) option

(** 32 bytes *)
val random : unit -> Tls_machine.bytes

val sign : Tls_machine.bytes -> Tls_machine.bytes option

(** Files in PEM. Failure says what is wrong with them. *)
val config : certificate:string -> key:string -> page:string -> Tls_machine.config

val to_string : Tls_machine.bytes -> string
val of_string : string -> Tls_machine.bytes
val to_n : int -> Tls_machine.n
