(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
module Num = Z
open Fairlead_lang_coq.Syntax
module I = Program_info
module N = C_names_trusted
module T = C_types_trusted

let p = Printf.sprintf

(* {2 Cases} *)

let cases t n =
  let info = (T.info t).types.(n) and names = T.names t in
  let stem = N.unprefixed names (N.type_name names n) in
  let case i member = p "    %s = %d" (N.number names (stem ^ "_" ^ member)) i in
  p "enum %s {\n%s\n};\n\n" (N.case_type names n) (String.concat ",\n" (Array.to_list (Array.mapi case info.members)))

let is_union t n = (T.info t).types.(n).kind = I.Union

(* {2 Constants} *)

(* C compilers have to take string literals of that length. *)
let longest = 4095

(* Numbers have the type that the constant has, and are good for [#if]. Bytes are a string literal, with a zero behind
   them; arrays are what one is initialized with. *)
let rec literal = function
  | TInt w, CInt z -> Some (p "UINT%s_C(%s)" (match w with W8 -> "8" | W16 -> "16" | W32 -> "32" | W64 -> "64") (Num.to_string z))
  | TBool, CBool b -> Some (string_of_bool b)
  | (TBytes _ | TView), CBytes l when List.compare_length_with l longest <= 0 -> Some (C_expr_trusted.string_literal l)
  | TArray (_, ty), CArray l when List.compare_length_with l longest <= 0 ->
      let elements = List.filter_map (fun c -> literal (ty, c)) l in
      Some (p "{%s}" (String.concat ", " elements))
  | _ -> None

let constant t ((name : I.name), ty, c) =
  Option.map (fun value -> p "#define %s %s\n" (N.number (T.names t) (N.identifier (Written.name name))) value) (literal (ty, c))

(* {2 Capacities} *)

(* Bytes, elements or entries that there is room for. *)
let rec capacity t = function
  | TBytes n | TArray (n, _) | TMap (n, _, _) -> Some n
  | TUnion (n, [ _; payload ]) when (T.info t).types.(n).kind = I.Option -> capacity t payload
  | _ -> None

let capacity_of t path ty =
  match capacity t ty with
  | Some n when not (T.is_void ty) -> p "#define %s %s\n" (N.number (T.names t) (String.concat "_" (path @ [ "CAPACITY" ]))) (Num.to_string n)
  | _ -> ""

let members t n tys =
  let stem = N.unprefixed (T.names t) (N.type_name (T.names t) n) in
  String.concat "" (List.mapi (fun i ty -> capacity_of t [ stem; (T.info t).types.(n).members.(i) ] ty) tys)

let of_effect t e =
  let eff = List.nth (T.info t).program.effs e and info = (T.info t).effects.(e) in
  let stem = N.identifier (Written.name info.effect_name) in
  String.concat "" (List.mapi (fun i ty -> capacity_of t [ stem; info.effect_args.(i) ] ty) eff.eff_args)
  ^ capacity_of t [ stem ] eff.eff_result

let of_entry t i =
  let pr = T.procedure t i and variables = (T.info t).procedures.(i).variables in
  let stem = N.unprefixed (T.names t) (N.procedure_name (T.names t) i) in
  let parameter x (_, ty) = match variables.(x).var_name with Some name -> capacity_of t [ stem; name ] ty | None -> "" in
  String.concat "" (List.mapi parameter pr.params) ^ capacity_of t [ stem ] pr.result

(* {2 All} *)

let print t ~entries ~effects =
  let about text = function "" -> "" | numbers -> p "/* %s */\n%s\n" text numbers in
  let structures = T.structures t in
  let of_structures f = String.concat "" (List.map f structures) in
  let all_cases = of_structures (function TUnion (n, _) when is_union t n -> cases t n | _ -> "") in
  let constants = List.filter_map (constant t) (Array.to_list (T.info t).told) in
  let kept =
    of_structures (function
      | (TRecord (n, tys) | TUnion (n, tys)) when (T.info t).types.(n).kind = I.Record || is_union t n -> members t n tys
      | _ -> "")
  in
  let crossing = String.concat "" (List.map (of_effect t) effects @ List.map (of_entry t) entries) in
  all_cases ^ about "Constants of the program." (String.concat "" constants) ^ about "What there is room for." (kept ^ crossing)
