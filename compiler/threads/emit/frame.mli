(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The structure of a function's frame, and the function that makes one. *)

val unused : string

(** Each saved variable in a member with its name, or one like it: by key. *)
val name_fields : Ir.var list -> (int, string) Hashtbl.t

val structure : Context.t -> Program.signature -> string

(** [f__push], of the parameters' variables; [own]: its attributes. *)
val push : own:string -> Program.signature -> Ir.var list -> (Ir.var -> string) -> string
