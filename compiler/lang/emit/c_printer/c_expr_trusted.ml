(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
module Num = Z
open Fairlead_lang_coq.Extracted
open Fairlead_lang_coq.Syntax
module N = C_names_trusted
module T = C_types_trusted

type lvalue = { text : string; pointer : bool }

let value l = if l.pointer then "(*" ^ l.text ^ ")" else l.text
let address l = if l.pointer then l.text else "&" ^ l.text
let var v = { text = v; pointer = false }
let pointer v = { text = v; pointer = true }
let dot l f = { text = (l.text ^ if l.pointer then "->" ^ f else "." ^ f); pointer = false }

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

(* uint8_t and uint16_t become int in C; literals of theirs are ints too. *)
let literal w z =
  let s = Num.to_string z in
  match w with W8 | W16 -> s | W32 -> s ^ "u" | W64 -> "UINT64_C(" ^ s ^ ")"

let string_literal l =
  let b = Buffer.create 16 in
  Buffer.add_char b '"';
  List.iter
    (fun z ->
      match Char.chr (Num.to_int z) with
      | (' ' | '!' | '#' .. '>' | '@' .. '[' | ']' .. '~') as c -> Buffer.add_char b c
      | c -> Buffer.add_string b (p "\\%03o" (Char.code c)))
    l;
  Buffer.add_char b '"';
  Buffer.contents b

let rec place env pl : lvalue * ty =
  match pl with
  | PVar x ->
      env.used.(x) <- true;
      (env.reach.(x), env.types_of.(x))
  | PConst c ->
      Hashtbl.replace env.constants c ();
      ( { text = N.constant_name (names env) c; pointer = false },
        fst (List.nth (T.info env.types).program.consts c) )
  | PField (pl, i) -> (
      let l, ty = place env pl in
      match ty with
      | TRecord (_, ts) -> (dot l (N.member (names env) ty i), List.nth ts i)
      | _ -> invalid_arg "field of what is no record")
  | PIndex (pl, e) -> (
      let l, ty = place env pl in
      let i = scalar env e in
      match ty with
      | TArray (_, t) -> ({ text = p "%s[%s]" (dot l "a").text i; pointer = false }, t)
      | TBytes _ | TView -> ({ text = p "%s[%s]" (dot l "data").text i; pointer = false }, TInt W8)
      | _ -> invalid_arg "index of what has none")
  | PCase (pl, tag) -> (
      let l, ty = place env pl in
      match ty with
      | TUnion (_, ts) -> (dot (dot l "u") (N.member (names env) ty tag), List.nth ts tag)
      | _ -> invalid_arg "case of what is no union")
  | PKey (pl, e) -> (
      let l, ty = place env pl in
      match ty with
      | TMap (_, _, t) ->
          let found = p "%s_find(%s, %s)" (T.map_stem env.types ty) (address l) (scalar env e) in
          ({ text = p "%s[%s]" (dot l "value").text found; pointer = false }, t)
      | _ -> invalid_arg "key of what is no map")

and arith env op w a b =
  let x = scalar env a and y = scalar env b in
  let narrow s = match w with W8 | W16 -> p "(%s)%s" (T.width_type w) s | W32 | W64 -> s in
  (* Products and shifts of promoted operands could overflow int. *)
  let unsigned s = match w with W8 | W16 -> p "(uint32_t)%s" s | W32 | W64 -> s in
  let infix o = narrow (p "(%s %s %s)" x o y) in
  let n = bits w in
  let rotate left right =
    match b with
    | EInt (_, z) ->
        let k = Num.to_int (Num.rem z (Num.of_int n)) in
        if k = 0 then x
        else narrow (p "(%s %s %d | %s %s %d)" (unsigned x) left k (unsigned x) right (n - k))
    | _ ->
        narrow
          (p "(%s %s (%s & %du) | %s %s ((0u - %s) & %du))" (unsigned x) left y (n - 1) (unsigned x) right y (n - 1))
  in
  match op with
  | _ when check_arith op w a b = GFalse -> literal w Num.zero (* never computed: a check in front traps *)
  | Add | AddW -> infix "+"
  | Sub | SubW -> infix "-"
  | Mul | MulW -> narrow (p "(%s * %s)" (unsigned x) (unsigned y))
  | Div -> infix "/"
  | Rem -> infix "%"
  | And -> infix "&"
  | Or -> infix "|"
  | Xor -> infix "^"
  | Shl -> narrow (p "(%s << %s)" (unsigned x) y)
  | Shr -> narrow (p "(%s >> %s)" x y)
  | Rotl -> rotate "<<" ">>"
  | Rotr -> rotate ">>" "<<"

and scalar env e =
  match e with
  | EBool b -> if b then "true" else "false"
  | EInt (w, z) -> literal w z
  | ERead pl -> value (fst (place env pl))
  | ENot e -> "!" ^ scalar env e
  (* not ~, which promotes to int and brings high bits *)
  | EComp (W8, e) -> p "(uint8_t)(0xffu - %s)" (scalar env e)
  | EComp (W16, e) -> p "(uint16_t)(0xffffu - %s)" (scalar env e)
  | EComp (((W32 | W64) as w), e) -> p "(%s)~%s" (T.width_type w) (scalar env e)
  | EAnd (a, b) -> p "(%s && %s)" (scalar env a) (scalar env b)
  | EOr (a, b) -> p "(%s || %s)" (scalar env a) (scalar env b)
  | EArith (op, w, a, b) -> arith env op w a b
  | ECompare (op, _, a, b) ->
      let o = match op with Eq -> "==" | Ne -> "!=" | Lt -> "<" | Le -> "<=" | Gt -> ">" | Ge -> ">=" in
      p "(%s %s %s)" (scalar env a) o (scalar env b)
  | EBoolEq (a, b) ->
      (* compilers take the operand of ! for a mistake here *)
      let operand e = match e with ENot _ -> "(" ^ scalar env e ^ ")" | _ -> scalar env e in
      p "(%s == %s)" (operand a) (operand b)
  | EBytesEq (a, b) ->
      let d, n = bytes env a and d', n' = bytes env b in
      p "fli_equal(%s, %s, %s, %s)" d n d' n'
  | EWiden (w, w', e) | ENarrow (w, w', e) ->
      if w = w' then scalar env e else p "(%s)%s" (T.width_type w') (scalar env e)
  | ECond (a, b, c) -> (
      (* The arms of ?: are promoted; both have the same type. *)
      let s = p "(%s ? %s : %s)" (scalar env a) (scalar env b) (scalar env c) in
      match width_of env b with Some ((W8 | W16) as w) -> p "(%s)%s" (T.width_type w) s | _ -> s)
  | ELen e -> snd (bytes env e)
  | ECount pl -> p "(uint32_t)%s" (dot (fst (place env pl)) "count").text
  | EIs (pl, tag) -> p "(%s == %d)" (dot (fst (place env pl)) "tag").text tag
  | EHas (pl, e) ->
      let l, ty = place env pl in
      p "%s_has(%s, %s)" (T.map_stem env.types ty) (address l) (scalar env e)
  | EKeyAt (pl, e) -> p "%s[%s]" (dot (fst (place env pl)) "key").text (scalar env e)
  | ELoad (o, w, e, off) -> (
      let d, _ = bytes env e in
      let off = scalar env off in
      match w with
      | W8 -> p "(%s)[%s]" d off
      | _ -> p "fli_load_%s%d(%s + %s)" (byte_order o) (bits w) d off)
  | EBytes _ | EFit _ | ESlice _ | ERecord _ | EUnion _ | EArray _ | EFill _ | EDefault _ | ECoro _ -> (
      match e with
      | EDefault TBool -> "false"
      | EDefault (TInt w) -> literal w Num.zero
      | _ -> invalid_arg "an aggregate where a scalar should be")

and width_of env = function
  | EInt (w, _) | EArith (_, w, _, _) | EComp (w, _) | EWiden (_, w, _) | ENarrow (_, w, _) | ELoad (_, w, _, _) ->
      Some w
  | ERead pl -> ( match snd (place env pl) with TInt w -> Some w | _ -> None)
  | EKeyAt (pl, _) -> ( match snd (place env pl) with TMap (_, w, _) -> Some w | _ -> None)
  | ECond (_, a, _) -> width_of env a
  | EDefault (TInt w) -> Some w
  | ELen _ | ECount _ -> Some W32
  | _ -> None

and bytes env e : string * string =
  match e with
  | EBytes l -> (p "(const uint8_t *)%s" (string_literal l), p "%du" (List.length l))
  | ERead pl -> (
      let l, ty = place env pl in
      match ty with
      | TBytes _ | TView -> ((dot l "data").text, p "(uint32_t)%s" (dot l "len").text)
      | _ -> invalid_arg "bytes of what has none")
  | EFit (_, e) -> bytes env e
  | ESlice (e, lo, hi) -> (
      let d, _ = bytes env e in
      let hi' = scalar env hi in
      match lo with
      | EInt (_, z) when Num.sign z = 0 -> (d, hi')
      | _ ->
          let lo' = scalar env lo in
          (p "%s + %s" d lo', p "(%s - %s)" hi' lo'))
  | EDefault (TBytes _ | TView) -> ("(const uint8_t *)\"\"", "0u")
  | _ -> invalid_arg "bytes"
