(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What is a name, a number and a word in the text of an assembly file: the one place that says it. *)

val is_digit : char -> bool

(** Letters, digits and [_]: words of comments, of the C preprocessor, and parameters of procedures. *)
val is_plain : char -> bool

(** What a symbol may begin with: letters and [_ . $]. *)
val is_start : char -> bool

(** What a symbol is made of: that, and digits. *)
val is_part : char -> bool

(** That, and the [@] of [name@@PLT]: what stands together as one operand. *)
val is_operand_part : char -> bool

(** A symbol, which [.] by itself is not. *)
val is_symbol : string -> bool

(** Digits only: a label such as [1], which [1b] and [1f] lead to. *)
val is_numeric_label : string -> bool

(** What of that kind begins there, and where it ends; not beyond the limit. *)
val at : ?limit:int -> (char -> bool) -> string -> int -> string * int
