(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Control: commands as C statements. Nobody trusts what it decides ({!C_lines_trusted}).

    The source's structure is kept. Suspensions and calls of coroutines are
    labels [at_N] that the entry switch jumps to; exits are [break], [continue] or a
    forward [goto]. A test's operands are tested one by one, as lowered. *)

(** The whole body, and the entry. *)
val body : C_body_trusted.t -> C_lines_trusted.printed
