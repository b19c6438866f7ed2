(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Logs and receipts, readably. *)

open Monitor_model

val hex : string -> string

val key : key -> string
(** The root is [root], other keys their digits in hexadecimal and their number. *)

val datum : datum -> string
val entry : entry -> string

val raw : string -> string
(** The entry of which these are all the bytes. *)

val receipt : Auditor.receipt -> string
(** On one line. *)
