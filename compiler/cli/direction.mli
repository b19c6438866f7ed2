(* SPDX-License-Identifier: Apache-2.0 OR MIT *)

(** Characters that turn the direction of a text: a line that has one is shown in another order than it is read
    (CVE-2021-42574). They are U+202A to U+202E and U+2066 to U+2069. *)

(** The bytes that each takes in UTF-8. *)
val length : int

(** Where the first of them begins. *)
val control : string -> int option

(** With a question mark for each. *)
val shown : string -> string
