(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Names that statements bind: declarations, and payloads of what is matched. *)

open Fairlead_lang_coq.Syntax

(** The place as it is settled now, whatever changes while the statement is running. *)
val settled : Context.t -> Loc.t -> place -> place

(** Does not change while the statement is running. *)
val is_steady : Context.t -> expr -> bool

(** The value as it is now, in a temporary if need be. *)
val once : Context.t -> Loc.t -> Types.t -> expr -> expr

(** Bound to nothing, so that its uses are not reported when its declaration has been. *)
val poison : Context.t -> Surface.name -> unit

val declare : Context.t -> Surface.name -> Types.t -> expr -> assignable:bool -> unit

(** [let n = e], [let n: t = e]: a value, or without a type also a view. *)
val declare_let : Context.t -> Surface.name -> Surface.ty option -> Surface.expr -> unit

(** What a declaration declares its name to be, of the type written there if there is one. *)
val declared_value : Context.t -> Surface.name -> Surface.ty option -> Surface.expr -> Coerce.value

(** [let _ = e] *)
val ignore_value : Context.t -> Surface.ty option -> Surface.expr -> unit

(** Whether storage keeps its value while code runs that changes this. *)
val keeps_value : Context.t -> place -> Assigned.t -> bool

(** Names what is in storage, without a copy if it is large and what runs below does not change it. *)
val bind_payload : Context.t -> Assigned.t Lazy.t -> Surface.name -> place -> Types.t -> unit
