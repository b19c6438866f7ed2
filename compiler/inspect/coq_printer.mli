(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** A program and its layout as Coq terms, with the theorems about them: [fairlead coq]. *)

val print : Fairlead_lang.Program_info.t -> Fairlead_lang.Frame_planner.t -> file:string -> string
