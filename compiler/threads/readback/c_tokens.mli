(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The tokens of preprocessed C, for the check of what was printed ({!Read_back}): of the source and of the
    translation. It shares nothing with what prints. *)

type t = { at : int; word : string }

(** Of these bytes. Line markers and comments are no tokens; a line with another directive is one. *)
val of_text : ?first:int -> ?last:int -> string -> t array

val words : string -> string list
