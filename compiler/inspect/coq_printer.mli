(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** A program and its layout as Coq terms, with the theorems about them, or names for its procedures instead:
    [fairlead coq], [fairlead coq --program]. *)

val print : Fairlead_lang.Program_info.t -> Fairlead_lang.Frame_planner.t -> file:string -> program_only:bool -> string
