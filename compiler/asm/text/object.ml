(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type instruction = {
  address : int;
  text : string;
  bytes : string list;  (** hexadecimal *)
  next : int option;  (** where %rip points, if objdump says so *)
  relocation : (int * string * string) option;  (** place, kind, value *)
}

type line = Label of Elf_trusted.symbol | Instruction of instruction

let fail ?file fmt = Diagnostic.fail ?file fmt

let output_of words =
  let command = String.concat " " (List.map Filename.quote words) in
  match Unix.open_process_in (command ^ " 2>/dev/null") with
  | exception Unix.Unix_error (e, _, _) -> fail "cannot run %s: %s" command (Unix.error_message e)
  | ic -> (
      let rec go acc = match input_line ic with l -> go (l :: acc) | exception End_of_file -> List.rev acc in
      let lines = go [] in
      match Unix.close_process_in ic with
      | WEXITED 0 -> lines
      | _ -> fail "%s failed; is the last argument an x86-64 object file?" command)

let hexadecimal s = int_of_string_opt ("0x" ^ s)
let is_blank s = String.trim s = ""
let words s = List.filter (( <> ) "") (String.split_on_char ' ' (String.map (fun c -> if c = '\t' then ' ' else c) s))
let starts p s = String.length s >= String.length p && String.sub s 0 (String.length p) = p
let before c s = match String.index_opt s c with Some i -> String.sub s 0 i | None -> s
let after c s = Option.map (fun i -> String.sub s (i + 1) (String.length s - i - 1)) (String.index_opt s c)

(* Everything that runs must be in .text, or it would not be looked at. *)
let only_text ~file (elf : Elf_trusted.t) =
  let name (x : Elf_trusted.section) = x.name in
  List.iter
    (fun (x : Elf_trusted.section) ->
      if x.name <> ".text" && x.size <> 0L && Elf_trusted.is_code elf x then
        fail ~file "what is in section %s can be run when it is linked; only what is in .text is looked at" x.name)
    elf.sections;
  match List.filter (fun x -> name x = ".text") elf.sections with
  | [] -> ()
  | [ x ] when x.flags = 6L && x.kind = 1 -> ()
  | [ _ ] -> fail ~file "its section .text has other flags than those of code"
  | _ -> fail ~file "it has several sections called .text"

(* A line is `ADDRESS <NAME>:', `ADDRESS: <tab> INSTRUCTION # NEXT <...>' or `PLACE: KIND <tab> SYMBOL+NUMBER'. Of
   several symbols at one address objdump names one: they are read elsewhere. *)
let parse_line ~file acc line =
  let refuse () = fail ~file "objdump says `%s', which is not understood here" (String.trim line) in
  let address = Option.bind (List.nth_opt (words line) 0) (fun w -> hexadecimal (before ':' w)) in
  match (address, words line, acc) with
  | _, [], _ -> acc
  | Some _, [ _; name ], _ when starts "<" name && String.length name > 3 && line.[0] <> ' ' && line.[0] <> '\t' -> acc
  | Some place, [ _; kind; value ], i :: rest when starts "R_X86_64_" kind && i.relocation = None ->
      { i with relocation = Some (place, kind, value) } :: rest
  | Some address, _ :: _ :: _, _ when starts " " line -> (
      match String.split_on_char '\t' line with
      | [ _; bytes; text ] ->
          let next = Option.bind (after '#' text) (fun c -> Option.bind (List.nth_opt (words c) 0) hexadecimal) in
          { address; text = String.trim (before '#' text); bytes = words bytes; next; relocation = None } :: acc
      | _ -> refuse ())
  | _ -> refuse ()

(* A symbol may be more than a place: callers of an indirect function (type 10) run what it returns. *)
let only_places ~file (elf : Elf_trusted.t) =
  match List.find_opt (fun (y : Elf_trusted.symbol) -> y.type_ > 6 || (y.binding > 2 && y.binding <> 10)) elf.symbols with
  | Some { symbol; type_ = 10; _ } ->
      fail ~file "`%s' is an indirect function: calls of it run what it returns, which is not looked at" symbol
  | Some y -> fail ~file "`%s' is a symbol of type %d, binding %d, which are not known here" y.symbol y.type_ y.binding
  | None -> ()

let in_section (y : Elf_trusted.symbol) =
  match String.split_on_char ' ' y.home with [ "section"; name ] -> Some name | _ -> None

let code_size (elf : Elf_trusted.t) =
  List.find_map (fun (x : Elf_trusted.section) -> if x.name = ".text" then Some x.size else None) elf.sections

let stt_section = 3 and stt_file = 4 and stb_weak = 2

(* The symbols of the code, by their addresses. *)
let labels ~file (elf : Elf_trusted.t) instructions =
  let is_label (y : Elf_trusted.symbol) =
    in_section y = Some ".text" && y.symbol <> "" && not (List.mem y.type_ [ stt_section; stt_file ])
  in
  let all = Hashtbl.create 16 and addresses = Hashtbl.create 997 in
  List.iter (fun i -> Hashtbl.replace addresses (Int64.of_int i.address) ()) instructions;
  List.iter
    (fun (y : Elf_trusted.symbol) ->
      if is_label y then begin
        if not (Hashtbl.mem addresses y.value || Some y.value = code_size elf) then
          fail ~file "`%s' is inside of an instruction: what is entered there is not analysed" y.symbol;
        Hashtbl.replace all y.value (y :: Option.value ~default:[] (Hashtbl.find_opt all y.value))
      end)
    elf.symbols;
  fun address -> List.rev (Option.value ~default:[] (Hashtbl.find_opt all address))

let read ~elf file =
  let lines = output_of [ "objdump"; "-d"; "-r"; "-z"; "--insn-width=16"; "-M"; "att"; "-j"; ".text"; file ] in
  let rec header = function
    | l :: rest when starts "Disassembly of section .text:" l -> rest
    | l :: rest when is_blank l || (match List.rev (words l) with "elf64-x86-64" :: _ -> true | _ -> false) -> header rest
    | l :: _ -> fail ~file "objdump says `%s': not an x86-64 object file" (String.trim l)
    | [] -> fail ~file "there is no code in it"
  in
  let instructions = List.rev (List.fold_left (parse_line ~file) [] (header lines)) in
  let labels = labels ~file elf instructions in
  let at address = List.map (fun y -> Label y) (labels (Int64.of_int address)) in
  let behind = Option.fold ~none:[] ~some:(fun size -> at (Int64.to_int size)) (code_size elf) in
  List.concat_map (fun i -> at i.address @ [ Instruction i ]) instructions @ behind

(* `symbol+0x1c' *)
let symbol_and_number value =
  let is_sign i = i > 0 && (value.[i] = '+' || value.[i] = '-') in
  match List.find_opt is_sign (List.init (String.length value) Fun.id) with
  | None -> (value, 0)
  | Some i -> (String.sub value 0 i, Option.value ~default:0 (int_of_string_opt (String.sub value i (String.length value - i))))

let label address = Printf.sprintf ".L%x" address
let mnemonic text = match words text with m :: _ -> m | [] -> ""
let is_jump m = starts "j" m || m = "call"

let is_padding text =
  List.exists (fun w -> starts "nop" w) (words text) || List.mem text [ "xchg   %ax,%ax"; "data16"; "cs" ]

let replace_once ~what ~by s =
  let n = String.length what in
  let rec go i =
    if i + n > String.length s then None
    else if String.sub s i n = what then Some (String.sub s 0 i ^ by ^ String.sub s (i + n) (String.length s - i - n))
    else go (i + 1)
  in
  go 0

(* The alignment that takes one address to the next. *)
let alignment ~from ~upto =
  let rec go k = if k > 12 then None else if (from + (1 lsl k) - 1) land lnot ((1 lsl k) - 1) = upto then Some k else go (k + 1) in
  go 1

let elf file =
  match Result.bind (Fairlead_cli.Files.read file) Elf_trusted.read with
  | Ok e -> e
  | Error why -> fail ~file "%s" why

let stb_local = 0 and stt_func = 2

(* Symbols of the code that no other file sees, and of which no data have the address. Code that has it names them. *)
let unseen (elf : Elf_trusted.t) =
  let target = Elf_trusted.target elf in
  let named = Hashtbl.create 16 and places = Hashtbl.create 16 in
  let note (r : Elf_trusted.relocation) =
    match target r with
    | Named l -> Hashtbl.replace named l ()
    | Section _ -> Hashtbl.replace places r.addend ()
    | Elsewhere -> ()
  in
  List.iter
    (fun (x : Elf_trusted.section) ->
      let unwinding (r : Elf_trusted.relocation) = x.name = ".eh_frame" && r.kind <> Elf_trusted.absolute_64 in
      if Elf_trusted.is_loaded x then List.iter (fun r -> if not (unwinding r) then note r) x.relocations)
    elf.sections;
  fun (y : Elf_trusted.symbol) ->
    y.binding = stb_local && not (Hashtbl.mem named y.symbol || Hashtbl.mem places y.value)

(* What is in memory besides the code, as directives: [data] of an object, with the labels that its relocations want. *)
let place_label section offset =
  Printf.sprintf ".L%s_%x" (String.map (fun c -> if Gas_word.is_plain c then c else '_') section) offset

let attributes (y : Elf_trusted.symbol) =
  let says fmt = Printf.sprintf ("\t" ^^ fmt ^^ "\n") y.symbol in
  String.concat ""
    [ (match y.binding with 0 -> "" | 1 -> says ".globl %s" | _ -> says ".weak %s");
      (match y.visibility with 0 -> "" | 1 -> says ".internal %s" | 2 -> says ".hidden %s" | _ -> says ".protected %s");
      (match y.type_ with 0 -> "" | 1 -> says ".type %s, @object" | _ -> says ".type %s, @function") ]

let size_of (y : Elf_trusted.symbol) =
  if y.extent = 0L then "" else Printf.sprintf "\t.size %s, %Ld\n" y.symbol y.extent

(* `section NAME', or `section#NUMBER NAME' where several are called so. *)
let home_name home = if starts "section" home then after ' ' home else None

(* Of each section, looked for once. *)
let labels_by_section (elf : Elf_trusted.t) =
  let all = Hashtbl.create 64 in
  List.iter
    (fun (y : Elf_trusted.symbol) ->
      match home_name y.home with
      | Some name when y.symbol <> "" && not (List.mem y.type_ [ stt_section; stt_file ]) ->
          Hashtbl.replace all name (y :: Option.value ~default:[] (Hashtbl.find_opt all name))
      | _ -> ())
    elf.symbols;
  fun (x : Elf_trusted.section) -> List.rev (Option.value ~default:[] (Hashtbl.find_opt all x.name))

(* What leads to a place of a section: by a local symbol, if there is one at or before it, as an assembler makes of both
   the same relocation; not in a section whose parts the linker may merge, where it does not. *)
let name_of_place labels_of =
  let sorted = Hashtbl.create 64 in
  let values (x : Elf_trusted.section) =
    match Hashtbl.find_opt sorted x.name with
    | Some a -> a
    | None ->
        let is_local (y : Elf_trusted.symbol) = y.binding = stb_local in
        let placed (y : Elf_trusted.symbol) = (Int64.to_int y.value, y.symbol) in
        let places = List.map placed (List.filter is_local (labels_of x)) in
        let a = Array.of_list (List.stable_sort (fun (a, _) (b, _) -> compare a b) places) in
        Hashtbl.replace sorted x.name a;
        a
  in
  fun (x : Elf_trusted.section) at ->
    let merges = Int64.logand x.flags 16L <> 0L and a = values x in
    (* the first of those from [low] on whose value is not less *)
    let rec first value low high =
      if low >= high then low
      else
        let k = (low + high) / 2 in
        if fst a.(k) < value then first value (k + 1) high else first value low k
    in
    let behind = first (at + 1) 0 (Array.length a) in
    if behind = 0 then None
    else
      let value = fst a.(behind - 1) in
      if merges && value <> at then None else Some (snd a.(first value 0 behind), at - value)

(* [wanted]: places to which something leads that has no name. *)
let data_section ~file ~wanted ~labels_of ~name_of_place (elf : Elf_trusted.t) (x : Elf_trusted.section) =
  let target = Elf_trusted.target elf in
  let place (y : Elf_trusted.section) at =
    match name_of_place y at with Some (l, n) -> Printf.sprintf "%s%+d" l n | None -> place_label y.name at
  in
  let b = Buffer.create 1024 and size = Int64.to_int x.size in
  let add fmt = Printf.bprintf b fmt in
  let has n c = if Int64.logand x.flags n <> 0L then c else "" in
  let types = [ (1, "progbits"); (7, "note"); (8, "nobits"); (14, "init_array"); (15, "fini_array") ] in
  let kind = Option.value ~default:"progbits" (List.assoc_opt x.kind types) in
  add "\t.section %s,\"%s\",@%s" x.name (has 2L "a" ^ has 1L "w" ^ has 4L "x" ^ has 16L "M" ^ has 32L "S") kind;
  if has 16L "M" <> "" then add ",%Ld" x.entry_size;
  add "\n\t.balign %Ld\n" (max 1L x.align);
  let labels = Hashtbl.create 16 and relocations = Hashtbl.create 16 in
  List.iter (fun (y : Elf_trusted.symbol) ->
      if Int64.unsigned_compare y.value x.size > 0 then fail ~file "`%s' is outside of its section" y.symbol;
      Hashtbl.add labels (Int64.to_int y.value) (Printf.sprintf "%s%s%s:\n" (attributes y) (size_of y) y.symbol))
    (labels_of x);
  List.iter (fun at -> Hashtbl.add labels at (Printf.sprintf "%s:\n" (place_label x.name at))) wanted;
  List.iter (fun (r : Elf_trusted.relocation) -> Hashtbl.replace relocations (Int64.to_int r.offset) r) x.relocations;
  let stops = Seq.append (Hashtbl.to_seq_keys labels) (Hashtbl.to_seq_keys relocations) in
  let next at = Seq.fold_left (fun found stop -> if stop > at then min stop found else found) size stops in
  let rec go at =
    List.iter (Buffer.add_string b) (List.sort compare (Hashtbl.find_all labels at));
    if at < size then
      match Hashtbl.find_opt relocations at with
      | Some r when r.kind = Elf_trusted.absolute_64 ->
          (match target r with
           | Named l -> add "\t.quad %s%+Ld\n" l r.addend
           | Section y when not (Elf_trusted.executable y) ->
               add "\t.quad %s\n" (place y (Int64.to_int r.addend))
           | Section y ->
               (match name_of_place y (Int64.to_int r.addend) with
                | Some (l, 0) -> add "\t.quad %s\n" l
                | Some _ | None ->
                    fail ~file
                      "section %s has an address in the code (%s%+Ld) where no label is: what is entered there is not \
                       analysed" x.name y.name r.addend)
           | Elsewhere -> fail ~file "section %s has an address of nothing that is known here" x.name);
          go (at + 8)
      | Some _ -> fail ~file "section %s has a relocation that is not of a kind known here" x.name
      | None when x.bytes = "" -> add "\t.zero %d\n" (next at - at); go (next at)
      | None ->
          let free k = k < size && not (Hashtbl.mem labels k || Hashtbl.mem relocations k) in
          if List.for_all (fun k -> free (at + k)) [ 1; 2; 3; 4; 5; 6; 7 ] then begin
            add "\t.quad 0x%Lx\n" (String.get_int64_le x.bytes at);
            go (at + 8)
          end
          else begin add "\t.byte %d\n" (Char.code x.bytes.[at]); go (at + 1) end
  in
  go 0;
  Buffer.contents b

let disassemble_as ~whole ~aligned elf file =
  let labels_of = labels_by_section elf in
  let name_of_place = name_of_place labels_of in
  let wanted = Hashtbl.create 16 in
  let target = Elf_trusted.target elf in
  let filled_in = Hashtbl.create 16 in
  List.iter
    (fun (x : Elf_trusted.section) ->
      if x.name = ".text" then
        List.iter
          (fun (r : Elf_trusted.relocation) -> Hashtbl.replace filled_in (Int64.to_int r.offset) r)
          x.relocations)
    elf.sections;
  let operand place next value =
    let named (symbol, n) = Printf.sprintf "%s+%d(%%rip)" symbol (n + next - place) in
    match Option.map (fun r -> (r, target r)) (Hashtbl.find_opt filled_in place) with
    | Some (r, Section x) when whole ->
        let at = Int64.to_int r.addend + next - place in
        (match name_of_place x at with
         | Some (l, n) -> Printf.sprintf "%s+%d(%%rip)" l n
         | None -> Hashtbl.replace wanted (x.name, at) (); place_label x.name at ^ "(%rip)")
    | _ -> named (symbol_and_number value)
  in
  let unseen = unseen elf in
  only_text ~file elf;
  only_places ~file elf;
  let lines = read ~elf file in
  let addresses = Hashtbl.create 997 and targets = Hashtbl.create 16 in
  let local = Hashtbl.create 16 and led_to = Hashtbl.create 16 in
  let leads i =
    match words i.text with
    | m :: target :: _ when is_jump m && i.relocation = None ->
        Option.iter (fun a -> Hashtbl.replace led_to a ()) (hexadecimal target)
    | _ -> ()
  in
  List.iter (function Instruction i -> Hashtbl.replace addresses i.address (); leads i | Label _ -> ()) lines;
  let unseen (y : Elf_trusted.symbol) = unseen y && Hashtbl.mem led_to (Int64.to_int y.value) in
  List.iter
    (function
      | Label y when unseen y -> Hashtbl.replace local (Int64.to_int y.value) y.symbol
      | Label _ | Instruction _ -> ())
    lines;
  let instruction address text next relocation =
    let refuse why = fail ~file "at 0x%x, `%s': %s" address text why in
    let m = mnemonic text in
    if is_jump m then
      match (relocation, words text) with
      | Some (_, ("R_X86_64_PLT32" | "R_X86_64_PC32"), value), _ -> m ^ " " ^ fst (symbol_and_number value)
      | None, _ :: target :: _ when hexadecimal target <> None ->
          let target = Option.get (hexadecimal target) in
          if not (Hashtbl.mem addresses target) then refuse "it leads into the middle of another instruction, or out of the code";
          let name =
            match Hashtbl.find_opt local target with
            | Some l -> l
            | None -> Hashtbl.replace targets target (); label target
          in
          m ^ " " ^ name
      | _ -> refuse "where it leads is not known"
    else
      match (relocation, next) with
      | None, None -> text
      | Some (place, "R_X86_64_PC32", value), Some next -> (
          match replace_once ~what:"0x0(%rip)" ~by:(operand place next value) text with
          | Some text -> text
          | None -> refuse "an operand that the linker fills in is not of a form known here")
      | _ -> refuse "this relocation is not of a kind known here"
  in
  (* The length of a function changes with its code: written as a distance it is that of either file. *)
  let ends = Hashtbl.create 16 in
  List.iter
    (function
      | Label (y : Elf_trusted.symbol) when whole && y.extent <> 0L ->
          let size = Printf.sprintf "\t.size %s, . - %s\n" y.symbol y.symbol in
          Hashtbl.add ends (Int64.to_int (Int64.add y.value y.extent)) size
      | Label _ | Instruction _ -> ())
    lines;
  let ending address =
    let here = Hashtbl.find_all ends address in
    List.iter (fun _ -> Hashtbl.remove ends address) here;
    List.map (fun s -> (None, String.trim s)) (List.rev here)
  in
  let rec convert = function
    | [] -> (match code_size elf with Some n -> ending (Int64.to_int n) | None -> [])
    | (Label { value; _ } :: _ as rest) when Hashtbl.mem ends (Int64.to_int value) -> behind (Int64.to_int value) rest
    | (Instruction { address; _ } :: _ as rest) when Hashtbl.mem ends address -> behind address rest
    | Label y :: rest ->
        let directive =
          if whole then attributes y
          else if y.binding = stb_weak then Printf.sprintf "\t.weak %s\n" y.symbol
          else if not (unseen y) then Printf.sprintf "\t.globl %s\n" y.symbol
          else if y.type_ = stt_func then Printf.sprintf "\t.type %s, @function\n" y.symbol
          else ""
        in
        (None, Printf.sprintf "%s%s:" directive y.symbol) :: convert rest
    | Instruction i :: rest ->
        let text =
          (* alignment inside of a procedure is run, and an assembler would choose other bytes *)
          if is_padding i.text && i.relocation = None then ".byte " ^ String.concat "," (List.map (( ^ ) "0x") i.bytes)
          else instruction i.address i.text i.next i.relocation
        in
        let line = (Some i.address, "\t" ^ text) in
        let m = mnemonic i.text in
        line :: (if (m = "ret" || m = "jmp") && aligned then
                   let sizes = match rest with Instruction { address; _ } :: _ -> ending address | _ -> [] in
                   sizes @ padded rest
                 else convert rest)
  and behind address rest = let sizes = ending address in sizes @ convert rest
  (* what is there for the alignment of a procedure is never run *)
  and padded rest =
    let rec skip = function
      | Instruction i :: rest when is_padding i.text && i.relocation = None -> skip rest
      | rest -> rest
    in
    let rec first = function Label _ :: rest -> first rest | Instruction i :: _ -> Some i.address | [] -> None in
    let after = skip rest in
    match (rest, after, first after) with
    | Instruction { address = from; _ } :: _, (Label _ :: _ as rest'), Some upto when from <> upto -> (
        match alignment ~from ~upto with
        | Some k -> (None, Printf.sprintf "\t.p2align %d" k) :: convert rest'
        | None -> convert rest)
    | _ -> convert rest
  in
  let converted = convert lines in
  let text =
    List.map
      (fun (address, text) ->
        match address with Some a when Hashtbl.mem targets a -> label a ^ ":\n" ^ text | _ -> text)
      converted
  in
  let code = String.concat "\n" text ^ "\n" in
  if not whole then "\t.text\n" ^ code
  else
    let rest = (Elf_trusted.linked elf).sections in
    let is_text (x : Elf_trusted.section) = x.name = ".text" in
    let align = List.fold_left (fun n (x : Elf_trusted.section) -> if is_text x then x.align else n) 1L rest in
    let rest = List.filter (fun x -> not (is_text x)) rest in
    List.iter
      (fun (x : Elf_trusted.section) ->
        List.iter
          (fun (r : Elf_trusted.relocation) ->
            match target r with
            | Section y -> Hashtbl.replace wanted (y.name, Int64.to_int r.addend) ()
            | Named _ | Elsewhere -> ())
          x.relocations)
      rest;
    let by_section = Hashtbl.create 16 in
    Hashtbl.iter (fun (name, at) () -> Hashtbl.add by_section name at) wanted;
    let section x =
      let here = Hashtbl.find_all by_section x.Elf_trusted.name in
      data_section ~file ~wanted:here ~labels_of ~name_of_place elf x
    in
    let others (y : Elf_trusted.symbol) =
      match y.home with
      | "undefined" when y.binding = stb_weak -> attributes y
      | "common" -> attributes y ^ Printf.sprintf "\t.comm %s, %Ld, %Ld\n" y.symbol y.extent y.value
      | _ -> ""
    in
    String.concat ""
      ((Printf.sprintf "\t.text\n\t.balign %Ld\n" (max 1L align) :: code :: List.map section rest)
      @ List.map others elf.symbols)

let disassemble file = disassemble_as ~whole:false ~aligned:true (elf file) file

(* Padding is not the same everywhere. Where this assembler's is that of the object it is an alignment, so that another
   file may have more of it or less; else it stays as it is. *)
let source file =
  let elf = elf file in
  let text = disassemble_as ~whole:true ~aligned:true elf file in
  let code (x : Elf_trusted.t) = List.filter (fun (x : Elf_trusted.section) -> x.name = ".text") x.sections in
  match Assembler_trusted.run [ Assemble text ] with
  | [ Ok again ] when List.map (fun (x : Elf_trusted.section) -> x.bytes) (code again)
                      = List.map (fun (x : Elf_trusted.section) -> x.bytes) (code elf) -> text
  | _ -> disassemble_as ~whole:true ~aligned:false elf file
