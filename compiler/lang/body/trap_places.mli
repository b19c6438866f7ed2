(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Traps are reported at the last mark before them in the text. *)

(** Adds marks where a statement goes on behind the text of others: after branches of a value that have statements of their own. *)
val restore : Control.t -> Control.t
