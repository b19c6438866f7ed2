(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Characters that texts of .fl are made of. *)

val is_letter : char -> bool
val is_digit : char -> bool

(** Letters and digits. *)
val is_word : char -> bool

val hex_value : char -> int option
