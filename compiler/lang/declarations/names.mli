(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What names mean in a module. *)

open Env

(** Looks up [NAME] or [module.NAME]; says what it is, or that it is unknown. *)
val find : t -> int -> Surface.path -> definition

val find_opt : t -> int -> Surface.path -> definition option
val find_proc : t -> int -> Surface.path -> int
val find_effect : t -> int -> Surface.path -> int

(** Help for a name that is not known. *)
val declare_it : string

(** What to call a definition in messages: "function", "record", ... *)
val describe : t -> definition -> string

(** The same with its article: "a function", "an effect", ... *)
val described : t -> definition -> string

(** As seen from the main module: [module.name] unless it is there. *)
val qualified : t -> origin -> string

(** Names one can write in a module, for proposals; and those of definitions of some kind. *)
val visible_names : t -> int -> string list

val candidates : t -> int -> (definition -> bool) -> string list
