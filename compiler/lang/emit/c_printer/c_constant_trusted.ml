(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax
module N = C_names_trusted
module T = C_types_trusted

let p = Printf.sprintf

let rec initializer_of t ty c =
  match (ty, c) with
  | TBool, CBool b -> string_of_bool b
  | TInt w, CInt z -> C_expr_trusted.literal w z
  | TBytes _, CBytes l ->
      p "{ .len = %d, .data = { %s } }" (List.length l)
        (if l = [] then "0" else String.concat ", " (List.map Z.to_string l))
  | TArray (_, elt), CArray l -> p "{ .a = { %s } }" (String.concat ", " (List.map (initializer_of t elt) l))
  | TRecord (_, ts), CRecord l ->
      let one i (ty', c) =
        if T.is_void ty' then [] else [ p ".%s = %s" (N.member (T.names t) ty i) (initializer_of t ty' c) ]
      in
      p "{ %s }" (String.concat ", " (List.concat (List.mapi one (List.combine ts l))))
  | TUnion (_, ts), CUnion (tag, c) ->
      let ty' = List.nth ts tag in
      if T.is_void ty' then p "{ .tag = %d }" tag
      else p "{ .tag = %d, .u = { .%s = %s } }" tag (N.member (T.names t) ty tag) (initializer_of t ty' c)
  | _ -> invalid_arg "constant"

let definition t c =
  let ty, v = List.nth (T.info t).program.consts c in
  if T.is_void ty then ""
  else p "static const %s %s = %s;\n" (T.c_type t ty) (N.constant_name (T.names t) c) (initializer_of t ty v)
