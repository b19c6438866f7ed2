(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Blocks on another scheduler and deferred statements, written out as ordinary C: who leaves says where to, goes to
    the end of what he leaves, and from there on, after the way back to his scheduler or the deferred statement. *)

(** The text to be parsed instead; [None]: there is neither in this file. *)
val expand : Program.t -> (string option, Diagnosis.t list) result

(** Whether the function has any. *)
val concern : Program.definition -> bool
