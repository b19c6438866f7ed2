module Num = Z
open Fairlead_lang_coq.Syntax
module I = Program_info

type home = Frame of int * int | Local | Reference

type frame = { homes : home array; areas : (label * (int * int * int)) list; size : int }

type t = {
  info : I.t;
  prefix : string;
  frame : int -> frame;
  bytes : ty -> int;
  procs : proc array;
  text : Buffer.t;
  defined : (ty, string) Hashtbl.t;
  taken : (string, unit) Hashtbl.t;
  symbols : (string, unit) Hashtbl.t;  (* of external functions and types, which are not ours to choose *)
  procedure_names : string array;
  constant_names : string array;
  type_names : string array;
  member_names : string array array;
  effect_names : string array;
  effect_args : string array array;
  ask_names : string array;
  mutable maps : (string * int * width * ty) list;
}

let info t = t.info
let prefix t = t.prefix
let procedure t p = t.procs.(p)
let frame_of t p = t.frame p
let macro_prefix t = String.uppercase_ascii t.prefix
let int_of_n = Num.to_int

let rec is_void = function
  | TRecord (_, ts) -> List.for_all is_void ts
  | TArray (_, t) -> is_void t
  | TBool | TInt _ | TBytes _ | TView | TUnion _ | TMap _ | TExtern _ | TCoro _ -> false

let is_scalar = function TBool | TInt _ -> true | _ -> false
let width_type = function W8 -> "uint8_t" | W16 -> "uint16_t" | W32 -> "uint32_t" | W64 -> "uint64_t"
let unsigned n = if n < 0x100 then "uint8_t" else if n < 0x10000 then "uint16_t" else "uint32_t"

(* {2 Names} *)

(* Keywords, types and macros of the headers we include, macros that compilers predefine. *)
let words =
  [ "auto"; "break"; "case"; "char"; "const"; "continue"; "default"; "do"; "double"; "else"; "enum"; "extern";
    "float"; "for"; "goto"; "if"; "inline"; "int"; "long"; "register"; "restrict"; "return"; "short"; "signed";
    "sizeof"; "static"; "struct"; "switch"; "typedef"; "union"; "unsigned"; "void"; "volatile"; "while"; "asm";
    "typeof"; "bool"; "true"; "false"; "offsetof"; "memcpy"; "memset"; "memcmp"; "size_t"; "linux"; "unix";
    "i386"; "arm"; "NULL"; "alignas"; "alignof"; "nullptr"; "constexpr"; "thread_local"; "static_assert";
    "class"; "new"; "delete"; "this"; "template"; "typename"; "namespace"; "private"; "public"; "protected";
    "virtual"; "friend"; "operator"; "using"; "try"; "catch"; "throw"; "and"; "or"; "not"; "xor"; "bitand";
    "bitor"; "compl"; "and_eq"; "or_eq"; "xor_eq"; "not_eq"; "explicit"; "export"; "mutable"; "main";
    "decltype"; "noexcept"; "requires"; "concept"; "typeid"; "wchar_t"; "char8_t"; "char16_t"; "char32_t"; "consteval";
    "constinit"; "co_await"; "co_return"; "co_yield"; "const_cast"; "dynamic_cast"; "reinterpret_cast"; "static_cast";
    "typeof_unqual"; "errno"; "stdin"; "stdout"; "stderr"; "assert"; "complex"; "imaginary"; "noreturn"; "fortran"; "I";
    "uint8_t"; "uint16_t"; "uint32_t"; "uint64_t"; "ptrdiff_t"; "max_align_t" ]

(* What the printer itself uses in functions and frames, beside callee_1, callee_2, ... *)
let ours = [ "f"; "r"; "q"; "result"; "status"; "at"; "callee"; "tag"; "u"; "none" ]

let table_of names =
  let h = Hashtbl.create 97 in
  List.iter (fun k -> Hashtbl.replace h k ()) names;
  h

let word_table = table_of words
let our_table = table_of ours
let starts_with p s = String.length s >= String.length p && String.sub s 0 (String.length p) = p
let is_word base = Hashtbl.mem word_table base
let is_ours base = is_word base || Hashtbl.mem our_table base || starts_with "callee_" base

(* Appending underscores to a reserved stem keeps distinct names distinct. No result begins with an underscore. *)
let plain_name ~prefix ~reserved s =
  let rec stem n = if n > 0 && s.[n - 1] = '_' then stem (n - 1) else n in
  let base = String.sub s 0 (stem (String.length s)) in
  let is_macro = base <> "" && String.uppercase_ascii base = base && String.length base > 3 in
  let is_prefixed = List.exists (fun p -> starts_with p s) [ prefix; String.uppercase_ascii prefix; "fli_"; "FLI_" ] in
  if reserved base || is_macro || is_prefixed then s ^ "_"
  else if base = "" || starts_with "_" s then "v" ^ s
  else s

let claim ?(avoid = fun _ -> false) taken base =
  let rec try_from n =
    let name = if n = 1 then base else Printf.sprintf "%s_%d" base n in
    if Hashtbl.mem taken name || avoid name then try_from (n + 1)
    else (
      Hashtbl.replace taken name ();
      name)
  in
  try_from 1

let identifier s =
  String.map (function ('a' .. 'z' | 'A' .. 'Z' | '0' .. '9' | '_') as c -> c | _ -> '_') s

let qualified (n : I.name) =
  identifier (if n.module_name = "" then n.base else n.module_name ^ "_" ^ n.base)

let rec short t = function
  | TBool -> "bool"
  | TInt w -> ( match w with W8 -> "u8" | W16 -> "u16" | W32 -> "u32" | W64 -> "u64")
  | TBytes n -> "bytes" ^ Num.to_string n
  | TView -> "view"
  | TArray (n, ty) -> "array" ^ Num.to_string n ^ "_" ^ short t ty
  | TMap (n, k, ty) -> "map" ^ Num.to_string n ^ "_" ^ short t (TInt k) ^ "_" ^ short t ty
  | (TRecord (n, ts) | TUnion (n, ts)) -> (
      match (t.info.types.(n).kind, ts) with
      | Option, [ _; payload ] -> "option_" ^ short t payload
      | _ -> unprefixed t t.type_names.(n))
  | TExtern n -> qualified t.info.extern_types.(n)
  | TCoro p -> unprefixed t t.procedure_names.(p)

and unprefixed t s =
  let n = String.length t.prefix in
  String.sub s n (String.length s - n)

let create (info : I.t) ~prefix ~frame ~bytes =
  let taken = Hashtbl.create 97 in
  let symbols = Hashtbl.create 7 in
  let symbol s =
    Hashtbl.replace symbols s ();
    Hashtbl.replace taken s ()
  in
  Array.iter (fun (x : I.extern_info) -> symbol x.symbol) info.externs;
  Array.iter (fun n -> symbol (prefix ^ qualified n)) info.extern_types;
  let procs = Array.of_list info.program.procs in
  let claim_name n = claim taken (prefix ^ qualified n) in
  (* Coroutines first: their names are the interface. *)
  let procedure_names = Array.make (Array.length procs) "" in
  let claim_procs wanted =
    Array.iteri
      (fun i (p : I.procedure) ->
        if procs.(i).suspends = wanted then (
          procedure_names.(i) <- claim_name p.proc_name;
          if wanted then
            List.iter (fun s -> ignore (claim taken (procedure_names.(i) ^ s))) [ "_init"; "_step"; "_waits" ]))
      info.procedures
  in
  List.iter
    (fun s -> ignore (claim taken (prefix ^ s)))
    [ "request"; "response"; "status"; "view"; "span" ];
  claim_procs true;
  claim_procs false;
  let is_option (i : I.type_info) = i.kind = I.Option in
  let type_names = Array.map (fun (i : I.type_info) -> if is_option i then "" else claim_name i.type_name) info.types in
  let constant_names =
    Array.map (function Some n -> claim_name n | None -> claim taken (prefix ^ "literal")) info.constants
  in
  let names ~reserved taken = Array.map (fun s -> claim taken (plain_name ~prefix ~reserved s)) in
  let members = names ~reserved:is_word in
  (* In a request, the results of coroutines stand beside the effects. *)
  let beside = table_of [ "none" ] in
  let n = String.length prefix in
  Array.iter (fun s -> Hashtbl.replace beside ("done_" ^ String.sub s n (String.length s - n)) ()) procedure_names;
  let effects = Array.map (fun (e : I.effect_info) -> qualified e.effect_name) info.effects in
  let asks = Hashtbl.create 17 in
  let t =
    {
      info; prefix; frame; bytes; procs; text = Buffer.create 4096; defined = Hashtbl.create 97; taken; symbols;
      procedure_names; constant_names; type_names;
      member_names = Array.map (fun (i : I.type_info) -> members (Hashtbl.create 7) i.members) info.types;
      effect_names = names ~reserved:(fun s -> is_word s || s = "none") beside effects;
      effect_args = Array.map (fun (e : I.effect_info) -> members (Hashtbl.create 7) e.effect_args) info.effects;
      ask_names = Array.map (fun e -> claim asks (String.uppercase_ascii prefix ^ "ASKS_" ^ e)) effects;
      maps = [];
    }
  in
  Array.iteri
    (fun i (x : I.type_info) -> if is_option x then type_names.(i) <- claim taken (prefix ^ short t x.representation))
    info.types;
  t

let procedure_name t p = t.procedure_names.(p)
let constant_name t c = t.constant_names.(c)
let effect_name t e = t.effect_names.(e)
let effect_arg t e i = t.effect_args.(e).(i)
let asks t e = t.ask_names.(e)

let answer_points t e = t.bytes (List.nth t.info.program.effs e).eff_result > 16

let member t ty i =
  match ty with
  | TRecord (n, _) | TUnion (n, _) -> t.member_names.(n).(i)
  | _ -> invalid_arg "member"

let variables t p =
  let taken = Hashtbl.create 17 in
  let avoid = Hashtbl.mem t.symbols in
  Array.map
    (fun (v : I.variable) ->
      match v.var_name with
      | Some n -> claim ~avoid taken (plain_name ~prefix:t.prefix ~reserved:is_ours n)
      | None -> claim ~avoid taken "tmp")
    t.info.procedures.(p).variables

let extern_args t x =
  Array.map (plain_name ~prefix:t.prefix ~reserved:is_ours) t.info.externs.(x).extern_args

let points t p =
  let rec go c acc =
    match c with
    | Skip | Do _ | Exit _ | Goto _ | Resume _ | Return -> acc
    | Seq (a, b) | If (_, a, b) -> go a (go b acc)
    | Block c | Loop (_, c) | Label (_, c) -> go c acc
    | Suspend (l, s) -> (l, `Suspend s) :: acc
    | Call (l, x) -> if t.procs.(x.callee).suspends then (l, `Call x) :: acc else acc
  in
  go t.procs.(p).body []

(* {2 Types} *)

let definitions t = Buffer.contents t.text
let maps t = List.rev t.maps

let rec power_of_two n k = if k >= n then k else power_of_two n (2 * k)

(* Above this many entries a map gets a hash index. *)
let linear_map = 16
let index_size cap = if cap <= linear_map then 0 else power_of_two (cap + (cap / 2)) 1

(* Types that mean the same in every program. *)
let rec named_by_shape t = function
  | TBool | TInt _ | TBytes _ | TView -> true
  | TArray (_, ty) | TMap (_, _, ty) -> named_by_shape t ty
  | TUnion (n, [ _; payload ]) -> t.info.types.(n).kind = I.Option && named_by_shape t payload
  | TRecord _ | TUnion _ | TExtern _ | TCoro _ -> false

let rec c_type t ty =
  match ty with
  | TBool -> "bool"
  | TInt w -> width_type w
  | TExtern n -> t.prefix ^ qualified t.info.extern_types.(n)
  | TView -> "struct " ^ t.prefix ^ "view"
  | TCoro _ | TBytes _ | TArray _ | TRecord _ | TUnion _ | TMap _ -> (
      match Hashtbl.find_opt t.defined ty with
      | Some name -> "struct " ^ name
      | None ->
          let name, members =
            match ty with
            | TCoro p -> (t.procedure_names.(p), frame_members t p)
            | TRecord (n, ts) -> (t.type_names.(n), fields t ty ts)
            | TUnion (n, ts) -> (t.type_names.(n), union_members t ty ts)
            | _ -> (claim t.taken (t.prefix ^ short t ty), structural t ty)
          in
          Hashtbl.replace t.defined ty name;
          (match ty with
          | TMap (n, k, elt) -> t.maps <- (name, int_of_n n, k, elt) :: t.maps
          | _ -> ());
          let text = Printf.sprintf "struct %sSTORAGE %s {\n%s};\n" (macro_prefix t) name members in
          let text =
            if named_by_shape t ty then
              (* Other generated headers may define the same. *)
              let guard = String.uppercase_ascii name in
              Printf.sprintf "#ifndef %s\n#define %s\n%s#endif\n\n" guard guard text
            else text ^ "\n"
          in
          Buffer.add_string t.text text;
          "struct " ^ name)

and declare t ty name = Printf.sprintf "    %s %s;\n" (c_type t ty) name

and fields t ty ts =
  String.concat ""
    (List.mapi (fun i f -> if is_void f then "" else declare t f (member t ty i)) ts)

and union_members t ty ts =
  let payload = fields t ty ts in
  Printf.sprintf "    %s tag;\n%s"
    (unsigned (List.length ts - 1))
    (if payload = "" then ""
    else
      "    union {\n"
      ^ String.concat "" (List.map (fun l -> if l = "" then "" else "    " ^ l ^ "\n") (String.split_on_char '\n' payload))
      ^ "    } u;\n")

and structural t = function
  | TBytes n ->
      let n = int_of_n n in
      Printf.sprintf "    %s len;\n    uint8_t data[%d];\n" (unsigned n) (max 1 n)
  | TArray (n, elt) -> Printf.sprintf "    %s a[%d];\n" (c_type t elt) (max 1 (int_of_n n))
  | TMap (n, k, elt) ->
      let cap = int_of_n n in
      let index = index_size cap in
      (if is_void elt then "" else Printf.sprintf "    %s value[%d];\n" (c_type t elt) (max 1 cap))
      ^ Printf.sprintf "    %s key[%d];\n    %s count;\n" (width_type k) (max 1 cap) (unsigned cap)
      ^ if index = 0 then "" else Printf.sprintf "    %s index[%d];\n" (unsigned cap) index
  | _ -> invalid_arg "structural"

(* Members one after the other where they are disjoint; a union of padded ones
   where some share bytes. *)
and frame_members t p =
  let slots = slots t p in
  let at_type = unsigned (List.length (points t p) + 1) in
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
  let names = variables t p and vars = t.info.procedures.(p).variables in
  let own =
    List.concat
      (List.init (Array.length names) (fun x ->
           let ty = vars.(x).I.var_ty in
           match frame.homes.(x) with
           | Frame (off, size) when not (is_void ty) -> [ (off, size, (names.(x), ty)) ]
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
  "fli_" ^ unprefixed t (Hashtbl.find t.defined ty)

let assertions t =
  let frames =
    List.filter_map (function TCoro p, _ -> Some p | _ -> None)
      (List.of_seq (Hashtbl.to_seq t.defined))
    |> List.sort compare
  in
  let one p =
    let name = t.procedure_names.(p) in
    String.concat ""
      (Printf.sprintf "_Static_assert(sizeof(struct %s) == %d, \"layout (on 32-bit x86: -malign-double)\");\n" name (t.frame p).size
      :: List.map
           (fun (off, _, (member, _)) ->
             Printf.sprintf "_Static_assert(offsetof(struct %s, %s) == %d, \"layout (on 32-bit x86: -malign-double)\");\n" name member off)
           (slots t p))
  in
  String.concat "" (List.map one frames)
