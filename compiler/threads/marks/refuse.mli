(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What a function that suspends must not contain: what has no meaning once its C stack is gone, and what is not
  translated. *)

(** Names that are ours. *)
val names : Program.t -> Program.definition -> Diagnosis.t list

(** What has a type that is written anew, and that clang does not know. *)
val types : Program.t -> Program.definition -> Diagnosis.t list

val function_ : Program.t -> Program.definition -> Diagnosis.t list

(** Refusals that only the dataflow can see. *)
val saved : Program.t -> Checked.t -> Diagnosis.t list
