(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Statements that run on a thread of their own ([fl_spawned { ... }]), written out: each becomes a marked function,
    whose parameters are copies of the locals that it uses, and a spawn of that. *)

(** The text to be parsed instead, in which such statements stand in one another one level less deep; [None]: there is
    none in this file. *)
val expand : Program.t -> (string option, Diagnosis.t list) result

(** Whether the function has any. *)
val concern : Program.definition -> bool
