(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(** The program as written. Every node knows where it is; expressions, types and
    statements also know how deeply they nest, so that the parser can refuse
    input that would overflow the stack of a later pass. *)

open Fairlead_lang_coq.Syntax

type name = { id : string; loc : Loc.t }

(** [NAME] or [module.NAME]. *)
type path = { qualifier : name option; base : name }

type binary =
  | Arith of arith
  | Compare of comparison
  | And
  | Or

type unary = Not | Complement

type ty = { t : ty_desc; t_loc : Loc.t; t_depth : int }

and ty_desc =
  | T_name of path
  | T_bytes of expr option
  | T_array of ty * expr
  | T_option of ty
  | T_map of ty * ty * expr
  | T_coro of path
  | T_event of path

and expr = { e : expr_desc; loc : Loc.t; depth : int }

and expr_desc =
  | Int of Z.t * width option
  | Bool of bool
  | String of string
  | Name of string
  | Field of expr * name  (** also [module.NAME], [Union.case] *)
  | Index of expr * expr
  | Slice of expr * expr option * expr option
  | Apply of expr * arg list
  | Unary of unary * expr
  | Binary of binary * Loc.t * expr * expr  (** the operator's place *)
  | Cond of expr * expr * expr
  | Cast of expr * name * bool  (** true: [as%] *)
  | In of expr * expr
  | Is of expr * name
  | Record of path * (name * expr) list
  | Array of expr list
  | Fill of expr * expr
  | Default
  | None_
  | Some_ of expr
  | Load of endian * name * expr
  | Ask of path * arg list
  | Call of path * arg list
  | Start of path * arg list
  | Resume of expr * arg list option * (path * arg list) option
      (** child, places lent, answer *)
  | Choose of stmt  (** an [If] or a [Match] for its value *)

and arg = { inout : bool; value : expr }

and pattern =
  | P_case of path * name list
  | P_int of Z.t * width option * Loc.t

and stmt = { s : stmt_desc; s_loc : Loc.t; s_depth : int }

and stmt_desc =
  | Let of name * ty option * expr  (** the name [_] discards *)
  | Var of name * ty option * expr option
  | Assign of expr * (binary * Loc.t) option * expr
  | Expr of expr
  | If of expr * block * block
  | While of name option * expr * block
  | Loop of name option * block
  | For_range of name option * name * expr * expr * block
  | For_each of name option * name * name option * expr * block  (** two names: a map's key and value *)
  | Match of expr * arm list
  | Break of name option
  | Continue of name option
  | Return of expr option
  | Trap
  | Assert of expr
  | Scope of block
  | Push of expr * expr
  | Append of expr * expr
  | Resize of expr * expr
  | Store of endian * name * expr * expr
  | Remove of expr * expr
  | Mark of name  (** a place with a name, for orders *)
  | Forward of expr * arg list option  (** all of an arm: the child, and what is lent to it *)
  | Value of expr * tail  (** last in its block: what the block is worth *)

(** How it was written: [{ ... e }], or [=> e,]. *)
and tail = Of_block | Of_arm

and block = stmt list

and arm = { patterns : pattern list  (** none: [else] *); body : block; arm_loc : Loc.t }

type param = { mode : mode; p_name : name; p_ty : ty }

type signature = { params : param list; result : ty option }

type decl =
  | D_import of string * Loc.t * name option
  | D_const of name * ty * expr
  | D_record of name * (name * ty) list
  | D_union of name * (name * ty option) list
  | D_alias of name * ty
  | D_extern_type of name * (expr * expr)  (** size, alignment *)
  | D_extern_fn of name * signature
  | D_effect of name * signature
  | D_proc of procedure

(** In which order a coroutine asks: states, the first one first; of each, what may come in it and where that leads,
    if that is not where it is. *)
and order = { states : (name * edge list) list; order_loc : Loc.t }

and edge = { trigger : trigger; target : name option }

and trigger =
  | On_ask of path * name option * name option  (** an effect, the case of its argument, and the case of the answer *)
  | On_mark of name
  | On_others of Loc.t  (** whatever else is asked *)

and procedure = {
  name : name;
  coroutine : bool;
  trapless : bool;
  signature : signature;
  requires : expr list;  (** of its parameters, whenever it is called *)
  asks : path list;
  order : order option;
  body : block;
  closing : Loc.t;  (** the last brace *)
}
