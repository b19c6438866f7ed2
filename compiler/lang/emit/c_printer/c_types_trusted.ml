module Num = Z
module Coq = Fairlead_lang_coq.Extracted
open Fairlead_lang_coq.Syntax
module I = Program_info
module F = C_queries_trusted
module N = C_names_trusted

type home = Frame of int * int | Local | Reference

type frame = { homes : home array; areas : (label * (int * int * int)) list; size : int }

type t = {
  names : N.t;
  frame : int -> frame;
  bytes : ty -> int;
  facts : Coq.table_of_facts option;
  text : Buffer.t;
  defined : (ty, string) Hashtbl.t;
  mutable maps : (string * int * width * ty) list;
}

let create names ~frame ~bytes ~facts =
  { names; frame; bytes; facts; text = Buffer.create 4096; defined = Hashtbl.create 97; maps = [] }

let names t = t.names
let info t = N.info t.names
let facts t = t.facts
let procedure t p = N.procedure t.names p
let frame_of t p = t.frame p
let variable_types t p = Array.map (fun (v : I.variable) -> v.var_ty) (info t).procedures.(p).variables
let answer_points t e = t.bytes (List.nth (info t).program.effs e).eff_result > 16
let definitions t = Buffer.contents t.text
let maps t = List.rev t.maps
let int_of_n = Num.to_int

let rec is_void = function
  | TRecord (_, ts) -> List.for_all is_void ts
  | TArray (_, t) -> is_void t
  | TBool | TInt _ | TBytes _ | TView | TUnion _ | TMap _ | TExtern _ | TCoro _ -> false

let is_scalar = function TBool | TInt _ -> true | _ -> false
let width_type = function W8 -> "uint8_t" | W16 -> "uint16_t" | W32 -> "uint32_t" | W64 -> "uint64_t"
let unsigned n = if n < 0x100 then "uint8_t" else if n < 0x10000 then "uint16_t" else "uint32_t"

(* {2 Structures} *)

let rec power_of_two n k = if k >= n then k else power_of_two n (2 * k)

(* Above this many entries a map gets a hash index. *)
let linear_map = 16
let index_size cap = if cap <= linear_map then 0 else power_of_two (cap + (cap / 2)) 1

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
          (match ty with
          | TMap (n, k, elt) -> t.maps <- (name, int_of_n n, k, elt) :: t.maps
          | _ -> ());
          Buffer.add_string t.text (definition t ty name members);
          "struct " ^ name)

and definition t ty name members =
  let text = Printf.sprintf "struct %sSTORAGE %s {\n%s};\n" (N.macro_prefix t.names) name members in
  if named_by_shape t ty then
    (* Other generated headers may define the same. *)
    let guard = String.uppercase_ascii name in
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

(* Members one after the other where they are disjoint; a union of padded ones
   where some share bytes. *)
and frame_members t p =
  let slots = slots t p in
  let at_type = unsigned (List.length (F.points (info t) (procedure t p).body) + 1) in
  let sized = List.sort (fun (a, _, _) (b, _, _) -> compare a b) slots in
  let rec disjoint last = function
    | [] -> true
    | (off, size, _) :: l -> off >= last && disjoint (off + size) l
  in
  if disjoint 1 sized then
    Printf.sprintf "    %s at;\n" at_type
    ^ String.concat "" (List.map (fun (_, _, (name, ty)) -> declare t ty name) sized)
  else
    Printf.sprintf "    union {\n        %s at;\n" at_type
    ^ String.concat ""
        (List.map
           (fun (off, _, (name, ty)) ->
             Printf.sprintf "        struct {\n            uint8_t _before_%s[%d];\n        %s        };\n" name off
               (declare t ty name))
           sized)
    ^ "    };\n"

(* Offset, name, type of everything in a frame but [at]. *)
and slots t p =
  let frame = t.frame p in
  let names = N.variables t.names p and types = variable_types t p in
  let own =
    List.concat
      (List.init (Array.length names) (fun x ->
           match frame.homes.(x) with
           | Frame (off, size) when not (is_void types.(x)) -> [ (off, size, (names.(x), types.(x))) ]
           | Frame _ | Local | Reference -> []))
  in
  let callees =
    List.sort_uniq compare (List.map (fun (l, (c, off, size)) -> (off, size, (area t p l, TCoro c))) frame.areas)
  in
  own @ callees

(* Calls that use the same bytes for the same callee share a member. *)
and area t p l =
  let areas = (t.frame p).areas in
  let mine = List.assoc l areas in
  let first = List.find (fun (_, a) -> a = mine) areas |> fst in
  let rec index n = function [] -> n | (l', _) :: r -> if l' = first then n else index (n + 1) r in
  Printf.sprintf "callee_%d" (index 1 areas)

let map_stem t ty =
  ignore (c_type t ty);
  "fli_" ^ N.unprefixed t.names (Hashtbl.find t.defined ty)

let assertions t =
  let frames =
    List.filter_map (function TCoro p, _ -> Some p | _ -> None)
      (List.of_seq (Hashtbl.to_seq t.defined))
    |> List.sort compare
  in
  let one p =
    let name = N.procedure_name t.names p in
    String.concat ""
      (Printf.sprintf "_Static_assert(sizeof(struct %s) == %d, \"layout (on 32-bit x86: -malign-double)\");\n" name (t.frame p).size
      :: List.map
           (fun (off, _, (member, _)) ->
             Printf.sprintf "_Static_assert(offsetof(struct %s, %s) == %d, \"layout (on 32-bit x86: -malign-double)\");\n" name member off)
           (slots t p))
  in
  String.concat "" (List.map one frames)
