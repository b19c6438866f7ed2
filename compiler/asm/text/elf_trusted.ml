(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type relocation = { offset : int64; kind : int; addend : int64; against : string }

type section = {
  name : string;
  kind : int;
  flags : int64;
  align : int64;
  entry_size : int64;
  size : int64;
  bytes : string;
  relocations : relocation list;
}

type symbol = {
  symbol : string;
  binding : int;
  type_ : int;
  visibility : int;
  home : string;
  value : int64;
  extent : int64;
}

type t = { machine : int * int64; sections : section list; symbols : symbol list }

exception Bad of string

let bad fmt = Printf.ksprintf (fun m -> raise (Bad m)) fmt
let sht_symtab = 2 and sht_strtab = 3 and sht_rela = 4 and sht_nobits = 8 and sht_rel = 9
let sht_group = 17 and sht_symtab_shndx = 18

(* Any read outside of the file raises Invalid_argument, which [read] turns into an error. *)
let u16 s o = String.get_uint16_le s o
let u32 s o = Int32.to_int (String.get_int32_le s o) land 0xffffffff
let u64 s o = String.get_int64_le s o
let small s o = match Int64.unsigned_to_int (u64 s o) with Some n -> n | None -> bad "a size is out of range"
let string_at s o = String.sub s o (String.index_from s o '\000' - o)

type header = {
  h_name : string;
  h_kind : int;
  h_flags : int64;
  h_offset : int;
  h_size : int;
  h_link : int;
  h_info : int;
  h_align : int64;
  h_entry : int64;
}

let headers s =
  let at = small s 40 and size = u16 s 58 and count = u16 s 60 and names = u16 s 62 in
  if size <> 64 || count = 0 then bad "its table of sections is not understood";
  let raw k = at + (k * 64) in
  let names_at = small s (raw names + 24) in
  Array.init count (fun k ->
      let o = raw k in
      { h_name = string_at s (names_at + u32 s o);
        h_kind = u32 s (o + 4);
        h_flags = u64 s (o + 8);
        h_offset = small s (o + 24);
        h_size = small s (o + 32);
        h_link = u32 s (o + 40);
        h_info = u32 s (o + 44);
        h_align = u64 s (o + 48);
        h_entry = u64 s (o + 56) })

let home headers = function
  | 0 -> "undefined"
  | 0xfff1 -> "absolute"
  | 0xfff2 -> "common"
  | n when n < Array.length headers ->
      let name = headers.(n).h_name in
      if Array.exists (fun h -> h.h_name = name && h != headers.(n)) headers then Printf.sprintf "section#%d %s" n name
      else "section " ^ name
  | n -> bad "section %d does not exist" n

let symbols s headers =
  match List.filter (fun h -> h.h_kind = sht_symtab) (Array.to_list headers) with
  | [] -> [||]
  | [ h ] ->
      let strings = headers.(h.h_link).h_offset in
      Array.init (h.h_size / 24) (fun k ->
          let o = h.h_offset + (24 * k) in
          let info = Char.code s.[o + 4] in
          { symbol = string_at s (strings + u32 s o);
            binding = info lsr 4;
            type_ = info land 15;
            visibility = Char.code s.[o + 5];
            home = home headers (u16 s (o + 6));
            value = u64 s (o + 8);
            extent = u64 s (o + 16) })
  | _ -> bad "it has several symbol tables"

let describe y = if y.symbol <> "" then Printf.sprintf "%s (%s, type %d)" y.symbol y.home y.type_ else y.home

let read s =
  match
    if String.length s < 64 || String.sub s 0 6 <> "\127ELF\002\001" then
      bad "it is no 64-bit little-endian object file";
    if u16 s 16 <> 1 then bad "it is not relocatable";
    let headers = headers s in
    let symbols = symbols s headers in
    let relocations = Hashtbl.create 8 in
    Array.iter
      (fun h ->
        if List.mem h.h_kind [ sht_rel; sht_group; sht_symtab_shndx ] then
          bad "section %s is of a kind not understood here" h.h_name;
        if h.h_kind = sht_rela then begin
          if Hashtbl.mem relocations h.h_info then bad "a section has its relocations in two places";
          let one k =
            let o = h.h_offset + (24 * k) in
            let against = describe symbols.(u32 s (o + 12)) in
            { offset = u64 s o; kind = u32 s (o + 8); addend = u64 s (o + 16); against }
          in
          Hashtbl.add relocations h.h_info (List.init (h.h_size / 24) one)
        end)
      headers;
    let section k h =
      { name = h.h_name;
        kind = h.h_kind;
        flags = h.h_flags;
        align = h.h_align;
        entry_size = h.h_entry;
        size = Int64.of_int h.h_size;
        bytes = (if h.h_kind = sht_nobits then "" else String.sub s h.h_offset h.h_size);
        relocations = Option.value ~default:[] (Hashtbl.find_opt relocations k) }
    in
    let is_content x = not (List.mem x.kind [ 0; sht_symtab; sht_strtab; sht_rela ]) in
    let sections = List.filter is_content (List.mapi section (Array.to_list headers)) in
    { machine = (u16 s 18, Int64.of_int (u32 s 48)); sections; symbols = List.sort compare (Array.to_list symbols) }
  with
  | t -> Ok t
  | exception Bad m -> Error m
  | exception (Invalid_argument _ | Not_found) -> Error "it is damaged"

let executable x = Int64.logand x.flags 4L <> 0L

let is_code t x =
  executable x || Linker_trusted.among_code x.name
  || List.exists (fun y -> y.name = x.name && executable y) t.sections

let is_loaded x = Int64.logand x.flags 2L <> 0L || not (Linker_trusted.left_out x.name)
let is_plain x = Int64.logand x.flags (Int64.lognot 0x37L) = 0L
let absolute_64 = 1
let is_function y = y.type_ = 2 || y.type_ = 10

(* [home] is `section NAME', or `section#NUMBER NAME' where several are called so. *)
let is_home x home =
  match String.index_opt home ' ' with
  | Some i when String.starts_with ~prefix:"section" home ->
      String.sub home (i + 1) (String.length home - i - 1) = x.name
  | _ -> false

(* The assembler writes these from .cfi, .loc and .ident; see Directives_trusted. *)
let is_generated x =
  x.name = ".eh_frame" || x.name = ".comment"
  || (String.length x.name > 6 && String.starts_with ~prefix:".debug" x.name)

let data t =
  let is_data x = not (executable x || is_generated x) in
  let is_kept y =
    y.symbol <> "" && (y.home = "common" || List.exists (fun x -> is_data x && is_home x y.home) t.sections)
  in
  let without_relocations (x : section) = { x with relocations = [] } in
  { t with
    sections = List.map without_relocations (List.filter is_data t.sections);
    symbols = List.filter is_kept t.symbols }

let linked t =
  let is_kept x = not (is_generated x) && (x.size <> 0L || x.name = ".note.GNU-stack") in
  { t with
    sections = List.sort (fun a b -> compare a.name b.name) (List.filter is_kept t.sections);
    symbols =
      List.filter
        (fun y -> y.symbol <> "" && y.type_ <> 4 (* file *) && not (y.home = "absolute" && y.binding = 0))
        t.symbols }

type target = Named of string | Section of section | Elsewhere

let target_of t y =
  if y.symbol <> "" then Named y.symbol
  else match List.find_opt (fun x -> is_home x y.home) t.sections with Some x -> Section x | None -> Elsewhere

let target t =
  let described = Hashtbl.create 64 in
  List.iter (fun y -> let d = describe y in if not (Hashtbl.mem described d) then Hashtbl.add described d y) t.symbols;
  fun r -> match Hashtbl.find_opt described r.against with Some y -> target_of t y | None -> Elsewhere

let symbol_named t =
  let named = Hashtbl.create 64 in
  List.iter (fun y -> if not (Hashtbl.mem named y.symbol) then Hashtbl.add named y.symbol y) t.symbols;
  fun name -> if name = "" then None else Hashtbl.find_opt named name

type difference = { what : string; at : (string * int) option }

let first_byte a b =
  let n = min (String.length a) (String.length b) in
  let rec go i = if i < n && a.[i] = b.[i] then go (i + 1) else i in
  go 0

let section_difference a b =
  let some ?offset fmt =
    let difference what =
      let at = Option.map (fun o -> (a.name, o)) offset in
      Some { what = Printf.sprintf "section %s: %s" a.name what; at }
    in
    Printf.ksprintf difference fmt
  in
  if a.name <> b.name then
    Some { what = Printf.sprintf "section %s, where the other has %s" a.name b.name; at = None }
  else if a.bytes <> b.bytes then some ~offset:(first_byte a.bytes b.bytes) "other bytes"
  else if a.size <> b.size then some ~offset:(Int64.to_int (min a.size b.size)) "another size"
  else if a.kind <> b.kind || a.flags <> b.flags || a.entry_size <> b.entry_size then some "other attributes"
  else if a.align <> b.align then some "another alignment (%Ld and %Ld)" a.align b.align
  else
    let rec go = function
      | [], [] -> None
      | x :: xs, y :: ys when x = y -> go (xs, ys)
      | x :: _, y :: _ when x.offset = y.offset ->
          some ~offset:(Int64.to_int x.offset)
            "a relocation to %s%+Ld (type %d) for one to %s%+Ld (type %d)" x.against x.addend x.kind y.against y.addend
            y.kind
      | x :: _, y :: _ ->
          some ~offset:(Int64.to_int (min x.offset y.offset)) "a relocation that the other does not have"
      | x :: _, [] | [], x :: _ -> some ~offset:(Int64.to_int x.offset) "a relocation that the other does not have"
    in
    go (a.relocations, b.relocations)

let rec symbol_difference = function
  | [], [] -> None
  | a :: xs, b :: ys when a = b -> symbol_difference (xs, ys)
  | a :: _, b :: _ when a.symbol = b.symbol ->
      let what = Printf.sprintf "symbol `%s' has another place, size, binding, type or visibility" a.symbol in
      Some { what; at = None }
  | a :: _, b :: _ -> Some { what = Printf.sprintf "symbol `%s' is not in both" (min a.symbol b.symbol); at = None }
  | a :: _, [] | [], a :: _ -> Some { what = Printf.sprintf "symbol `%s' is not in both" a.symbol; at = None }

let difference a b =
  if a.machine <> b.machine then Some { what = "another machine"; at = None }
  else
    let rec go = function
      | [], [] -> symbol_difference (a.symbols, b.symbols)
      | x :: xs, y :: ys -> ( match section_difference x y with None -> go (xs, ys) | d -> d)
      | x :: _, [] | [], x :: _ -> Some { what = Printf.sprintf "section %s is not in both" x.name; at = None }
    in
    go (a.sections, b.sections)
