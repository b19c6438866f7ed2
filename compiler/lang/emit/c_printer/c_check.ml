(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
module Num = Z
open Fairlead_lang_coq.Syntax
module N = C_names_trusted
module T = C_types_trusted

let p = Printf.sprintf
let name t ty = "fli_valid_" ^ T.structure t ty

(* Whether there are contents that are no value. Of external types and of frames nothing is known. *)
let needs =
  let known : (ty, bool) Hashtbl.t = Hashtbl.create 97 in
  let rec needs ty =
    match ty with
    | TBool | TBytes _ | TView | TMap _ -> true
    | TInt _ | TExtern _ | TCoro _ -> false
    | TUnion _ -> true
    | TArray _ | TRecord _ -> (
        match Hashtbl.find_opt known ty with
        | Some b -> b
        | None ->
            let b =
              match ty with
              | TArray (_, elt) -> (not (T.is_void elt)) && needs elt
              | TRecord (_, ts) -> List.exists (fun ty -> (not (T.is_void ty)) && needs ty) ts
              | _ -> false
            in
            Hashtbl.replace known ty b;
            b)
  in
  needs

(* That the place with this address holds a value. *)
let test t address ty =
  match ty with
  | TBool -> p "*(const unsigned char *)(%s) <= 1" address
  | TView -> p "(%s)->data != 0 && (%s)->len <= UINT32_MAX" address address
  | ty -> p "%s(%s)" (name t ty) address

let part t place ty = if T.is_void ty || not (needs ty) then [] else [ test t ("&" ^ place) ty ]

let body t ty =
  let return tests = p "    return %s;\n" (if tests = [] then "true" else String.concat "\n        && " tests) in
  let each n loop = p "    for (uint32_t i = 0; i < %s; i++) {\n%s    }\n    return true;\n" n loop in
  let fail_unless test = p "        if (!(%s)) { return false; }\n" test in
  match ty with
  | TBytes n -> return [ p "v->len <= UINT32_C(%s)" (Num.to_string n) ]
  | TArray (n, elt) -> each (p "%su" (Num.to_string n)) (String.concat "" (List.map fail_unless (part t "v->a[i]" elt)))
  | TRecord (_, ts) -> return (List.concat (List.mapi (fun i f -> part t ("v->" ^ N.member (T.names t) ty i) f) ts))
  | TUnion (_, ts) ->
      let case i f =
        match part t ("v->u." ^ N.member (T.names t) ty i) f with
        | [] -> ""
        | tests -> p "    case %d: return %s;\n" i (String.concat "" tests)
      in
      p "    switch (v->tag) {\n%s    default: return v->tag < %du;\n    }\n" (String.concat "" (List.mapi case ts))
        (List.length ts)
  | TMap (cap, _, elt) ->
      let cap = T.int_of_n cap and stem = T.map_stem t ty in
      let value = String.concat "" (List.map fail_unless (if T.is_void elt then [] else part t "v->value[i]" elt)) in
      let count = fail_unless (p "v->count <= UINT32_C(%d)" cap) in
      (match T.index_size cap with
      | 0 ->
          let differs =
            "        for (uint32_t j = 0; j < i; j++) { if (v->key[j] == v->key[i]) { return false; } }\n" in
          count ^ each "v->count" (value ^ differs)
      | size ->
          (* Each entry is where a search for its key ends, and there are no more cells than entries. *)
          count ^ "    uint32_t cells = 0;\n"
          ^ p "    for (uint32_t h = 0; h < %du; h++) {\n        cells += v->index[h] != 0;\n%s    }\n" size
              (fail_unless "v->index[h] <= v->count")
          ^ p "    if (cells != v->count) { return false; }\n"
          ^ each "v->count" (value ^ fail_unless (p "%s_find(v, v->key[i]) == i" stem)))
  | TBool | TInt _ | TView | TExtern _ | TCoro _ -> return []

let functions t =
  let define ty =
    (name t ty, p "static inline bool %s(const %s *v) {\n%s}\n" (name t ty) (T.c_type t ty) (body t ty))
  in
  let structured = function TBytes _ | TUnion _ | TMap _ -> true | ty -> needs ty in
  List.map define (List.filter structured (T.structures t))

let macro t =
  let m = N.macro_prefix (T.names t) in
  ( "FLI_CHECK",
    p
      "#ifdef %sCHECK\n\
       #ifndef %sON_BAD\n\
       #if defined(__GNUC__)\n\
       #define %sON_BAD(file, line, what) __builtin_trap()\n\
       #else\n\
       #define %sON_BAD(file, line, what) for (;;) { }\n\
       #endif\n\
       #endif\n\
       #define FLI_CHECK(test, what) do { if (!(test)) { %sON_BAD(__FILE__, __LINE__, what); } } while (0)\n\
       #else\n\
       #define FLI_CHECK(test, what) ((void)0)\n\
       #endif\n"
      m m m m m )

let value t ~what ~pointer place ty =
  if T.is_void ty then []
  else
    let address = if pointer then place else "&" ^ place in
    let tests = (if pointer then [ p "%s != 0" place ] else []) @ if needs ty then [ test t address ty ] else [] in
    if tests = [] then [] else [ p "FLI_CHECK(%s, \"%s is no value of its type\");" (String.concat " && " tests) what ]

let parameters t i ~which =
  let names = N.variables (T.names t) i in
  let one x (mode, ty) =
    let by_pointer = not (ty = TView || (mode = In && T.is_scalar ty)) in
    if not (which mode) then []
    else if ty = TView && mode <> In then
      let v = names.(x) in
      [ p "FLI_CHECK(%s.data != 0 && %s.len <= UINT32_MAX, \"%s has no data, or too much\");" v v v ]
    else value t ~what:names.(x) ~pointer:by_pointer names.(x) ty
  in
  List.concat (List.mapi one (T.procedure t i).params)
