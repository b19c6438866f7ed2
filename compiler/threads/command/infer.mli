(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The marks that a file lacks, as a patch. *)

(** The patch, empty if no mark is missing; what no mark can make good is printed, and makes the result [Error]. *)
val patch : Program.t -> (string, string) result
