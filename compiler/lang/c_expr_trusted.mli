(** Places, expressions and guards as C expressions.

    Expressions are printed as plain C: the guards that make them defined have
    been printed before (theories/Lang/Lower.v). *)

open Fairlead_lang_coq.Extracted
open Fairlead_lang_coq.Syntax

(** A C lvalue, or a pointer to one. *)
type lvalue = { text : string; pointer : bool }

val value : lvalue -> string
val address : lvalue -> string
val dot : lvalue -> string -> lvalue

(** The procedure being printed. *)
type env = {
  types : C_types_trusted.t;
  proc : int;
  types_of : ty array;  (** of variables *)
  reach : lvalue array;  (** how each variable is reached *)
  in_frame : bool array;
  used : bool array;  (** filled in while printing *)
  constants : (int, unit) Hashtbl.t;  (** mentioned so far, shared by the program *)
  waits : (int, unit) Hashtbl.t;  (** coroutines whose state somebody asks for *)
}

val place : env -> place -> lvalue * ty

(** Integers and booleans. *)
val scalar : env -> expr -> string

(** Bytes and views: a pointer and a length (of type uint32_t). *)
val bytes : env -> expr -> string * string

(** The ways in which a guard fails, in order: C conditions. *)
val failures : env -> cguard -> string list

(** Whether a variable occurs. *)
val mentions : int -> expr -> bool

(** The variable a place is part of; [None] for constants. *)
val root : place -> int option

val bits : width -> int

(** An integer constant. *)
val literal : width -> Fairlead_lang_coq.Big_trusted.t -> string

val string_literal : Fairlead_lang_coq.Big_trusted.t list -> string

(** What [waits] functions return. *)
val waits_code : int option -> int
