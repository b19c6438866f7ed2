(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** Everything declared at the top of a module, numbered. What {!Names}, {!Resolution}, {!Representation} and {!Constants} say
    of it is found when it is first asked for, and kept here. *)

open Fairlead_lang_coq.Syntax

type definition =
  | Type_record of int
  | Type_union of int
  | Type_alias of int
  | Type_extern of int
  | Const of int
  | Effect of int
  | Proc of int
  | Extern_fn of int

type origin = { name : Surface.name; in_module : int }

type extern_type = { x_origin : origin; x_size : Surface.expr; x_align : Surface.expr }

type record = { r_origin : origin; r_decl : (Surface.name * Surface.ty) list; fields : (string * Types.t) array Lazy_definition.t }

(** A case without payload has none. *)
type union = { u_origin : origin; u_decl : (Surface.name * Surface.ty option) list; cases : (string * Types.t option) array Lazy_definition.t }

type effect_decl = {
  e_origin : origin;
  e_decl : Surface.signature;
  mutable args : (string * Types.t) list;
  mutable response : Types.t;
}

type routine = {
  origin : origin;
  signature : Surface.signature;
  mutable params : (mode * string * Types.t) list;
  mutable returns : Types.t;
}

type proc = {
  routine : routine;
  decl : Surface.procedure;
  mutable asks : int list;
  mutable number : int;  (** its index in the program, once {!Call_order} has found it *)
  mutable checked : int;  (** the same, or, if it requires something, of the procedure that tests that first *)
}

type constant = {
  c_origin : origin;
  c_ty : Surface.ty;
  c_expr : Surface.expr;
  value : (Types.t * const) Lazy_definition.t;
  mutable table : int option;
}

type alias = { a_origin : origin; a_ty : Surface.ty; target : Types.t Lazy_definition.t }

type t = {
  modules : modul array;
  records : record array;
  unions : union array;
  effects : effect_decl array;
  procs : proc array;
  externs : routine array;
  constants : constant array;
  extern_types : extern_type array;
  errors : Errors.t;
  mutable evaluate : int -> Types.t -> Surface.expr -> Types.t * const;
      (** by {!Expression}: the value of a constant expression in a module *)
  state : state;
}

and modul = {
  module_name : string;
  path : string;
  imports : (string, int) Hashtbl.t;
  definitions : (string, definition) Hashtbl.t;
  complete : bool;  (** false: there were more, with mistakes that have been reported *)
}

and state = {
  aliases : alias array;
  coq_types : (Types.t, ty) Hashtbl.t;
  numbers : (Types.t, int) Hashtbl.t;
  mutable named : Types.t list;  (** last number first *)
  sizes : (Types.t, Z.t) Hashtbl.t;
  parts : (Types.t, int) Hashtbl.t;
  tables : origin Tables.t;
  mutable constant_bytes : Z.t;  (** of those evaluated so far *)
  chain : Lazy_definition.chain;
  depths : (Types.t, int option) Hashtbl.t;  (** of finite types; [None]: reported *)
  held : (Types.t, int list) Hashtbl.t;
  broken : (definition, unit) Hashtbl.t;  (** what could not be resolved, and has been reported *)
}

(** A file and its imports, as {!Modules} found them; indices are into the list. [whole]: all of its declarations are there. *)
type unit_ = { file : string; unique_name : string; decls : Surface.decl list; whole : bool; import_of : (Surface.name * int) list }

(** Registers every declaration. Set [evaluate] next. *)
val create : Errors.t -> unit_ array -> t

(** Resolves a definition by that function. Mistakes go to [errors], and the definition is not {!intact} from then on. *)
val guarded : t -> definition -> (unit -> unit) -> unit

(** Raises {!Errors.Reported} if the definition could not be resolved. *)
val intact : t -> definition -> unit

(** What is computed when it is first needed. *)
val on_demand : t -> origin -> 'a Lazy_definition.t -> (unit -> 'a) -> 'a

val origin : t -> definition -> origin
