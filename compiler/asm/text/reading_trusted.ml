(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Source
open Reading_places

type t = { source : Source.t; sections : Sections_trusted.t; marked : bool; object_ : Elf_trusted.t }

(* Everything but marks. A jump inside of the file goes to a label named for its statement. [with_marker k] is printed
   before the k-th. *)
let printed ?(with_marker = fun _ -> "") ~prefix ~names sections source =
  let b = Buffer.create 65536 in
  let number = Hashtbl.create 16 in
  List.iteri (fun k s -> match s.kind with Label l -> Hashtbl.replace number l k | _ -> ()) source;
  let target l =
    match Hashtbl.find_opt number l with
    | Some k when Sections_trusted.is_code_label sections l -> Printf.sprintf "%s%d" prefix k
    | _ -> l
  in
  let add fmt = Printf.bprintf b fmt in
  List.iteri
    (fun k s ->
      Buffer.add_string b (with_marker k);
      match s.kind with
      | Instr i -> add "\t%s\n" (Print.instruction Att names i)
      | Jump (None, l) -> add "\tjmp %s\n" (target l)
      | Jump (Some c, l) -> add "\tj%s %s\n" (Mnemonic.condition_name c) (target l)
      | Call l -> add "\tcall %s\n" l
      | Ret -> add "\tret\n"
      | Label l -> add "%s:\n%s%d:\n" l prefix k
      | Directive ((".intel_syntax" | ".att_syntax"), _) | Mark _ -> ()
      | Directive (d, rest) -> add "\t%s %s\n" d rest)
    source;
  Buffer.contents b

(* The comparison *)

let compare_objects ~file ~text ~names ~sections ~(reading : Source.reading) =
  let source = reading.statements in
  (* the assembler ends the last line itself, but warns *)
  let given =
    match reading.expanded with
    | None -> if String.ends_with ~suffix:"\n" text then text else text ^ "\n"
    | Some lines -> String.concat "\n" (List.map snd lines) ^ "\n"
  in
  let prefix = fresh_prefix ".Lfairlead" text in
  let ours = printed ~prefix ~names sections source in
  let refused what (f : Assembler_trusted.failure) =
    let line = Option.bind f.line (of_line ~file text reading.expanded) in
    let place = if line = None then first_place source else line in
    Diagnostic.fail ?place "%s: %s" what f.message
  in
  let same other ~whose read =
    match Elf_trusted.difference other read with
    | None -> ()
    | Some d ->
        let printed with_marker = printed ~with_marker ~prefix ~names sections source in
        let place = of_difference ~printed ~text source d in
        Diagnostic.fail ?place "%s is not what is read here: %s" whose d.what
  in
  let the_assembler's = "what the assembler makes of this" in
  let jobs = [ Assembler_trusted.Assemble ours; Assemble given ] in
  let jobs = if Lines.is_preprocessed file then jobs @ [ Preprocess_and_assemble given ] else jobs in
  match Assembler_trusted.run jobs with
  | Error f :: Error g :: _ when f.message = g.message -> refused "the assembler refuses this" g
  | Error f :: _ -> refused "what was read does not assemble" { f with line = None }
  | [ Ok _; Error f ] -> refused "the assembler refuses this" f
  | [ Ok read; Ok plain ] -> same plain ~whose:the_assembler's read; (plain, Assembler_trusted.Assemble given)
  | [ Ok read; plain; preprocessed ] -> (
      (match preprocessed with
       | Ok p -> same p ~whose:"what the C preprocessor and the assembler make of this" read
       | Error f -> refused "the C preprocessor or the assembler refuses this" f);
      (* `//' behind an instruction, for instance, is for the preprocessor; but two meanings there must not be *)
      match (plain, preprocessed) with
      | Ok plain, _ -> same plain ~whose:the_assembler's read; (plain, Assembler_trusted.Assemble given)
      | Error _, Ok p -> (p, Preprocess_and_assemble given)
      | Error f, Error _ -> refused "the assembler refuses this" f)
  | _ -> Diagnostic.defect ~file "the assembler was not asked"

(* .data(%rip) is where the labels of that section are, under another name. *)
let refuse_section_names ~names sections source =
  let refuse (place, l) =
    if Sections_trusted.is_section sections l then
      Diagnostic.fail ~place ~help:"name a label in it" "`%s' is a section, and is read as one" l
  in
  List.iter refuse (symbol_operands ~names source);
  List.iter (fun s -> match s.kind with Jump (_, l) | Call l -> refuse (s.place, l) | _ -> ()) source

(* Its value stands where it was used, or it would be taken for a symbol of memory. *)
let refuse_constants ~names source =
  let constants = Hashtbl.create 8 in
  let define s =
    match s.kind with
    | Directive (".set", a) -> Hashtbl.replace constants (List.hd (Directives_trusted.names a)) ()
    | _ -> ()
  in
  List.iter define source;
  let refuse place l =
    if Hashtbl.mem constants l then
      Diagnostic.fail ~place ~help:"set it before, and to a number" "`%s' is a constant, and is not read as one here" l
  in
  List.iter (fun (place, l) -> refuse place l) (symbol_operands ~names source);
  let check s =
    match s.kind with
    | Jump (_, l) | Call l | Label l -> refuse s.place l
    | Directive (d, a) when d <> ".set" -> List.iter (refuse s.place) (Directives_trusted.names a)
    | _ -> ()
  in
  if Hashtbl.length constants > 0 then List.iter check source

(* Only what was read as code is marked to be run; names such as .tbss have flags that nobody wrote. *)
let refuse_sections ~file ~sections source (object_ : Elf_trusted.t) =
  let code = Sections_trusted.code_section sections in
  List.iter
    (fun (x : Elf_trusted.section) ->
      if not (Elf_trusted.is_plain x) then
        Diagnostic.fail ?place:(first_place source) "section %s is of a kind that is not read" x.name;
      if Elf_trusted.is_code object_ x && x.size <> 0L && Some x.name <> code then
        Diagnostic.fail ~file "section %s can be run, and is not read as code" x.name)
    object_.sections

let of_text ~regions ~names ~annotations ~file text =
  let reading = Source.read ~regions ~names ~annotations ~file text in
  let source = reading.statements in
  let sections = Sections_trusted.check source in
  refuse_section_names ~names sections source;
  refuse_constants ~names source;
  List.iter (fun (symbol, section) -> Regions.place regions ~symbol ~section) (Sections_trusted.homes sections);
  List.iter (Regions.weaken regions) (Sections_trusted.weak sections);
  let object_, job = compare_objects ~file ~text ~names ~sections ~reading in
  let with_labels =
    lazy
      (match Assembler_trusted.run ~all_labels:true [ job ] with
       | [ Ok elf ] -> elf
       | _ -> Diagnostic.fail ~file "the assembler keeps no local labels, so what is in memory is not known")
  in
  let in_code = List.combine source (Sections_trusted.in_code sections) in
  Option.iter
    (fun code -> Decoding_trusted.compare ~names ~code ~with_labels object_ in_code)
    (Sections_trusted.code_section sections);
  refuse_sections ~file ~sections source object_;
  { source; sections; marked = reading.marked; object_ }

(* What is disassembled is read as any source, and must assemble to the object that is given. *)
let of_object ~regions ~names file bytes =
  let given = match Elf_trusted.read bytes with Ok elf -> elf | Error why -> Diagnostic.fail ~file "%s" why in
  if Elf_trusted.lists given then
    Diagnostic.fail ~file "the order of its lists of constructors, or of destructors, is not compared: it has several";
  if not (Elf_trusted.only_unwinds given) then
    Diagnostic.fail ~file "its .eh_frame has more than unwinding, such as the address of a function to be run then";
  let reading = of_text ~regions ~names ~annotations:false ~file:(file ^ " (disassembled)") (Object.source file) in
  match Elf_trusted.(difference (linked given) (linked reading.object_)) with
  | None -> reading
  | Some d -> Diagnostic.fail ~file "disassembled and assembled again it is another object: %s" d.what

let load ~regions ~names ~annotations file =
  let text =
    match Fairlead_cli.Files.read file with
    | Ok text -> text
    | Error why -> Diagnostic.fail ~file ~help:"name an assembly file that you may read" "%s" why
  in
  if String.starts_with ~prefix:"\127ELF" text then of_object ~regions ~names file text
  else
  Diagnostic.advise
    "docs/asm.md says what is read of an assembly file, and `fairlead asm print` prints what was understood" (fun () ->
      of_text ~regions ~names ~annotations ~file text)

let confirm ~regions ~names ~file text = of_text ~regions ~names ~annotations:false ~file text

let exported source =
  List.filter_map
    (fun s -> match s.kind with Directive ((".globl" | ".global" | ".weak"), name) -> Some name | _ -> None)
    source
