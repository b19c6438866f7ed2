(** Expressions: types, and the commands they need before them (calls,
    requests, resumptions). *)

open Fairlead_lang_coq.Syntax

(** A place, and whether it may be written; if not, why. *)
type placed = { place : place; ty : Types.t; read_only : string option }

(** [want]: the type literals should take; not checked. *)
val infer : Context.t -> ?want:Types.t -> Surface.expr -> Coerce.value

(** Of that type, or reported. *)
val check : Context.t -> Surface.expr -> Types.t -> expr

(** An index, offset or length. *)
val position : Context.t -> Surface.expr -> expr

val place : Context.t -> Surface.expr -> placed

(** One that may be written, or reported. *)
val target : Context.t -> Surface.expr -> placed

(** Bytes as a view, and their type. *)
val bytes : Context.t -> Surface.expr -> Coerce.value

(** An operator on places already elaborated: [place op= e]. *)
val update : Context.t -> Loc.t -> Surface.binary -> placed -> Surface.expr -> Coerce.value

(** The value of a constant expression, for {!Env.t.evaluate}. *)
val evaluate : Env.t -> int -> Types.t -> Surface.expr -> Types.t * const

