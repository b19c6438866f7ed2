(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Which positions of a command and of the C that is printed for it belong together.

    Untrusted: [same_control], extracted, follows each pair (theories/layers/Printed/Control). *)

open Fairlead_lang_coq.Extracted
open Fairlead_lang_coq.Syntax

(** Moves that nothing sees, one after another, at most. *)
val patience : int

val find :
  (procedure -> bool) ->
  (expr -> ctest) ->
  (basic, expr, suspension, call, resumption) cmd ->
  coroutine:bool ->
  line list ->
  text ->
  (source_position, text_position) pair list
