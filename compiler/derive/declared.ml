(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang
open Fairlead_lang_coq.Syntax

let at l i = List.nth_opt l i
let width = function W8 -> "u8" | W16 -> "u16" | W32 -> "u32" | W64 -> "u64"

let rec shown (info : Program_info.t) = function
  | TBool -> "bool"
  | TInt w -> width w
  | TBytes cap -> Printf.sprintf "bytes(%s)" (Z.to_string cap)
  | TRecord (0, _) -> "-"
  | TRecord (n, _) -> info.types.(n).type_name.base
  | TUnion (n, cases) -> (
      match (info.types.(n).kind, at cases 1) with
      | Option, Some there -> shown info there ^ "?"
      | _ -> info.types.(n).type_name.base)
  | TMap (cap, key, t) -> Printf.sprintf "map(%s,%s,%s)" (Z.to_string cap) (width key) (shown info t)
  | TArray (_, t) -> "array(" ^ shown info t ^ ")"
  | TView | TExtern _ | TCoro _ -> "_"

let named info name t = name ^ ":" ^ shown info t
let called info kind name names types result =
  String.concat " " ((kind :: name :: List.map2 (named info) names types) @ [ "->"; shown info result ])

let first n l = List.filteri (fun i _ -> i < n) l

let coroutine (info : Program_info.t) (p : Program_info.procedure) (q : proc) =
  let names = Array.to_list (Array.map (fun (v : Program_info.variable) -> Option.value v.var_name ~default:"")
    p.variables) in
  called info "coroutine" p.proc_name.base (first (List.length q.params) names) (List.map snd q.params) q.result

let declared_type info (t : Program_info.type_info) =
  let members kind types =
    if List.compare_length_with types (Array.length t.members) = 0 then
      [ String.concat " " (kind :: t.type_name.base :: List.map2 (named info) (Array.to_list t.members) types) ]
    else []
  in
  match (t.kind, t.representation) with
  | Record, TRecord (_, fields) -> members "record" fields
  | Union, TUnion (_, cases) -> members "union" cases
  | _ -> []

let lines (info : Program_info.t) =
  let program = info.program in
  List.map2 (coroutine info) (Array.to_list info.procedures) program.procs
  @ List.map2
      (fun (e : Program_info.effect_info) (f : effect) ->
        called info "effect" e.effect_name.base (Array.to_list e.effect_args) f.eff_args f.eff_result)
      (Array.to_list info.effects) program.effs
  @ List.map2
      (fun (e : Program_info.extern_info) (f : extern) ->
        called info "extern" e.symbol (Array.to_list e.extern_args) (List.map snd f.ext_params) f.ext_result)
      (Array.to_list info.externs) program.externs
  @ List.concat_map (declared_type info) (Array.to_list info.types)
