(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What was printed of marked functions is read back, and compared by a verified function
    (theories/layers/Threads/Text) with what was said of them; and each token of them is in it as often as it may be. *)

(** [blanks], [apart], [fields]: as in {!Told.of_function}. [allowances]: how often each byte of the source may be in
    the translation ({!Accounts}). An error: a mistake of
    flcc. *)
val check :
  Program.t ->
  blanks:(int * int) list ->
  apart:(string -> bool) ->
  fields:(Ir.var list -> (int, string) Hashtbl.t) ->
  allowances:Bytes.t ->
  Checked.t list ->
  string ->
  (unit, Diagnosis.t) result
