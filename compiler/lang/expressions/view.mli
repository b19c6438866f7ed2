(** [let head = text[0..4];]: a name for bytes that stay where they are. The bounds are checked and fixed where it is made;
    every use stands for the slice. {!View_lifetimes} knows when it is too late for one. *)

open Fairlead_lang_coq.Syntax

val declare : Context.t -> Surface.name -> Loc.t -> expr -> unit

(** What the name of a view stands for, if it is one. Reported if its bytes have changed since. *)
val named : Context.t -> Surface.expr -> expr option

(** Reported if the bytes of a view, should that be one, have changed since it was evaluated. *)
val still_there : Context.t -> Surface.expr -> unit

(** Bytes that can be indexed, but are no place: a slice, or the name of one. *)
val is_slice : Context.t -> Surface.expr -> bool

(** What to say of a use of the view of that name; [again]: the change was in an earlier round of a loop. *)
val too_late : string -> Loc.t -> View_lifetimes.change -> again:bool -> Diagnostic.t
