(* SPDX-License-Identifier: Apache-2.0 OR MIT *)

(** The length of the well-formed character at that offset, or 0. *)
val length : string -> int -> int

(** Whether the character there turns the direction of a text: a line that has one is shown in another order than it is
    read (CVE-2021-42574). They are U+202A to U+202E and U+2066 to U+2069. *)
val turns : string -> int -> bool

(** With [shown] of each piece that must not go to a terminal: a control character, one that turns the direction, a
    malformed byte. *)
val mapped : (string -> string) -> string -> string
