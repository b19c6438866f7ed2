(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Source

type side = { reading : Reading_trusted.t; source : Source.t; between : statement list }

let operands_section = ".fairlead.operands"

(* Labels of code that only this file sees, and their names in the frame: the first is [prefix]0, and so on. *)
let local_names ~prefix side =
  let table = Hashtbl.create 16 in
  List.iter
    (fun s ->
      match s.kind with
      | Label l
        when Sections_trusted.is_code_label side.reading.sections l && Sections_trusted.is_local side.reading.sections l ->
          Hashtbl.replace table l (Printf.sprintf "%s%d" prefix (Hashtbl.length table))
      | _ -> ())
    side.between;
  fun l -> Option.value (Hashtbl.find_opt table l) ~default:l

let frame ~prefix ~symbols side =
  let b = Buffer.create 4096 in
  let add fmt = Printf.bprintf b fmt in
  let name = local_names ~prefix side in
  let kept place l =
    if Sections_trusted.is_code_label side.reading.sections l && Sections_trusted.is_local side.reading.sections l &&
        name l = l then
      Diagnostic.fail ~place
          "`%s' is inside of code that is compared as loops and conditionals: where it is in the other file is not \
           known" l
  in
  let edge = function
    | Label l -> add "%s:\n\tnop\n" (name l)
    | Jump (None, l) -> add "\tjmp %s\n" (name l)
    | Jump (Some c, l) -> add "\tj%s %s\n" (Mnemonic.condition_name c) (name l)
    | Call l -> add "\tcall %s\n" (name l)
    | Ret -> add "\tret\n"
    | Instr _ | Directive _ | Mark _ -> ()
  in
  let rec go between source in_code =
    match (source, in_code) with
    | s :: source, here :: in_code -> (
        match s.kind with
        | Instr _ | Mark _ -> go between source in_code
        | Directive (d, rest) ->
            (match Directives_trusted.kind (d, rest) with
            | Syntax | Unwinding -> ()
            (* where code lies does not count *)
            | Align when here -> ()
            | Names | Data | Common -> List.iter (kept s.place) (Directives_trusted.names rest); add "\t%s %s\n" d
                (Directives_trusted.map_names name rest)
            | Align | Section _ | Pop -> add "\t%s %s\n" d rest);
            go between source in_code
        | Label l when not here -> add "%s:\n" l; go (match between with x :: rest when x == s -> rest | _ -> between)
            source in_code
        | kind -> (
            match between with
            | x :: rest when x == s -> edge kind; go rest source in_code
            | _ -> go between source in_code))
    | _ -> if between <> [] then Diagnostic.fail ?place:(Option.map (fun s -> s.place) (List.nth_opt between 0))
        "a label or jump was lost in reading; please report it"
  in
  go side.between side.source (Sections_trusted.in_code (Sections_trusted.check side.source));
  add "\t.section %s,\"\",@progbits\n" operands_section;
  List.iter (fun s -> add "\t.quad %s\n" s) symbols;
  Buffer.contents b

let directives source =
  List.filter
    (fun s ->
      match s.kind with
      | Directive (d, a) -> (
          match Directives_trusted.kind (d, a) with Section _ | Pop | Names | Data | Common -> true | _ -> false)
      | _ -> false)
    source

(* Where to point when the frames differ. *)
let first_difference clean fast =
  let rec go = function
    | a :: xs, b :: ys -> if a.kind = b.kind then go (xs, ys) else Some (b.place, Some a.place)
    | [], b :: _ -> Some (b.place, None)
    | a :: _, [] -> Some (a.place, None)
    | [], [] -> None
  in
  go (directives clean, directives fast)

(* An address in the code differs between the files, as their code does. *)
let refuse_code_addresses ~names side =
  List.iter
    (fun (place, l) ->
      if Sections_trusted.is_code_label side.reading.sections l then
        Diagnostic.fail ~place
            "`%s' is in the code, which is not the same in both files: its address and what is there are not compared"
            l)
    (symbol_operands ~names side.source)

(* The assembler writes these from .cfi, .loc and .ident; see Directives_trusted. *)
let is_generated (x : Elf_trusted.section) =
  x.name = ".eh_frame" || x.name = ".comment" || (String.length x.name > 6 && String.sub x.name 0 6 = ".debug")

(* In data, too, unless it is the label itself or a distance from one: what is so far behind it is another instruction
   in each file. *)
let refuse_near_code side =
  let is_code l = Sections_trusted.is_code_label side.reading.sections l || Directives_trusted.is_code l in
  List.iter
    (fun s ->
      match s.kind with
      | Directive (d, arguments) when Directives_trusted.kind (d, arguments) = Data ->
          List.iter
            (fun field ->
              match field with
              | [ _ ] | [ _; "-"; _ ] when not (List.exists Directives_trusted.is_code field) -> ()
              | _ ->
                  if List.exists is_code field then
                    Diagnostic.fail ~place:s.place
                      "this is an address near a label of the code, or computed from one: what is there is not \
                       compared")
            (Directives_trusted.fields_of arguments)
      | _ -> ())
    side.source

(* Data whose value, place or size the assembler computes from the length of the code differs where the code does. *)
let data (o : Elf_trusted.t) =
  let kept (y : Elf_trusted.symbol) =
    let of_data x = not (Elf_trusted.executable x || is_generated x) in
    y.symbol <> ""
    && (y.home = "common" || List.exists (fun x -> of_data x && Elf_trusted.is_home x y.home) o.sections)
  in
  { o with
    sections =
      List.filter_map
        (fun (x : Elf_trusted.section) ->
          if Elf_trusted.executable x || is_generated x then None else Some { x with relocations = [] })
        o.sections;
    symbols = List.filter kept o.symbols }

let count n what = Printf.sprintf "%d %s%s" n what (if n = 1 then "" else "s")

let describe (o : Elf_trusted.t) =
  let is_data (x : Elf_trusted.section) = x.name <> operands_section && not (Elf_trusted.executable x) in
  let sections = List.filter is_data o.sections in
  let filled = List.filter (fun (x : Elf_trusted.section) -> x.size <> 0L) sections in
  let relocations = List.fold_left (fun n (x : Elf_trusted.section) -> n + List.length x.relocations) 0 filled in
  let symbols = List.length (List.filter (fun (y : Elf_trusted.symbol) -> y.symbol <> "") o.symbols) in
  let bytes = List.fold_left (fun n (x : Elf_trusted.section) -> Int64.add n x.size) 0L filled in
  String.concat ", "
    ((match filled with
     | [] -> [ "no data" ]
     | l ->
         let names = List.map (fun (x : Elf_trusted.section) -> x.name) l in
         [ Printf.sprintf "%Ld bytes of data in %s" bytes (String.concat " " names) ])
    @ (if relocations > 0 then [ count relocations "relocation" ] else [])
    @ [ count symbols "symbol" ])

let check ~names clean fast =
  refuse_code_addresses ~names clean;
  refuse_code_addresses ~names fast;
  refuse_near_code clean;
  refuse_near_code fast;
  let symbols = Operand.symbols names in
  let words s = match s.kind with Label l | Jump (_, l) | Call l -> [ l ] | Directive (_, a) -> [ a ] | _ -> [] in
  let text side = String.concat "\n" (List.concat_map words side.source) in
  let prefix = fresh_prefix ".Lfairlead" (String.concat "\n" (text clean :: text fast :: symbols)) in
  let differ what =
    match first_difference clean.source fast.source with
    | Some (place, other) ->
        Diagnostic.fail ~place
          ~notes:(match other with Some p -> [ (Some p, "the clean code is here") ] | None -> [])
          "the two files differ outside of their instructions: %s" what
    | None ->
        Diagnostic.fail ?place:(match fast.source with s :: _ -> Some s.place | [] -> None)
            "the two files differ outside of their instructions: %s" what
  in
  match Assembler_trusted.run [ Assemble (frame ~prefix ~symbols clean); Assemble (frame ~prefix ~symbols fast) ] with
  | [ Ok c; Ok f ] ->
      (match Elf_trusted.difference c f with Some d -> differ d.what | None -> ());
      (match Elf_trusted.difference (data clean.reading.object_) (data fast.reading.object_) with Some d -> differ
          d.what | None -> ());
      describe f
  | [ Error e; _ ] | [ _; Error e ] -> differ ("the assembler refuses what is outside of them: " ^ e.message)
  | _ -> differ "the assembler was not asked; please report it"
