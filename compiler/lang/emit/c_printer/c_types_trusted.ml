(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
module Num = Z
module Coq = Fairlead_lang_coq.Extracted
open Fairlead_lang_coq.Syntax
module I = Program_info
module E = C_extents_trusted
module N = C_names_trusted

type home = Frame of int | Local | Reference

type frame = { homes : home array; areas : (label * (int * int)) list; index_bytes : int }

type t = {
  names : N.t;
  entries : (int, unit) Hashtbl.t;
  frame : int -> frame;
  extents : E.t;
  facts : Coq.table_of_facts option;
  text : Buffer.t;
  defined : (ty, string) Hashtbl.t;
  mutable structures : ty list;
  parts : (ty, int) Hashtbl.t;
  mutable maps : (string * int * width * ty) list;
}

let create names ~entries ~frame ~extents ~facts =
  let entries = Hashtbl.of_seq (Seq.map (fun i -> (i, ())) (List.to_seq entries)) in
  { names; entries; frame; extents; facts; text = Buffer.create 4096; defined = Hashtbl.create 97; structures = [];
    parts = Hashtbl.create 97; maps = [] }

let names t = t.names
let info t = N.info t.names
let facts t = t.facts
let exported t p = Hashtbl.mem t.entries p
let procedure t p = N.procedure t.names p
let frame_of t p = t.frame p
let variable_types t p = Array.map (fun (v : I.variable) -> v.var_ty) (info t).procedures.(p).variables
let extent t ty = E.extent t.extents ty
let apart t p = E.apart t.extents p
let bytes t ty = Num.to_int (extent t ty).extent_bytes
let alignment t ty = Num.to_int (extent t ty).extent_align
let answer_points t e = bytes t (List.nth (info t).program.effs e).eff_result > 16
let definitions t = Buffer.contents t.text
let maps t = List.rev t.maps
let structures t = List.rev t.structures
let int_of_n = Num.to_int

let rec is_void = function
  | TRecord (_, ts) -> List.for_all is_void ts
  | TArray (_, t) -> is_void t
  | TBool | TInt _ | TBytes _ | TView | TUnion _ | TMap _ | TExtern _ | TCoro _ -> false

(* Types are trees here, with as many leaves as values have parts: each is counted once. *)
let rec parts t ty =
  match ty with
  | TBool | TInt _ | TBytes _ | TView | TExtern _ | TCoro _ -> 1
  | TMap _ -> 2
  | TArray (_, elt) -> if is_void elt then 0 else 1 + parts t elt
  | TRecord (_, ts) -> memo t ty (fun () -> List.fold_left (fun n ty -> n + parts t ty) 0 ts)
  | TUnion (_, ts) -> memo t ty (fun () -> match ts with [] -> 1 | first :: _ -> 1 + parts t first)

and memo t ty compute =
  match Hashtbl.find_opt t.parts ty with
  | Some n -> n
  | None ->
      let n = compute () in
      Hashtbl.replace t.parts ty n;
      n

let is_scalar = function TBool | TInt _ -> true | _ -> false
let width_type = function W8 -> "uint8_t" | W16 -> "uint16_t" | W32 -> "uint32_t" | W64 -> "uint64_t"
let unsigned_of_bytes n = Printf.sprintf "uint%d_t" (8 * n)
let unsigned top = unsigned_of_bytes (E.cell top)

(* {2 Structures} *)

(* Above a few entries a map gets a hash index. *)
let index_size cap = Num.to_int (Coq.index_cells (Num.of_int cap))

(* Types that mean the same in every program. *)
let rec named_by_shape t = function
  | TBool | TInt _ | TBytes _ | TView -> true
  | TArray (_, ty) | TMap (_, _, ty) -> named_by_shape t ty
  | TUnion (n, [ _; payload ]) -> (info t).types.(n).kind = I.Option && named_by_shape t payload
  | TRecord _ | TUnion _ | TExtern _ | TCoro _ -> false

let rec c_type t ty =
  match ty with
  | TBool -> "bool"
  | TInt w -> width_type w
  | TExtern n -> N.extern_type_name t.names n
  | TView -> "struct " ^ N.prefix t.names ^ "view"
  | TCoro _ | TBytes _ | TArray _ | TRecord _ | TUnion _ | TMap _ -> (
      match Hashtbl.find_opt t.defined ty with
      | Some name -> "struct " ^ name
      | None ->
          let members = members_of t ty in
          let name = N.structure_name t.names ty in
          Hashtbl.replace t.defined ty name;
          t.structures <- ty :: t.structures;
          (match ty with
          | TMap (n, k, elt) -> t.maps <- (name, int_of_n n, k, elt) :: t.maps
          | _ -> ());
          Buffer.add_string t.text (definition t ty name members);
          "struct " ^ name)

and definition t ty name members =
  let text = Printf.sprintf "struct %sSTORAGE %s {\n%s};\n" (N.macro_prefix t.names) name members in
  if named_by_shape t ty then
    (* Other generated headers may define the same. *)
    let guard = N.shape_guard name in
    Printf.sprintf "#ifndef %s\n#define %s\n%s#endif\n\n" guard guard text
  else text ^ "\n"

and members_of t ty =
  match ty with
  | TCoro p -> frame_members t p
  | TRecord (_, ts) -> fields t ty ts
  | TUnion (_, ts) -> union_members t ty ts
  | TBytes n ->
      let n = int_of_n n in
      Printf.sprintf "    %s len;\n    uint8_t data[%d];\n" (unsigned n) (max 1 n)
  | TArray (n, elt) -> Printf.sprintf "    %s a[%d];\n" (c_type t elt) (max 1 (int_of_n n))
  | TMap (n, k, elt) -> map_members t (int_of_n n) k elt
  | TBool | TInt _ | TView | TExtern _ -> invalid_arg "members"

and declare t ty name = Printf.sprintf "    %s %s;\n" (c_type t ty) name

and fields t ty ts =
  String.concat ""
    (List.mapi (fun i f -> if is_void f then "" else declare t f (N.member t.names ty i)) ts)

and union_members t ty ts =
  let payload = fields t ty ts in
  Printf.sprintf "    %s tag;\n%s"
    (unsigned (List.length ts - 1))
    (if payload = "" then ""
    else
      "    union {\n"
      ^ String.concat "" (List.map (fun l -> if l = "" then "" else "    " ^ l ^ "\n") (String.split_on_char '\n' payload))
      ^ "    } u;\n")

and map_members t cap k elt =
  let index = index_size cap in
  (if is_void elt then "" else Printf.sprintf "    %s value[%d];\n" (c_type t elt) (max 1 cap))
  ^ Printf.sprintf "    %s key[%d];\n    %s count;\n" (width_type k) (max 1 cap) (unsigned cap)
  ^ if index = 0 then "" else Printf.sprintf "    %s index[%d];\n" (unsigned cap) index

(* Members one after the other if C puts them where they belong; a union of padded ones if not. *)
and frame_members t p =
  let slots = slots t p in
  let at_type = unsigned_of_bytes (t.frame p).index_bytes in
  let sorted = List.sort (fun (a, _) (b, _) -> compare a b) slots in
  if E.in_sequence ((0, label_extent t p) :: List.map (fun (off, (_, ty)) -> (off, extent t ty)) sorted) then
    Printf.sprintf "    %s at;\n" at_type
    ^ String.concat "" (List.map (fun (_, (name, ty)) -> declare t ty name) sorted)
  else
    Printf.sprintf "    union {\n        %s at;\n" at_type
    ^ String.concat ""
        (List.map
           (fun (off, (name, ty)) ->
             Printf.sprintf "        struct {\n            uint8_t _before_%s[%d];\n        %s        };\n" name off
               (declare t ty name))
           sorted)
    ^ "    };\n"

and label_extent t p =
  let n = Num.of_int (t.frame p).index_bytes in
  { Coq.extent_bytes = n; extent_align = n }

(* Offset, name, type of everything in a frame but [at]. *)
and slots t p =
  let frame = t.frame p in
  let names = N.variables t.names p and types = variable_types t p in
  let own =
    List.concat
      (List.init (Array.length names) (fun x ->
           match frame.homes.(x) with
           | Frame off when not (is_void types.(x)) -> [ (off, (names.(x), types.(x))) ]
           | Frame _ | Local | Reference -> []))
  in
  let callees =
    List.sort_uniq compare (List.map (fun (l, (c, off)) -> (off, (area t p l, TCoro c))) frame.areas)
  in
  own @ callees

(* Calls that use the same bytes for the same callee share a member. *)
and area t p l =
  let areas = (t.frame p).areas in
  let mine = List.assoc l areas in
  let first = List.find (fun (_, a) -> a = mine) areas |> fst in
  let rec index n = function [] -> n | (l', _) :: r -> if l' = first then n else index (n + 1) r in
  Printf.sprintf "callee_%d" (index 1 areas)

let structure t ty =
  ignore (c_type t ty);
  Hashtbl.find t.defined ty

let map_stem t ty = "fli_" ^ structure t ty

(* {2 Assertions} *)

(* A structure and its members as they should be: name, offset, extent. *)
let asserted name (whole : Coq.extent) members =
  let why = "layout (on 32-bit x86: -malign-double)" in
  let z = Num.to_string in
  Printf.sprintf "_Static_assert(sizeof(struct %s) == %s && _Alignof(struct %s) == %s, \"%s\");\n" name
    (z whole.extent_bytes) name (z whole.extent_align) why
  ^ String.concat ""
      (List.map
         (fun (member, offset, (e : Coq.extent)) ->
           Printf.sprintf "_Static_assert(offsetof(struct %s, %s) == %s && sizeof(((struct %s *)0)->%s) == %s, \"%s\");\n" name
             member (z offset) name member (z e.extent_bytes) why)
         members)

(* Names of the members of a type's structure, in the order of {!E.members}, and those inside of one. *)
let member_names t ty =
  let case i _ = N.member t.names ty i in
  match ty with
  | TBytes _ -> [ "len"; "data" ]
  | TArray _ -> [ "a" ]
  | TRecord (_, ts) -> List.mapi case ts
  | TUnion _ -> [ "tag"; "u" ]
  | TMap _ -> [ "value"; "key"; "count"; "index" ]
  | TBool | TInt _ | TView | TExtern _ | TCoro _ -> []

let structure_assertions t ty name =
  let outer =
    List.concat
      (List.map2
         (fun member (offset, e) -> match offset with Some o -> [ (member, o, e) ] | None -> [])
         (member_names t ty) (E.members t.extents ty))
  in
  let cases =
    match (ty, List.find_opt (fun (member, _, _) -> member = "u") outer) with
    | TUnion (_, ts), Some (_, o, _) ->
        List.concat
          (List.mapi (fun i case -> if is_void case then [] else [ ("u." ^ N.member t.names ty i, o, extent t case) ]) ts)
    | _ -> []
  in
  asserted name (extent t ty) (outer @ cases)

let frame_assertions t p name =
  asserted name (extent t (TCoro p))
    (("at", Num.zero, label_extent t p)
    :: List.map (fun (off, (member, ty)) -> (member, Num.of_int off, extent t ty)) (slots t p))

let assertions t =
  let one (ty, name) = match ty with TCoro p -> frame_assertions t p name | ty -> structure_assertions t ty name in
  let by_name (_, a) (_, b) = compare a b in
  String.concat "" (List.map one (List.sort by_name (List.of_seq (Hashtbl.to_seq t.defined))))
