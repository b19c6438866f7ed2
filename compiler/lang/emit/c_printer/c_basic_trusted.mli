(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Basic statements: assignments, updates in place, external calls.

    The guard first, then the operation: bytes are moved only after all lengths have been
    checked. Where source and destination are parts of one variable, they are copied as if
    by memmove. *)

open Fairlead_lang_coq.Syntax

val basic : C_body_trusted.t -> basic -> string list

(** The statements of C that it is behind its guard, where they are not text, and the last temporary's number. *)
val tree :
  C_body_trusted.t ->
  Fairlead_lang_coq.Extracted.cguard ->
  basic ->
  (( Fairlead_lang_coq.Extracted.variable0,
     Fairlead_lang_coq.Extracted.member_name,
     Fairlead_lang_coq.Extracted.function_name )
   Fairlead_lang_coq.Extracted.cstat
   list
  * int)
  option
