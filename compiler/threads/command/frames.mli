(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What [fairlead threads frames] says of a file: each frame, and what lives across which line. *)

val report : Translate.analysed -> string
