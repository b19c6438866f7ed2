(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** theories/layers/Derive/ToC/Verdict.v *)
val text : string
