(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What marked functions may have and the translation does not know, in words that it knows: computed jumps are
    switches over the labels whose addresses are taken, `_Generic` with a call that may suspend is what it selects,
    and a variable with a cleanup function has an `fl_defer` behind it. *)

(** The text to be parsed instead; [None]: there is nothing of the kind in this file. *)
val expand : Program.t -> string option
