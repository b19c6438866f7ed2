(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** theories/Derive/ToC/Verdict.v *)
val text : string
