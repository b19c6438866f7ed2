(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
module Num = Z
module Coq = Fairlead_lang_coq.Extracted
open Fairlead_lang_coq.Syntax
module N = C_names_trusted
module T = C_types_trusted

type lvalue = C_spelling_trusted.lvalue = { text : string; pointer : bool }

let var = C_spelling_trusted.var
let pointer = C_spelling_trusted.pointer
let value = C_spelling_trusted.value
let address = C_spelling_trusted.address
let dot = C_spelling_trusted.dot
let string_literal = C_spelling_trusted.string_literal

type tree = (Coq.variable0, Coq.member_name, Coq.function_name) Coq.cexpr

type env = {
  types : T.t;
  proc : int;
  types_of : ty array;
  reach : lvalue array;
  in_frame : bool array;
  used : bool array;
  constants : (int, unit) Hashtbl.t;
  waits : (int, unit) Hashtbl.t;
}

let names env = T.names env.types
let p = Printf.sprintf
let byte_order = function Big -> "be" | Little -> "le"
let bits = function W8 -> 8 | W16 -> 16 | W32 -> 32 | W64 -> 64

let literal w z = C_spelling_trusted.constant (Coq.notation_of w) z

(* {2 Names} *)

let member env = function
  | Coq.MLen -> "len"
  | MData -> "data"
  | MElements -> "a"
  | MTag -> "tag"
  | MCases -> "u"
  | MCount -> "count"
  | MKeys -> "key"
  | MValues -> "value"
  | MIndex -> "index"
  | MPart (ty, i) -> N.member (names env) ty i

let function_name env = function
  | Coq.FEqual -> "fli_equal"
  | FLoad (order, w) -> p "fli_load_%s%d" (byte_order order) (bits w)
  | FMulOverflows -> "fli_mul64_overflows"
  | FFind ty -> T.map_stem env.types ty ^ "_find"
  | FHas ty -> T.map_stem env.types ty ^ "_has"
  | FWaits c ->
      Hashtbl.replace env.waits c ();
      N.procedure_name (names env) c ^ "_waits"

let variable env = function
  | Coq.NVariable x ->
      env.used.(x) <- true;
      env.reach.(x)
  | NTemporary n -> var (p "fli_%d" n)
  | NConstant c ->
      Hashtbl.replace env.constants c ();
      var (N.constant_name (names env) c)

let spelling env =
  { C_spelling_trusted.variable = variable env; member = member env; function_name = function_name env }

(* {2 Trees written down} *)

let written ok text = if ok then text else invalid_arg "C that is not what was proved"

let lvalue env l =
  let names = spelling env in
  let text = C_tree.lvalue names l in
  written (C_spelling_trusted.is_expression names (value text) (XRead (TyPointer, l))) text

let expression env e =
  let names = spelling env in
  let text = C_tree.expression names e in
  written (C_spelling_trusted.is_expression names text e) text

let statements env ~trap s =
  let names = spelling env in
  let texts = List.concat_map (C_tree.statement names ~trap) s in
  let ok = C_spelling_trusted.are_statements names ~trap (String.concat " " texts) s in
  written (ok && List.for_all Coq.grammatical_statement s) texts

(* {2 What is lowered} *)

let variables env x = if x < Array.length env.types_of then Some env.types_of.(x) else None
let constants env c = Option.map fst (List.nth_opt (T.info env.types).program.consts c)
let lowered what = function Some x -> x | None -> invalid_arg ("no C for " ^ what)

(* That C's grammar reads the tokens as this tree. *)
let read_back e = if Coq.grammatical e then e else invalid_arg "C that is read as another tree"
let tree env e = read_back (fst (lowered "this expression" (Coq.lower (variables env) (constants env) e)))

let place env pl =
  let l, ty = lowered "this place" (Coq.lower_place (variables env) (constants env) pl) in
  if not (Coq.grammatical (Coq.XAddress l)) then invalid_arg "C that is read as another tree";
  (lvalue env l, ty)

let scalar env e = expression env (tree env e)

let bytes env e =
  let data, length = lowered "these bytes" (Coq.lower_bytes (variables env) (constants env) e) in
  (expression env (read_back data), expression env (read_back length))

let test env e =
  match tree env e with
  | XParen e -> expression env e
  | XRead (_, l) ->
      let l = lvalue env l in
      if l.pointer then "*" ^ l.text else l.text
  | e -> expression env e

let failures env g =
  let checked = function Coq.Always -> Coq.Always | When x -> When (read_back x) in
  List.map checked (lowered "this guard" (Coq.guard_fails (variables env) (constants env) g))
let waits_code what = Num.to_int (Coq.waits_code what)
