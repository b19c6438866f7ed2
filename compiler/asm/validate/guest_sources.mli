(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What the emulator runs and its settings: files of this directory as text (made by dune). *)

val boot : string
val cosim : string
val cosim_state : string
val bochs : string
val driver : string
