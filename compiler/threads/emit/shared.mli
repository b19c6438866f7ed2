(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What calls of a function share. *)

(** Where that frame, of a function with a result of that type, has its result. *)
val result_of : string -> string -> string

(** Of who is called, with its attributes: [f__start] and [f__taken]. *)
val functions : own:string -> Program.signature -> string
