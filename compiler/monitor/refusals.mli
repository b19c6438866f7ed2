(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Why an entry was refused. *)

(** The model's name for the auditor's reason. *)
val of_auditor : Auditor_model.refusal -> Monitor_model.refusal

(** In words. *)
val explain : Auditor_model.refusal -> string
