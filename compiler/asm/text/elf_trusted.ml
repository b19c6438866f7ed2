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

(* A name, which is all in its table. *)
let name_at s ~table:(at, size) o =
  let stop = String.index_from s (at + o) '\000' in
  if stop >= at + size then bad "a name goes on behind its table";
  String.sub s (at + o) (stop - at - o)

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
  (* numbers from 0xff00 on mean something else *)
  if size <> 64 || count = 0 || count >= 0xff00 || names >= count then bad "its table of sections is not understood";
  let raw k = at + (k * 64) in
  if u32 s (raw names + 4) <> sht_strtab then bad "its sections have no names";
  let table = (small s (raw names + 24), small s (raw names + 32)) in
  Array.init count (fun k ->
      let o = raw k in
      if u64 s (o + 16) <> 0L then bad "a section has an address already";
      { h_name = name_at s ~table (u32 s o);
        h_kind = u32 s (o + 4);
        h_flags = u64 s (o + 8);
        h_offset = small s (o + 24);
        h_size = small s (o + 32);
        h_link = u32 s (o + 40);
        h_info = u32 s (o + 44);
        h_align = u64 s (o + 48);
        h_entry = u64 s (o + 56) })

let home ~twice headers = function
  | 0 -> "undefined"
  | 0xfff1 -> "absolute"
  | 0xfff2 -> "common"
  | n when n < Array.length headers ->
      let name = headers.(n).h_name in
      if twice name then Printf.sprintf "section#%d %s" n name
      else "section " ^ name
  | n -> bad "section %d does not exist" n

let stt_section = 3
let is_file y = y.type_ = 4 && y.binding = 0 && y.home = "absolute"

let symbols s headers =
  match List.filter (fun h -> h.h_kind = sht_symtab) (Array.to_list headers) with
  | [] -> [||]
  | [ h ] ->
      let strings = headers.(h.h_link) in
      if strings.h_kind <> sht_strtab || h.h_size mod 24 <> 0 then bad "its table of symbols is not understood";
      let table = (strings.h_offset, strings.h_size) in
      let count = Hashtbl.create 16 in
      Array.iter (fun h -> Hashtbl.add count h.h_name ()) headers;
      let twice name = List.compare_length_with (Hashtbl.find_all count name) 1 > 0 in
      Array.init (h.h_size / 24) (fun k ->
          let o = h.h_offset + (24 * k) in
          let info = Char.code s.[o + 4] in
          let y =
            { symbol = name_at s ~table (u32 s o);
              binding = info lsr 4;
              type_ = info land 15;
              visibility = Char.code s.[o + 5];
              home = home ~twice headers (u16 s (o + 6));
              value = u64 s (o + 8);
              extent = u64 s (o + 16) }
          in
          (* linkers go by the place in the table *)
          if (y.binding = 0) <> (k < h.h_info) then bad "a symbol is not where those of its binding are";
          (* of what has no name, only where it is is known in what follows *)
          let is_begin = y.type_ = stt_section && y.visibility = 0 && y.value = 0L in
          if y.symbol = "" && not (y.binding = 0 && (is_begin || y.home = "undefined" || is_file y)) then
            bad "a symbol has no name, and is not the begin of a section";
          y)
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
          (* else linkers take it for something else, as its flags may say *)
          if
            Int64.logand h.h_flags (Int64.lognot 0x40L) <> 0L || h.h_entry <> 24L || h.h_size mod 24 <> 0
            || headers.(h.h_link).h_kind <> sht_symtab
            || List.mem headers.(h.h_info).h_kind [ 0; sht_symtab; sht_strtab; sht_rela ]
          then bad "the relocations in %s are not understood" h.h_name;
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
    (* linkers take other string tables for data *)
    let is_names k =
      k = u16 s 62 || Array.exists (fun h -> h.h_kind = sht_symtab && h.h_link = k) headers
    in
    let content k h =
      let x = section k h in
      if List.mem x.kind [ 0; sht_symtab; sht_rela ] || (x.kind = sht_strtab && is_names k) then None else Some x
    in
    let sections = List.filter_map Fun.id (List.mapi content (Array.to_list headers)) in
    let machine = (u16 s 18, Int64.of_int (u32 s 48 lor (u16 s 7 lsl 32))) in
    { machine; sections; symbols = List.sort compare (Array.to_list symbols) }
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
  let unwinding = 0x70000001 and in_memory = Int64.logand x.flags 7L in
  if x.name = ".eh_frame" then List.mem x.kind [ 1; unwinding ] && List.mem in_memory [ 2L; 3L ]
  else
    x.kind = 1 && in_memory = 0L
    && (x.name = ".comment" || (String.length x.name > 6 && String.starts_with ~prefix:".debug" x.name))

let data t =
  let is_data x = not (executable x || is_generated x) in
  let is_kept y =
    y.symbol <> "" && (y.home = "common" || List.exists (fun x -> is_data x && is_home x y.home) t.sections)
  in
  let without_relocations (x : section) = { x with relocations = [] } in
  { t with
    sections = List.map without_relocations (List.filter is_data t.sections);
    symbols = List.filter is_kept t.symbols }

(* That one of these is there says nothing, as that one of another name may. *)
let is_usual x =
  is_plain x && List.mem x.kind [ 1; sht_nobits ]
  && List.exists
       (fun n -> x.name = n || String.starts_with ~prefix:(n ^ ".") x.name)
       [ ".text"; ".data"; ".bss"; ".rodata" ]

let lists t =
  let named prefixes x = x.size <> 0L && List.exists (fun prefix -> String.starts_with ~prefix x.name) prefixes in
  let several prefixes = List.compare_length_with (List.filter (named prefixes) t.sections) 1 > 0 in
  several [ ".init_array"; ".preinit_array"; ".ctors" ] || several [ ".fini_array"; ".dtors" ]

(* Records of .eh_frame: descriptions of functions, and what several have in common, which names no code to be run. *)
let only_unwinds t =
  let one x =
    let s = x.bytes in
    let common = Hashtbl.create 4 and places = Hashtbl.create 64 in
    let rec go at =
      if at = String.length s then true
      else
        match u32 s at with
        | 0 -> go (at + 4)
        | size when size < 8 || size >= 0xfffffff0 || at + 4 + size > String.length s -> false
        | size ->
            let id = u32 s (at + 4) in
            let known =
              if id = 0 then begin
                Hashtbl.replace common at ();
                let stop = String.index_from s (at + 9) '\000' in
                List.mem (String.sub s (at + 9) (stop - at - 9)) [ ""; "zR"; "zRS" ]
              end
              else begin
                Hashtbl.replace places (Int64.of_int (at + 8)) ();
                Hashtbl.mem common (at + 4 - id)
              end
            in
            known && go (at + 4 + size)
    in
    (try go 0 with Invalid_argument _ | Not_found -> false)
    && List.for_all (fun (r : relocation) -> Hashtbl.mem places r.offset) x.relocations
  in
  List.for_all (fun x -> x.name <> ".eh_frame" || one x) t.sections

let linked t =
  let is_kept x = not (is_generated x || (x.size = 0L && is_usual x)) in
  { t with
    sections = List.sort (fun a b -> compare a.name b.name) (List.filter is_kept t.sections);
    symbols =
      List.filter
        (fun y -> y.symbol <> "" && not (y.home = "absolute" && y.binding = 0))
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
