(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
open Source
module Z = Bignum

let longest = 15 (* bytes of an instruction *)
let pc32 = 2 and plt32 = 4
let stb_local = 0

exception Other of string

let other fmt = Printf.ksprintf (fun m -> raise (Other m)) fmt

type code = {
  elf : Elf_trusted.t;
  section : Elf_trusted.section;
  home : string;  (** of symbols in it *)
  relocations : (int, Elf_trusted.relocation) Hashtbl.t;  (** by their offsets; those not seen yet *)
  named : string -> Elf_trusted.symbol option;
  labelled : (string -> Elf_trusted.symbol option) Lazy.t;  (** local labels, too *)
  target : Elf_trusted.relocation -> Elf_trusted.target;
  labels : (string, int) Hashtbl.t;  (** of the code, by the statements *)
  places : (string, Z.t) Hashtbl.t;  (** numbers for homes *)
}

let byte c at = if at < String.length c.section.bytes then Char.code c.section.bytes.[at] else other "the code ends"

let signed_32 c at =
  let b k = byte c (at + k) in
  let u = b 0 lor (b 1 lsl 8) lor (b 2 lsl 16) lor (b 3 lsl 24) in
  if u >= 1 lsl 31 then u - (1 lsl 32) else u

(* Where a symbol is: in a section, or wherever the linker puts what has that name. *)
let of_symbol c name offset =
  let known = match c.named name with Some y -> Some y | None -> Lazy.force c.labelled name in
  match known with
  | Some y when y.binding = stb_local && String.starts_with ~prefix:"section " y.home ->
      (y.home, Int64.to_int y.value + offset)
  | Some _ -> ("symbol " ^ name, offset)
  | None -> (
      (* the disassembly of an object names sections *)
      let is_it (y : Elf_trusted.symbol) =
        List.exists (fun (x : Elf_trusted.section) -> x.name = name && Elf_trusted.is_home x y.home) c.elf.sections
      in
      match List.find_opt is_it c.elf.symbols with
      | Some y -> (y.home, offset)
      | None -> ("symbol " ^ name, offset))

let of_relocation c (r : Elf_trusted.relocation) =
  match c.target r with
  | Named s -> of_symbol c s (Int64.to_int r.addend)
  | Section _ -> (r.against, Int64.to_int r.addend)
  | Elsewhere -> other "a relocation is to no symbol"

(* Each is of one operand. *)
let take c at =
  match Hashtbl.find_opt c.relocations at with
  | None -> None
  | Some r ->
      Hashtbl.remove c.relocations at;
      if r.kind <> pc32 && r.kind <> plt32 then other "a relocation of type %d is not read" r.kind;
      let home, offset = of_relocation c r in
      Some (home, offset + 4)

let number c home =
  match Hashtbl.find_opt c.places home with
  | Some n -> n
  | None ->
      let n = Z.of_int (1 + Hashtbl.length c.places) in
      Hashtbl.replace c.places home n;
      n

(* What a processor finds at an offset: the instruction, and the offset behind it. *)
let decoded c at =
  let n = min longest (String.length c.section.bytes - at) in
  let relative left field =
    let rec int = function O -> 0 | S k -> 1 + int k in
    let place = at + n - int left - 4 in
    let home, offset =
      match take c place with
      | Some target -> if Z.equal field Z.zero then target else other "a field that the linker fills is not empty"
      | None -> (c.home, place + 4 + Z.to_int field)
    in
    Some (BaseSym (number c home), Z.of_int offset)
  in
  match decode relative (List.init n (fun k -> Z.of_int (byte c (at + k)))) with
  | Some ((d, _), rest) -> Some (d, at + n - List.length rest)
  | None -> None

(* Regions are the programmer's, and symbols are where the file has them. *)
let placed c ~names (m : mem) =
  let erased = { m with m_region = Z.zero } in
  match m.m_base with
  | NoBase | BaseReg _ -> erased
  | BaseSym p ->
      let name = Operand.symbol_name names p in
      let home, offset =
        match Hashtbl.find_opt c.labels name with
        | Some offset when c.named name = None -> (c.home, offset)
        | Some _ | None -> of_symbol c name 0
      in
      { erased with m_base = BaseSym (number c home); m_disp = Z.add m.m_disp (Z.of_int offset) }

let same_instruction c ~names read i =
  let read = canonical (over (placed c ~names) read) in
  if not (instr_eq_dec read (canonical i)) then other "they are another instruction"

(* No-ops as processors' manuals recommend them, with prefixes that change nothing. *)
let rec idle c at upto =
  if at < upto then begin
    let rec prefixed at = if byte c at = 0x66 || byte c at = 0x2e then prefixed (at + 1) else at in
    let at = prefixed at in
    let behind =
      if byte c at = 0x90 then at + 1
      else if byte c at = 0x0f && byte c (at + 1) = 0x1f then
        match byte c (at + 2) with
        | 0x00 -> at + 3
        | 0x40 -> at + 4
        | 0x44 -> at + 5
        | 0x80 -> at + 7
        | 0x84 -> at + 8
        | _ -> other "it is filled with what is not read"
      else other "it is filled with what is not read"
    in
    if behind > upto then other "it is filled with half an instruction";
    idle c behind upto
  end

(* Long padding begins with a jump over the rest of it. *)
let padding c at upto =
  let over n by = if at + n + by = upto then at + n else other "it is filled with a jump to elsewhere" in
  match if at < upto then byte c at else 0x90 with
  | 0xeb when byte c (at + 1) < 128 -> idle c (over 2 (byte c (at + 1))) upto
  | 0xe9 -> idle c (over 5 (signed_32 c (at + 1))) upto
  | _ -> idle c at upto

let fields arguments = Directives_trusted.fields_of arguments
let of_field = Directives_trusted.number

let aligned at name arguments =
  let n, most =
    match fields arguments with
    | [ n ] | [ n; _ ] -> (of_field n, None)
    | [ n; _; most ] -> (of_field n, of_field most)
    | _ -> (None, None)
  in
  match n with
  | None -> other "this alignment is not read"
  | Some n when n < 0 || n > 1 lsl 20 || (name = ".p2align" && n > 20) -> other "this alignment is too large"
  | Some n ->
      let n = max 1 (if name = ".p2align" then 1 lsl n else n) in
      let behind = (at + n - 1) / n * n in
      if match most with Some most -> most > 0 && behind - at > most | None -> false then at else behind

let exact c at bytes = List.iteri (fun k b -> if byte c (at + k) <> b then other "they are others") bytes

let written c at arguments =
  let bytes = List.map of_field (fields arguments) in
  exact c at (List.map (function Some b -> b | None -> other "these bytes are not read") bytes);
  at + List.length bytes

let directive c at (name, arguments) =
  match Directives_trusted.kind (name, arguments) with
  | Align ->
      let behind = aligned at name arguments in
      padding c at behind; behind
  | Landing when name = Directives_trusted.landing -> exact c at [ 0xf3; 0x0f; 0x1e; 0xfa ]; at + 4
  | Idle when name = Directives_trusted.long_return -> exact c at [ 0xf3 ]; at + 1
  | Landing | Idle -> written c at arguments
  | Section _ | Pop | Names | Common | Constant | Unwinding | Syntax -> at
  | Data -> other "data in the code are not read"

(* Where a jump or a call leads: into the code, or to a symbol. *)
let to_label c l =
  let l = if String.ends_with ~suffix:"@PLT" l then String.sub l 0 (String.length l - 4) else l in
  match (Hashtbl.find_opt c.labels l, c.named l) with
  | Some offset, (None | Some { binding = 0; _ }) -> [ (c.home, offset) ]
  | Some offset, Some _ -> [ (c.home, offset); ("symbol " ^ l, 0) ]
  | None, _ -> [ of_symbol c l 0 ]

(* With four bytes that the linker fills, or as the decoder has it. *)
let jump c at opcode =
  let field = at + List.length opcode in
  match (if field < String.length c.section.bytes then take c field else None) with
  | Some target -> exact c at opcode; if signed_32 c field <> 0 then other "the field is not empty"; (target, field + 4)
  | None -> (
      match (opcode, decoded c at) with
      | [ 0xe9 ], Some (Jumps by, behind) -> ((c.home, behind + Z.to_int by), behind)
      | [ 0x0f; cc ], Some (Branches (x, by), behind) when cc_numbered (Z.of_int (cc - 0x80)) = x ->
          ((c.home, behind + Z.to_int by), behind)
      | [ 0xe8 ], None -> exact c at opcode; ((c.home, field + 4 + signed_32 c field), field + 4)
      | _ -> other "they lead elsewhere")

let condition_numbers = List.init 16 (fun k -> (cc_numbered (Z.of_int k), 0x80 + k))

let opcode_of = function None -> [ 0xe9 ] | Some x -> [ 0x0f; List.assoc x condition_numbers ]

type leads = Runs | Leads of (string * int) * string

let statement c at kind =
  match kind with
  | Instr _ -> (
      match decoded c at with
      | Some (Does i, behind) -> (behind, Some i, Runs)
      | Some _ | None -> other "they are not known, or no such instruction")
  | Jump (x, l) -> let target, behind = jump c at (opcode_of x) in (behind, None, Leads (target, l))
  | Call l -> let target, behind = jump c at [ 0xe8 ] in (behind, None, Leads (target, l))
  | Ret -> (
      match decoded c at with
      | Some (Returns, behind) -> (behind, None, Runs)
      | Some _ | None -> other "they do not return")
  | Label l ->
      (match c.named l with
       | Some y when y.home <> c.home -> () (* in another section of code, which has none *)
       | Some y when Int64.to_int y.value <> at -> other "`%s' is elsewhere" l
       | Some _ | None -> Hashtbl.replace c.labels l at);
      (at, None, Runs)
  | Directive (name, arguments) -> (directive c at (name, arguments), None, Runs)
  | Mark _ -> (at, None, Runs)

let compare ~names ~code ~with_labels elf statements =
  match List.filter (fun (x : Elf_trusted.section) -> x.name = code) elf.Elf_trusted.sections with
  | [ section ] -> (
      let home (y : Elf_trusted.symbol) = y.home in
      let homes = List.filter (Elf_trusted.is_home section) (List.map home elf.symbols) in
      let c =
        { elf; section;
          home = (match homes with h :: _ -> h | [] -> code);
          relocations = Hashtbl.create 64;
          named = Elf_trusted.symbol_named elf;
          labelled = lazy (Elf_trusted.symbol_named (Lazy.force with_labels));
          target = Elf_trusted.target elf;
          labels = Hashtbl.create 64;
          places = Hashtbl.create 16 }
      in
      List.iter
        (fun (r : Elf_trusted.relocation) -> Hashtbl.add c.relocations (Int64.to_int r.offset) r)
        section.relocations;
      let refused place at m =
        Diagnostic.fail ~place "the bytes of this, at 0x%x of section %s, are not what is read here: %s" at code m
      in
      let at = ref 0 in
      let walk (s, in_code) =
        if not in_code then None
        else
          match statement c !at s.kind with
          | behind, i, leads -> let from = !at in at := behind; Some (s, from, i, leads)
          | exception Other m -> refused s.place !at m
      in
      let walked = List.filter_map walk statements in
      List.iter
        (fun (s, from, i, leads) ->
          try
            (match (s.kind, i) with Instr read, Some i -> same_instruction c ~names read i | _ -> ());
            match leads with
            | Leads (target, l) -> if not (List.mem target (to_label c l)) then other "they lead elsewhere"
            | Runs -> ()
          with Other m -> refused s.place from m)
        walked;
      if !at <> String.length section.bytes then
        Diagnostic.fail "section %s has more code than is read" code;
      if Hashtbl.length c.relocations > 0 then Diagnostic.fail "the linker changes code that is not read")
  | _ -> Diagnostic.fail "there are several sections %s" code
