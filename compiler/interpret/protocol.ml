(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax
module Coq = Fairlead_lang_coq.Extracted
module Info = Fairlead_lang.Program_info

type data = Coq.empty_set Coq.val0

exception End_of_input

type input = { bytes : string; mutable at : int }

let input_of_string bytes = { bytes; at = 0 }

let byte input =
  if input.at >= String.length input.bytes then raise End_of_input
  else begin
    let b = Char.code input.bytes.[input.at] in
    input.at <- input.at + 1;
    b
  end

(* [n] bytes, least significant first *)
let little input n =
  let rec go i acc =
    if i = n then acc else go (i + 1) (Z.logor acc (Z.shift_left (Z.of_int (byte input)) (8 * i)))
  in
  go 0 Z.zero

(* Evaluation order matters, so List.init will not do. *)
let times n f =
  let rec go i acc = if i = n then List.rev acc else go (i + 1) (f () :: acc) in
  go 0 []

let raw input n = times n (fun () -> Z.of_int (byte input))
let width_bytes = function W8 -> 1 | W16 -> 2 | W32 -> 4 | W64 -> 8

let rec undecodable = function
  | TBool | TInt _ | TBytes _ | TView -> None
  | TArray (_, t) | TMap (_, _, t) -> undecodable t
  | TRecord (_, ts) | TUnion (_, ts) -> List.find_map undecodable ts
  | (TExtern _ | TCoro _) as t -> Some t

let rec put k v = function
  | [] -> [ (k, v) ]
  | (k', v') :: rest -> if Z.equal k k' then (k, v) :: rest else (k', v') :: put k v rest

let rec decode input = function
  | TBool -> Coq.VBool (byte input land 1 = 1)
  | TInt w -> Coq.VInt (little input (width_bytes w))
  | TBytes cap ->
      let n = Z.to_int (Z.rem (little input 2) (Z.succ cap)) in
      Coq.VBytes (raw input n)
  | TView ->
      let n = byte input in
      Coq.VBytes (raw input n)
  | TArray (n, t) -> Coq.VArray (times (Z.to_int n) (fun () -> decode input t))
  | TRecord (_, ts) -> Coq.VRecord (List.rev (List.fold_left (fun acc t -> decode input t :: acc) [] ts))
  | TUnion (_, ts) -> (
      let tag = byte input mod max 1 (List.length ts) in
      match List.nth_opt ts tag with
      | Some t -> Coq.VUnion (tag, decode input t)
      | None -> Coq.VUnion (0, Coq.VRecord []))
  | TMap (cap, w, t) ->
      let n = byte input mod (Z.to_int (Z.min cap (Z.of_int 7)) + 1) in
      let entries =
        times n (fun () ->
            let k = little input (width_bytes w) in
            (k, decode input t))
      in
      Coq.VMap (List.fold_left (fun m (k, v) -> put k v m) [] entries)
  | TExtern _ | TCoro _ -> invalid_arg "Protocol.decode"

let hex l = String.concat "" (List.map (fun b -> Printf.sprintf "%02x" (Z.to_int b)) l)
let commas = String.concat ", "

let rec print (info : Info.t) ty (v : data) =
  match (ty, v) with
  | _, Coq.VBool b -> string_of_bool b
  | _, Coq.VInt z -> Z.to_string z
  | _, Coq.VBytes l -> Printf.sprintf "x\"%s\"" (hex l)
  | TArray (_, t), Coq.VArray l -> Printf.sprintf "[%s]" (commas (List.map (print info t) l))
  | TRecord (_, []), Coq.VRecord _ -> "()"
  | TRecord (n, ts), Coq.VRecord l ->
      let field i t v = Printf.sprintf "%s: %s" info.types.(n).members.(i) (print info t v) in
      let rec fields i ts vs =
        match (ts, vs) with t :: ts, v :: vs -> field i t v :: fields (i + 1) ts vs | _ -> []
      in
      Printf.sprintf "{%s}" (commas (fields 0 ts l))
  | TUnion (n, ts), Coq.VUnion (tag, v) -> (
      let case = info.types.(n).members.(tag) in
      match List.nth_opt ts tag with
      | Some t when info.types.(n).has_payload.(tag) -> Printf.sprintf "%s(%s)" case (print info t v)
      | _ -> case)
  | TMap (_, _, t), Coq.VMap l ->
      Printf.sprintf "map{%s}"
        (commas (List.map (fun (k, v) -> Printf.sprintf "%s: %s" (Z.to_string k) (print info t v)) l))
  | _, (Coq.VArray _ | Coq.VRecord _ | Coq.VUnion _ | Coq.VMap _ | Coq.VExtern _ | Coq.VCoro _) -> "?"
