(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
module Num = Z
open Fairlead_lang_coq.Syntax
module I = Program_info

(* Names that are taken, each with the number to try next behind it: thousands of temporaries are called alike. *)
type claimed = (string, int) Hashtbl.t

type t = {
  info : I.t;
  prefix : string;
  procs : proc array;
  taken : claimed;
  symbols : (string, unit) Hashtbl.t;  (* of external functions and types, which are not ours to choose *)
  procedure_names : string array;
  constant_names : string array;
  type_names : string array;
  member_names : string array array;
  effect_names : string array;
  effect_args : string array array;
  ask_names : string array;
  numbers : claimed;  (* macros and enumerators *)
}

let info t = t.info
let procedure t p = t.procs.(p)
let prefix t = t.prefix
let macro_prefix t = String.uppercase_ascii t.prefix

(* {2 Reserved words} *)

(* What the printer itself uses in functions and frames, beside callee_1, callee_2, ... *)
let ours = [ "f"; "r"; "q"; "result"; "status"; "at"; "callee"; "tag"; "u"; "none" ]

let table_of names : claimed =
  let h = Hashtbl.create 97 in
  List.iter (fun k -> Hashtbl.replace h k 2) names;
  h

let our_table = table_of ours
let starts_with p s = String.length s >= String.length p && String.sub s 0 (String.length p) = p
let is_word = C_reserved_trusted.is_reserved
let is_ours base = is_word base || Hashtbl.mem our_table base || starts_with "callee_" base

(* {2 From one name to another} *)

(* Appending underscores to a reserved stem keeps distinct names distinct. No result begins with an underscore. *)
let plain_name ~prefix ~reserved s =
  let rec stem n = if n > 0 && s.[n - 1] = '_' then stem (n - 1) else n in
  let base = String.sub s 0 (stem (String.length s)) in
  let is_prefixed = List.exists (fun p -> starts_with p s) [ prefix; String.uppercase_ascii prefix; "fli_"; "FLI_" ] in
  if reserved base || is_prefixed then s ^ "_"
  else if base = "" || starts_with "_" s then "v" ^ s
  else s

let claim ?(avoid = fun _ -> false) (taken : claimed) base =
  let rec try_from n =
    let name = if n = 1 then base else Printf.sprintf "%s_%d" base n in
    if Hashtbl.mem taken name || avoid name then try_from (n + 1)
    else (
      if not (Hashtbl.mem taken name) then Hashtbl.replace taken name 2;
      if n > 1 then Hashtbl.replace taken base (n + 1);
      name)
  in
  try_from (match Hashtbl.find_opt taken base with Some n -> n | None -> 1)

let identifier s =
  String.map (function ('a' .. 'z' | 'A' .. 'Z' | '0' .. '9' | '_') as c -> c | _ -> '_') s

let qualified n = identifier (Written.name n)

(* A prefix can make a reserved word of a name. *)
let external_name ~prefix s =
  let name = prefix ^ s in
  let upper s = String.uppercase_ascii s = s in
  let reserved = (is_word name && (upper name || not (upper prefix))) || C_builtins_trusted.is_builtin name in
  if reserved then name ^ "_" else name

let extern_is_free ~prefix ~declared s =
  let ours = [ prefix; String.uppercase_ascii prefix; "fli_"; "FLI_" ] in
  let begins p = starts_with p s in
  let known_to_c = is_word s || C_builtins_trusted.is_builtin s in
  not (Hashtbl.mem our_table s || List.exists begins ("callee_" :: ours) || (declared && known_to_c))

let without prefix s =
  let n = String.length prefix in
  String.sub s n (String.length s - n)

let unprefixed t s = without t.prefix s
let extern_type_name t n = t.prefix ^ qualified t.info.extern_types.(n)

(* What a type is called inside other names. *)
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

let structure_name t = function
  | TCoro p -> t.procedure_names.(p)
  | TRecord (n, _) | TUnion (n, _) -> t.type_names.(n)
  | ty -> claim t.taken (t.prefix ^ short t ty)

(* {2 The names of a program} *)

(* Coroutines first: their names are the interface. *)
let claim_procedures (info : I.t) procs ~prefix taken =
  let names = Array.make (Array.length procs) "" in
  let claim_those wanted =
    Array.iteri
      (fun i (p : I.procedure) ->
        if procs.(i).suspends = wanted then (
          (* What others may call without knowing anything has the name. *)
          let stem = qualified p.proc_name ^ if p.requires = [] then "" else "_unchecked" in
          names.(i) <- claim taken (external_name ~prefix stem);
          if wanted then List.iter (fun s -> ignore (claim taken (names.(i) ^ s))) [ "_init"; "_step"; "_waits" ]))
      info.procedures
  in
  claim_those true;
  claim_those false;
  names

(* Names that others give, and those that every program has. *)
let taken_from_the_start (info : I.t) ~prefix ~symbols =
  let taken = Hashtbl.create 97 in
  let symbol s =
    Hashtbl.replace symbols s ();
    Hashtbl.replace taken s 2
  in
  Array.iter (fun (x : I.extern_info) -> symbol x.symbol) info.externs;
  Array.iter (fun n -> symbol (prefix ^ qualified n)) info.extern_types;
  List.iter
    (fun s -> ignore (claim taken (prefix ^ s)))
    [ "request"; "response"; "status"; "view"; "span"; "key_maps" ];
  taken

let is_option (i : I.type_info) = i.kind = I.Option

let create (info : I.t) ~prefix ~file =
  let symbols = Hashtbl.create 7 in
  let taken = taken_from_the_start info ~prefix ~symbols in
  let procs = Array.of_list info.program.procs in
  let procedure_names = claim_procedures info procs ~prefix taken in
  let claim_name n = claim taken (external_name ~prefix (qualified n)) in
  let type_names = Array.map (fun (i : I.type_info) -> if is_option i then "" else claim_name i.type_name) info.types in
  let constant_names =
    Array.map (function Some n -> claim_name n | None -> claim taken (prefix ^ "literal")) info.constants
  in
  let names ~reserved taken = Array.map (fun s -> claim taken (plain_name ~prefix ~reserved (identifier s))) in
  let members l = names ~reserved:is_word (Hashtbl.create 7) l in
  (* In a request, the results of coroutines stand beside the effects. *)
  let beside = table_of [ "none"; "room" ] in
  Array.iter (fun s -> Hashtbl.replace beside ("done_" ^ without prefix s) 2) procedure_names;
  let effects = Array.map (fun (e : I.effect_info) -> qualified e.effect_name) info.effects in
  let upper = String.uppercase_ascii in
  let sizes i name = (upper name ^ "_STACK") :: (if procs.(i).suspends then [ upper name ^ "_SIZE" ] else []) in
  let numbers =
    table_of
      (List.map (( ^ ) (upper prefix))
         [ "API"; "STORAGE"; "ON_TRAP"; "CHECK"; "ON_BAD"; "TRAP"; "DONE"; "NONE"; "SOME"; upper (identifier file) ^ "_H" ]
      @ List.concat (List.mapi sizes (Array.to_list procedure_names)))
  in
  let t =
    {
      info; prefix; procs; taken; symbols; procedure_names; constant_names; type_names;
      member_names = Array.map (fun (i : I.type_info) -> members i.members) info.types;
      effect_names = names ~reserved:(fun s -> is_word s || List.mem s [ "none"; "room" ]) beside effects;
      effect_args = Array.map (fun (e : I.effect_info) -> members e.effect_args) info.effects;
      ask_names = Array.map (fun e -> claim numbers (upper prefix ^ "ASKS_" ^ e)) effects;
      numbers;
    }
  in
  (* An option is named after its payload, which has to have a name by now. *)
  Array.iteri
    (fun i (x : I.type_info) -> if is_option x then type_names.(i) <- claim taken (prefix ^ short t x.representation))
    info.types;
  t

let procedure_name t p = t.procedure_names.(p)
let constant_name t c = t.constant_names.(c)
let effect_name t e = t.effect_names.(e)
let effect_arg t e i = t.effect_args.(e).(i)
let asks t e = t.ask_names.(e)
let number t s =
  claim ~avoid:(fun s -> Hashtbl.mem t.taken s || C_builtins_trusted.is_limit s) t.numbers (macro_prefix t ^ s)
let type_name t n = t.type_names.(n)
let case_type t n = claim t.taken (t.type_names.(n) ^ "_case")
let key_maps t = t.prefix ^ "key_maps"
let results t = "fli_" ^ t.prefix ^ "results"
let shape_guard name = "FLI_" ^ String.uppercase_ascii name
let done_member t c = "done_" ^ unprefixed t t.procedure_names.(c)

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
