(** The body of one procedure as C: guards, statements, control.

    Control keeps the source's structure. Suspensions and calls of coroutines are
    labels [at_N] that the entry switch jumps to; exits are [break], [continue] or a
    forward [goto]. *)

open Fairlead_lang_coq.Syntax

type t

(** [reach] says how each variable is written in C. *)
val create :
  C_types_trusted.t ->
  int ->
  constants:(int, unit) Hashtbl.t ->
  waits:(int, unit) Hashtbl.t ->
  reach:C_expr_trusted.lvalue array ->
  in_frame:bool array ->
  t

(** Prints the body; what follows is known afterwards. *)
val body : t -> string

val used : t -> int -> bool
val traps : t -> bool  (** it mentions the label [trap] *)

val leaves_early : t -> bool  (** it mentions the label [done] *)

(** The value of [at] for a suspension or a call of a coroutine. *)
val at_number : t -> label -> int

(** Suspensions and calls where most steps are likely to begin, the likeliest first; two at most. *)
val likely : t -> label list

(** Where the result is. *)
val result : t -> C_expr_trusted.lvalue

(** How a function, not a coroutine, returns. *)
val function_return : t -> string

val var : string -> C_expr_trusted.lvalue
val pointer : string -> C_expr_trusted.lvalue

(** Statements that copy a value of a type. *)
val copy_value : C_expr_trusted.lvalue -> ty -> C_expr_trusted.lvalue -> string list
