(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** A program and its layout as Coq terms: [fairlead coq]. *)

(** With names for its procedures ([--program]); or with what is known at its statements, and the names of its variables
    and lines ([--facts]); or with these and the theorems about all of it. *)
type extent = Program | Facts | Theorems

val print : Fairlead_lang.Program_info.t -> Fairlead_lang.Frame_planner.t -> file:string -> extent -> string
