(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* Each extraction has its own type for the same checks. *)
let of_auditor : Auditor_model.refusal -> Monitor_model.refusal = function
  | Slot_out_of_range -> Slot_out_of_range
  | Slot_empty -> Slot_empty
  | Slot_full -> Slot_full
  | Same_slot -> Same_slot
  | Not_merkle -> Not_merkle
  | Not_data -> Not_data
  | Not_descendant -> Not_descendant
  | Value_not_initial -> Value_not_initial
  | Value_does_not_fit -> Value_does_not_fit
  | Wrong_digest -> Wrong_digest
  | In_blum -> In_blum
  | Child_in_cache -> Child_in_cache
  | Edge_elsewhere -> Edge_elsewhere
  | Has_children -> Has_children
  | Wrong_parent -> Wrong_parent
  | Root_key -> Root_key
  | Epoch_already_verified -> Epoch_already_verified
  | Counter_overflow -> Counter_overflow
  | Count_overflow -> Count_overflow
  | Epoch_overflow -> Epoch_overflow
  | Not_later -> Not_later
  | Added_by_merkle -> Added_by_merkle
  | Added_by_blum -> Added_by_blum
  | Epoch_not_over -> Epoch_not_over
  | Bad_call -> Bad_call
  | Not_absent -> Not_absent
  | Not_in_cache -> Not_in_cache
  | Value_too_large -> Value_too_large
  | Index_overflow -> Index_overflow
  | Still_needed -> Still_needed
  | Thread_failed -> Thread_failed
  | No_such_thread -> No_such_thread

let explain why = Reference.explain_refusal (of_auditor why)
