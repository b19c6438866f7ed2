(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Guards as C conditions.

    theories/layers/Lang/Guards/Guards.v puts in front of each operation a guard that says whether it is
    defined; a guard fails where one of these conditions holds, tested in this order. Each may
    count on the ones before it having been false, and must itself be defined in C: nothing
    overflows in a test for overflow. Tested by the fuzzer, whose operands lie on both sides of
    each border (tests/fuzz/README.md: mutants of this file). *)

open Fairlead_lang_coq.Extracted

(** C conditions; ["true"] alone for a guard that always fails. *)
val failures : C_expr_trusted.env -> cguard -> string list

(** What a coroutine's [waits] function returns when it waits for this effect; [None]: when it has not started. *)
val waits_code : int option -> int
