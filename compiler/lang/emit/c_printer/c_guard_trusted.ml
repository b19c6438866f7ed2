(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
module Num = Z
open Fairlead_lang_coq.Extracted
open Fairlead_lang_coq.Syntax
open C_expr_trusted
module N = C_names_trusted
module T = C_types_trusted

let p = Printf.sprintf
let some fmt = Printf.ksprintf Option.some fmt
let largest w = Num.pred (Num.shift_left Num.one (bits w))
let waits_code = function None -> 1 | Some e -> e + 2

(* {2 Lengths} *)

let length env pl =
  let l, ty = place env pl in
  match ty with
  | TArray (n, _) -> `Known n
  | TBytes _ | TView -> `Field (p "(uint32_t)%s" (dot l "len").text)
  | _ -> invalid_arg "length"

let length_of_bytes env pl = match length env pl with `Field n -> n | `Known _ -> invalid_arg "length of bytes"

(* [size] bytes from [off] in [len]. *)
let beyond len off size =
  match off with
  | `Literal z -> p "%s < %su" len (Num.to_string (Num.add z (Num.of_int size)))
  | `Text off -> p "%s < %du || %s > %s - %du" len size off len size

let offset env = function EInt (_, z) -> `Literal z | e -> `Text (scalar env e)

(* {2 One check} *)

let index env pl e =
  match (length env pl, e) with
  | `Known n, e when within (bound e) (Num.pred n) -> None
  | `Known n, EInt (_, z) when Num.geq z n -> Some "true"
  | `Known n, _ -> some "%s >= %su" (scalar env e) (Num.to_string n)
  | `Field n, _ -> some "%s >= %s" (scalar env e) n

let arith env op w a b =
  let x = scalar env a and y = scalar env b in
  let top = literal w (largest w) in
  match (op, w, a, b) with
  | (Add | Mul), (W8 | W16), _, _ ->
      some "(uint32_t)%s %s (uint32_t)%s > %su" x (if op = Add then "+" else "*") y (Num.to_string (largest w))
  | Add, _, _, EInt (_, z) -> some "%s > %s" x (literal w (Num.sub (largest w) z))
  | Add, _, EInt (_, z), _ -> some "%s > %s" y (literal w (Num.sub (largest w) z))
  | Add, _, _, _ -> some "(%s)(%s + %s) < %s" (T.width_type w) x y x
  | Sub, _, _, _ -> some "%s < %s" x y
  | Mul, _, _, EInt (_, z) | Mul, _, EInt (_, z), _ ->
      let other = match b with EInt _ -> x | _ -> y in
      some "%s > %s" other (literal w (Num.div (largest w) z))
  | Mul, W32, _, _ -> some "(uint64_t)%s * %s > %s" x y top
  | Mul, W64, _, _ -> some "fli_mul64_overflows(%s, %s)" x y
  | (Div | Rem), _, _, _ -> some "%s == 0" y
  | (Shl | Shr), _, _, _ -> some "%s >= %du" y (bits w)
  | (AddW | SubW | MulW | And | Or | Xor | Rotl | Rotr), _, _, _ -> None

let slice env ~low ~high e lo hi =
  let len = snd (bytes env e) and hi' = scalar env hi in
  let low = if low then [ p "%s > %s" (scalar env lo) hi' ] else [] in
  let high = if high then [ p "%s > %s" hi' len ] else [] in
  match low @ high with [] -> None | l -> Some (String.concat " || " l)

let blit env pl off e =
  let n = length_of_bytes env pl in
  let size = snd (bytes env e) in
  let from = scalar env off in
  match off with
  | EInt (_, z) when Num.sign z = 0 -> some "%s > %s" size n
  | _ -> some "%s > %s || %s > %s - %s" from n size n from

let has_not env pl key =
  let l, ty = place env pl in
  p "!%s_has(%s, %s)" (T.map_stem env.types ty) (address l) (scalar env key)

let count env pl = p "(uint32_t)%s" (dot (fst (place env pl)) "count").text

let case env pl tag =
  match place env pl with
  | _, TUnion (_, [ _ ]) -> None
  | l, _ -> some "%s != %d" (dot l "tag").text tag

let waits env pl what =
  match place env pl with
  | l, TCoro c ->
      Hashtbl.replace env.waits c ();
      some "%s_waits(%s) != %du" (N.procedure_name (names env) c) (address l) (waits_code what)
  | _ -> invalid_arg "waits"

let failure env k : string option =
  match k with
  | KIndex (pl, e) -> index env pl e
  | KArith (op, w, a, b) -> arith env op w a b
  | KNarrow (w, e) -> some "%s > %su" (scalar env e) (Num.to_string (largest w))
  | KFit (cap, e) -> some "%s > %su" (snd (bytes env e)) (Num.to_string cap)
  | KSlice (low, high, e, lo, hi) -> slice env ~low ~high e lo hi
  | KLoad (w, e, off) -> Some (beyond (snd (bytes env e)) (offset env off) (bits w / 8))
  | KCase (pl, tag) -> case env pl tag
  | KKey (pl, e) -> Some (has_not env pl e)
  | KKeyAt (pl, e) -> some "%s >= %s" (scalar env e) (count env pl)
  | KPush (pl, cap) -> some "%s >= %su" (length_of_bytes env pl) (Num.to_string cap)
  | KAppend (pl, cap, e) -> some "%s > %su - %s" (snd (bytes env e)) (Num.to_string cap) (length_of_bytes env pl)
  | KResize (cap, e) -> some "%s > %su" (scalar env e) (Num.to_string cap)
  | KBlit (pl, off, e) -> blit env pl off e
  | KStore (w, pl, off) -> Some (beyond (length_of_bytes env pl) (offset env off) (bits w / 8))
  | KPut (pl, cap, k) -> some "%s >= %su && %s" (count env pl) (Num.to_string cap) (has_not env pl k)
  | KWaits (pl, what) -> waits env pl what

(* {2 Guards} *)

let rec failures env g : string list =
  match g with
  | GTrue -> []
  | GFalse -> [ "true" ]
  | GCheck k -> Option.to_list (failure env k)
  | GAnd (a, b) ->
      let a = failures env a in
      a @ failures env b
  | GCond (e, a, b) -> (
      let e = scalar env e in
      let any l = match l with [ x ] -> p "(%s)" x | l -> "(" ^ String.concat " || " (List.map (p "(%s)") l) ^ ")" in
      match (failures env a, failures env b) with
      | [], [] -> []
      | a, [] -> [ p "%s && %s" e (any a) ]
      | [], b -> [ p "!%s && %s" e (any b) ]
      | a, b -> [ p "%s ? %s : %s" e (any a) (any b) ])
