(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Extern functions and types for random programs, known on both sides. *)

(** Declarations that a program may have, with what calls need to know. *)
val all : (string * Model.fn) list

(** The same on extern types: these come first, all of them. *)
val type_declarations : (string * string) list

val all_on_types : (string * Model.fn) list

(** A record that an extern function takes, with extern types in it. *)
val box : string

val box_fields : (string * Model.ty) list

(** The function that makes a number of a value of that type. *)
val digest_of : string -> string

val is : string -> bool

(** What they compute, for the interpreter. *)
val meaning :
  Fairlead_lang.Program_info.t ->
  int ->
  Fairlead_interpret.Protocol.data list ->
  (Fairlead_interpret.Protocol.data list * Fairlead_interpret.Protocol.data) option

(** The same in C, for those that the emitted header declares. *)
val definitions : prefix:string -> emitted:string -> Fairlead_lang.Program_info.t -> string
