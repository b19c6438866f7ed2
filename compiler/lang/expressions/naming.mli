(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What a name, a case or a field means where it stands; what it does not mean is reported. *)

(** The procedure being elaborated; constants have none: [what] is reported. *)
val need_proc : Context.t -> Loc.t -> string -> Env.proc

(** Reports a definition where a value is wanted, and says how one comes from it. *)
val not_a_value : Context.t -> Loc.t -> string -> Env.definition -> 'a

(** What an expression names at the top level of a module, if it does. *)
val global : Context.t -> Surface.expr -> Env.definition option

(** The union named by an expression, also through an alias. *)
val union_named : Context.t -> Surface.expr -> Types.t option

(** Some of them, if they are many. *)
val a_few : string list -> string

(** The names of a coroutine's requests, with their modules where they need them. *)
val requests : Context.t -> int -> string list

(** The effect that is meant where a coroutine's requests are: by its name, with its module where that alone could be several. [None] if
    it asks none that is called so. *)
val request : Context.t -> int -> Surface.path -> int option

(** The number of a case and its payload's type, if it has one. Only requests are named with modules. *)
val find_case : Context.t -> Types.t -> Surface.path -> int * Types.t option

(** The same, of what stands without a module. *)
val find_case_here : Context.t -> Types.t -> Surface.name -> int * Types.t option

(** The number of a field and its type; [None] when the type has no fields at all. *)
val find_field : Context.t -> Types.t -> Surface.name -> (int * Types.t) option

(** Why the variable may not be written, if so. *)
val variable_read_only : Context.t -> int -> string option
