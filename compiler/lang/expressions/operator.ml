(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax
open Coerce
module T = Types

let fail = Diagnostic.fail
let env = Context.env
let show ctx t = Resolution.show (env ctx) t

let width (n : Surface.name) =
  match T.width_of_name n.id with
  | Some w -> w
  | None -> fail n.loc "`%s` is not an integer type" n.id ~help:"the integer types are u8, u16, u32 and u64"

let rec untyped (e : Surface.expr) =
  match e.e with
  | Int (_, None) -> true
  | Binary (Arith (Shl | Shr | Rotl | Rotr), _, a, _) | Unary (Complement, a) -> untyped a
  | Binary (Arith _, _, a, b) -> untyped a && untyped b
  | Cond (_, a, b) -> untyped a && untyped b
  | _ -> false

let always_traps ctx loc why ~help = if not (Context.never ctx) then fail loc "this always traps: %s" why ~help

let how_not_to_trap : arith -> string = function
  | Add -> "use a wider type, or `+%`, which wraps"
  | Sub -> "use `-%`, which wraps, or exchange the operands"
  | Mul -> "use a wider type, or `*%`, which wraps"
  | Div | Rem -> "the divisor must not be 0"
  | _ -> "the amount must be below the width of the type"

let arith ctx loc op w a b =
  match Constant_folding.fold_arith op w a b with
  | Ok e -> e
  | Error why ->
      always_traps ctx loc why ~help:(how_not_to_trap op);
      EArith (op, w, a, b)

let symbol : Surface.binary -> string = function
  | Arith op -> (
      match op with
      | Add -> "+" | Sub -> "-" | Mul -> "*" | AddW -> "+%" | SubW -> "-%" | MulW -> "*%" | Div -> "/" | Rem -> "%"
      | And -> "&" | Or -> "|" | Xor -> "^" | Shl -> "<<" | Shr -> ">>" | Rotl -> "<<<" | Rotr -> ">>>")
  | Compare op -> ( match op with Eq -> "==" | Ne -> "!=" | Lt -> "<" | Le -> "<=" | Gt -> ">" | Ge -> ">=")
  | And -> "&&"
  | Or -> "||"

let is_shift : arith -> bool = function Shl | Shr | Rotl | Rotr -> true | _ -> false

let need_integers ctx loc op (t : T.t) =
  match t with
  | Int w -> w
  | Bool when op = "&" || op = "|" -> fail loc "`%s` works on the bits of integers" op ~help:(Printf.sprintf "for booleans, write `%s%s`" op op)
  | (Bytes _ | View) when op = "+" -> fail loc "`+` adds integers" ~help:"to put bytes together: append b, more;"
  | t -> fail loc "`%s` works on integers, not on %s" op (show ctx t) ~help:"both sides must be integers of one type"

let same_width ctx loc op (a : T.t) (b : T.t) =
  let w = need_integers ctx loc op a and w' = need_integers ctx loc op b in
  if w <> w' then
    fail loc "the operands of `%s` have different types: %s and %s" op (T.width_name w) (T.width_name w')
      ~help:(Printf.sprintf "convert one of them: `... as %s`" (T.width_name (if T.bits w > T.bits w' then w else w')));
  w

let comparison ctx loc op (a : value) (b : value) =
  let s = symbol (Compare op) in
  match (a.ty, b.ty) with
  | Int _, Int _ -> ECompare (op, same_width ctx loc s a.ty b.ty, a.e, b.e)
  | Bool, Bool when op = Eq -> EBoolEq (a.e, b.e)
  | Bool, Bool when op = Ne -> ENot (EBoolEq (a.e, b.e))
  | (Bytes _ | View), (Bytes _ | View) when op = Eq -> EBytesEq (a.e, b.e)
  | (Bytes _ | View), (Bytes _ | View) when op = Ne -> ENot (EBytesEq (a.e, b.e))
  | t, t' when op = Eq || op = Ne ->
      let help =
        match (t, t') with
        | (Union _ | Option _ | Event _), _ -> "compare the case with `is`, or use `match`"
        | _ -> "`==` and `!=` compare integers, booleans and bytes, with their like"
      in
      fail loc ~help "`%s` cannot compare %s and %s" s (show ctx t) (show ctx t')
  | t, t' -> fail loc "`%s` compares integers, not %s and %s" s (show ctx t) (show ctx t') ~help:"only integers are ordered"

let convert ctx loc (v : value) target ~wrap =
  match (v.ty, v.e) with
  | Int from, EInt (_, z) ->
      ignore from;
      if wrap then EInt (target, Z.logand z (T.max_int target)) else integer loc target z
  | Int from, e ->
      if from = target then e
      else if wrap || T.bits from < T.bits target then EWiden (from, target, e)
      else ENarrow (from, target, e)
  | Bool, e -> ECond (e, EInt (target, Z.one), EInt (target, Z.zero))
  | t, _ -> fail loc "%s cannot be converted to %s" (show ctx t) (T.width_name target) ~help:"`as` converts integers and booleans to integers"
