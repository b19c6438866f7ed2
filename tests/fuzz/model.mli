(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** What random programs are made of: types, declarations, variables in scope, places. One program at a time: what has been
    declared is global, until {!reset}. *)

type ty =
  | Bool
  | Int of int
  | Bytes of int
  | Array of int * ty
  | Named of string
  | Option of ty
  | Map of int * int * ty
  | Coro of string
  | Event of string
  | Extern of string
  | View  (** parameters and effect arguments only *)

type effect = { eff_name : string; eff_args : ty list; eff_result : ty option }

(** Parameters with whether they are [inout]. *)
type fn = { fn_name : string; fn_params : (bool * ty) list; fn_result : ty option; fn_extern : bool }

type coro = {
  co_name : string;
  co_params : ty list;
  co_inout : ty list;
  co_lent : ty list;
  co_result : ty option;
  co_effects : effect list;
}

type var = { name : string; ty : ty; writable : bool }

(** {1 Chance} *)

(** Below its argument. *)
val int : int -> int

(** Once in so many times. *)
val flip : int -> bool

val pick : 'a list -> 'a

(** Each with the chance of {!flip}. *)
val some_of : 'a list -> int -> 'a list

(** {1 The program so far} *)

(** Starts another one. *)
val reset : int array -> unit

val records : (string * (string * ty) list) list ref
val unions : (string * (string * ty option) list) list ref
val aliases : (ty * string) list ref
val extern_types : string list ref
val constants : var list ref
val effects : effect list ref
val functions : fn list ref
val coroutines : coro list ref
val coro : string -> coro

(** Whether .fl code can start it and drive it, request by request. *)
val drivable : coro -> bool

(** Most programs are. *)
val small : bool ref

(** {1 Text} *)

val p : ('a, unit, string) format -> 'a

(** What {!say} writes to: a line, indented so many times. *)
val out : Buffer.t ref

val say : int -> ('a, unit, string, unit) format4 -> 'a

(** Whether what is written now is the library, whose names the main file qualifies. *)
val in_library : bool ref

val library_names : (string, unit) Hashtbl.t

(** A new name with that prefix; one for a declaration at the top. *)
val fresh : string -> string

val declare : string -> string

(** As it is written here. *)
val name : string -> string

val show : ty -> string

(** {1 Types} *)

val width : unit -> int

(** Options have no options in them. *)
val option : ty -> ty

(** Of data, and of whatever a variable can have; so deep at most. *)
val data_type : int -> ty

val any_type : int -> ty
val scalar : ty -> bool
val data : ty -> bool
val has_coroutine : ty -> bool
val is_bytes : ty -> bool

(** Of what [match], [is] and [.case] work on. *)
val cases : ty -> (string * ty option) list

(** {1 Scope} *)

type env = {
  vars : var list;
  asks : effect list;  (** what may be asked here *)
  lent : var list;
  labels : string list;  (** of the loops around *)
  loops : int;
  result : ty option;
  in_coroutine : bool;
  impure : bool;  (** calls and requests may be part of the expression *)
  budget : int ref;
}

val bind : env -> string -> ty -> bool -> env

(** Not writable. *)
val bind_all : env -> (string * ty) list -> env

type step = Member of string | At of int | Somewhere
type place = { text : string; of_ty : ty; root : string; steps : step list  (** the last one first *) }

(** As the compiler sees it. *)
val disjoint : place -> place -> bool

(** Variables and their parts that are in scope; of one type; of types that the function accepts. *)
val places : env -> writable:bool -> place list

val of_type : env -> writable:bool -> ty -> place list
val that : env -> writable:bool -> (ty -> bool) -> place list

(** {1 Literals and indices} *)

val literal_of : int -> int -> string
val literal : int -> string

(** Of an array of so many elements; usually in range. *)
val index : env -> int -> string * step
