(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The version of Fairlead, from the file VERSION at the root. *)
val current : string
