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
  match String.split_on_char ' ' y.home with [ "section"; name; _ ] -> Some name | _ -> None

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

let disassemble file =
  let elf = elf file in
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
          let symbol, n = symbol_and_number value in
          match replace_once ~what:"0x0(%rip)" ~by:(Printf.sprintf "%s+%d(%%rip)" symbol (n + next - place)) text with
          | Some text -> text
          | None -> refuse "an operand that the linker fills in is not of a form known here")
      | _ -> refuse "this relocation is not of a kind known here"
  in
  let rec convert = function
    | [] -> []
    | Label y :: rest ->
        let directive =
          if y.binding = stb_weak then Printf.sprintf "\t.weak %s\n" y.symbol
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
        line :: (if m = "ret" || m = "jmp" then padded rest else convert rest)
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
  String.concat "\n" (("\t.text" :: text) @ [ "" ])

(* The bytes of .text and its relocations. *)
let contents ~directory file =
  let binary = Filename.concat directory "text" in
  ignore (output_of [ "objcopy"; "-O"; "binary"; "-j"; ".text"; file; binary ]);
  let bytes = match Fairlead_cli.Files.read binary with Ok s -> s | Error why -> fail "%s" why in
  let is_relocation l = match words l with [ _; kind; _ ] -> starts "R_" kind | _ -> false in
  (bytes, List.filter is_relocation (output_of [ "objdump"; "-r"; "-j"; ".text"; file ]))

(* Symbols of one section name one memory, and so does the section. Which are weak, so perhaps others,
   the object says. *)
let place_symbols ~regions (elf : Elf_trusted.t) =
  List.iter
    (fun (y : Elf_trusted.symbol) ->
      if y.binding >= stb_weak then Regions.weaken regions y.symbol;
      Option.iter (fun section -> if section <> ".text" then
          Regions.place regions ~symbol:(if y.symbol = "" then section else y.symbol) ~section) (in_section y))
    elf.symbols

let load ~regions ~names file =
  let text = disassemble file in
  place_symbols ~regions (elf file);
  let source = Source.parse ~regions ~names ~annotations:false ~file:(file ^ " (disassembled)") text in
  let directory = Filename.temp_file "fairlead" ".object" in
  Sys.remove directory;
  Sys.mkdir directory 0o700;
  let cleanup () =
    try
      Array.iter (fun f -> Sys.remove (Filename.concat directory f)) (Sys.readdir directory);
      Sys.rmdir directory
    with Sys_error _ -> ()
  in
  Fun.protect ~finally:cleanup (fun () ->
      let path name = Filename.concat directory name in
      Result.iter_error (fail "%s") (Fairlead_cli.Files.write (path "again.s") (Print.text Print.Att names source));
      ignore (output_of [ "as"; "-o"; path "again.o"; path "again.s" ]);
      if contents ~directory file <> contents ~directory (path "again.o") then
        fail ~file "assembled again, its disassembly gives other bytes; the analysis would be of other code");
  let in_code = Sections_trusted.in_code (Sections_trusted.check source) in
  let elf = elf file in
  Decoding_trusted.compare ~names ~code:".text" ~with_labels:(lazy elf) elf (List.combine source in_code);
  source
