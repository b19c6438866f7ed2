(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** A procedure being elaborated: its variables, what is in scope, the loops
    around us, and the commands emitted so far. *)

open Fairlead_lang_coq.Syntax

type kind = Parameter of mode | Local

type variable = {
  mutable name : string option;
  ty : Types.t;
  mutable assignable : bool;
  kind : kind;
  mutable at : Loc.t;
  mutable recycled : bool;  (** a temporary that an earlier statement used too *)
}

(** What a name in scope stands for: storage, and whether it may be written. *)
type binding = { place : place; bound_ty : Types.t option  (** [None]: already reported *); writable : bool; declared : Loc.t; shows : (int * expr) option  (** the name of a view: of which, and what it stands for *) }

type loop = { label : string option; break : Control.block; continue : Control.block }

type t

(** [proc = None]: a constant expression; nothing may be emitted. [position]
    numbers source positions. *)
val create : Env.t -> in_module:int -> proc:Env.proc option -> position:(Loc.t -> int) -> t

val env : t -> Env.t
val in_module : t -> int
val proc : t -> Env.proc option

(** {1 Variables} *)

val fresh : t -> ?name:string -> ?assignable:bool -> kind:kind -> Loc.t -> Types.t -> int

(** Not assigned yet, and dead at the end of the innermost {!statement}: then it
    is used again for another. *)
val temporary : t -> Loc.t -> Types.t -> int

(** The same, but not one that an earlier statement used. *)
val new_temporary : t -> Loc.t -> Types.t -> int

val statement : t -> (unit -> 'a) -> 'a
val variable : t -> int -> variable
val variables : t -> variable array

(** The number of the variable if the expression is just a temporary, which
    nobody else knows and which may therefore be taken over. *)
val owned_temporary : t -> expr -> int option

(** Gives a temporary a name, making it a variable of the program. *)
val name_temporary : t -> int -> string -> assignable:bool -> Loc.t -> unit

(** Forgets the temporary if it is the last variable and was never used. *)
val drop : t -> int -> unit

(** {1 Scopes} *)

val bind : t -> Surface.name -> binding -> unit
val lookup : t -> string -> binding option
val names : t -> string list

(** Names bound by the function are forgotten after it. *)
val scope : t -> (unit -> 'a) -> 'a

(** {1 Commands} *)

(** A statement had mistakes, and is left out: what control does there is not known. *)
val drop_statement : t -> unit

(** How many. *)
val dropped : t -> int

(** The signature of the procedure had mistakes: only mistakes in its body that have nothing to do with it are wanted. *)
val unsure : t -> unit

(** Raises {!Errors.Reported} if so. *)
val need_signature : t -> unit

(** Whether tests that literals and constants decide keep control from coming here: then what always traps is no mistake. *)
val never : t -> bool

(** What is elaborated there, if [never], is not reached; nor, after [leaves_here], is the rest of the scope. *)
val under : t -> never:bool -> (unit -> 'a) -> 'a

val leaves_here : t -> unit

(** What has become of views, as far as control has come. *)
val flow : t -> View_lifetimes.t

val emit : t -> Control.t -> unit
val line : t -> Loc.t -> unit

(** What the function emits, instead of emitting it. *)
val capture : t -> (unit -> 'a) -> 'a * Control.t

(** Replaces the last command emitted. *)
val amend_last : t -> (Control.t -> Control.t option) -> bool

val is_empty : Control.t -> bool
val new_block : t -> Control.block
val loops : t -> loop list
val with_loop : t -> loop -> (unit -> 'a) -> 'a
