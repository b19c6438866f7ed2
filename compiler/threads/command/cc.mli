(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** [flcc]: takes cc's options, and does what cc does. *)

(** The exit status: cc's, and 1 where a file was diagnosed. *)
val main : string list -> int

(** What a file is preprocessed with: cc, with these options; the text. *)
val preprocess : string list -> string -> (string, int) result

(** Of cc's options those that clang has to know to parse as cc does. *)
val clang_options : string list -> string list

(** Whether clang is what FLCC_CC names. *)
val back_end_is_clang : unit -> bool

(** The C compiler's name, with the words behind it. *)
val back_end : unit -> string list

(** Calls it with these words: its status. *)
val hand_on : string list -> int
