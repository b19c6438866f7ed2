(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Source

type side = { reading : Reading_trusted.t; source : Source.t; between : statement list }

let operands_section = ".fairlead.operands"
let is_code_label side = Sections_trusted.is_code_label side.reading.sections
let is_local side = Sections_trusted.is_local side.reading.sections

(* Frames *)

(* Labels of code that only this file sees, and their names in the frame: the first is [prefix]0, and so on. *)
let local_names ~prefix side =
  let table = Hashtbl.create 16 in
  List.iter
    (fun s ->
      match s.kind with
      | Label l when is_code_label side l && is_local side l ->
          Hashtbl.replace table l (Printf.sprintf "%s%d" prefix (Hashtbl.length table))
      | _ -> ())
    side.between;
  fun l -> Option.value (Hashtbl.find_opt table l) ~default:l

let frame ~prefix ~symbols side =
  let b = Buffer.create 4096 in
  let add fmt = Printf.bprintf b fmt in
  let name = local_names ~prefix side in
  let refuse_lost place l =
    if is_code_label side l && is_local side l && name l = l then
      Diagnostic.fail ~place
        "`%s' is inside of code that is compared as loops and conditionals: where it is in the other file is not known"
        l
  in
  let between = function
    | Label l -> add "%s:\n\tnop\n" (name l)
    | Jump (None, l) -> add "\tjmp %s\n" (name l)
    | Jump (Some c, l) -> add "\tj%s %s\n" (Mnemonic.condition_name c) (name l)
    | Call l -> add "\tcall %s\n" (name l)
    | Ret -> add "\tret\n"
    | Instr _ | Directive _ | Mark _ -> ()
  in
  let directive place ~in_code d arguments =
    match Directives_trusted.kind (d, arguments) with
    | Syntax | Unwinding | Constant -> ()
    (* where code lies does not count *)
    | (Align | Idle) when in_code -> ()
    | Names | Data | Common ->
        List.iter (refuse_lost place) (Directives_trusted.names arguments);
        add "\t%s %s\n" d (Directives_trusted.map_names name arguments)
    | Landing when in_code -> add "\t%s\n" Directives_trusted.landing
    | Align | Landing | Idle | Section _ | Pop -> add "\t%s %s\n" d arguments
  in
  (* [left]: what is between the compared pieces, from here on *)
  let rec go left source in_code =
    match (source, in_code, left) with
    | { kind = Instr _ | Mark _; _ } :: source, _ :: in_code, _ -> go left source in_code
    | { kind = Directive (d, arguments); place } :: source, here :: in_code, _ ->
        directive place ~in_code:here d arguments;
        go left source in_code
    | ({ kind = Label l; _ } as s) :: source, false :: in_code, _ ->
        add "%s:\n" l;
        go (match left with x :: rest when x == s -> rest | _ -> left) source in_code
    | s :: source, _ :: in_code, x :: rest when x == s ->
        between s.kind;
        go rest source in_code
    | _ :: source, _ :: in_code, _ -> go left source in_code
    | _, _, [] -> ()
    | _, _, lost :: _ ->
        Diagnostic.defect ~place:lost.place "a label or jump was lost in reading"
  in
  go side.between side.source (Sections_trusted.in_code (Sections_trusted.check side.source));
  add "\t.section %s,\"\",@progbits\n" operands_section;
  List.iter (fun s -> add "\t.quad %s\n" s) symbols;
  Buffer.contents b

(* Addresses in the code *)

(* What is there differs between the files. *)
let refuse_code_addresses ~names side =
  List.iter
    (fun (place, l) ->
      if is_code_label side l then
        Diagnostic.fail ~place
          "`%s' is in the code, which is not the same in both files: its address and what is there are not compared" l)
    (symbol_operands ~names side.source)

(* What was the same, in words *)

let count n what = Printf.sprintf "%d %s%s" n what (if n = 1 then "" else "s")

let describe (o : Elf_trusted.t) =
  let is_filled_data (x : Elf_trusted.section) =
    x.name <> operands_section && x.size <> 0L && not (Elf_trusted.executable x)
  in
  let filled = List.filter is_filled_data o.sections in
  let sum f = List.fold_left (fun n x -> n + f x) 0 in
  let relocations = sum (fun (x : Elf_trusted.section) -> List.length x.relocations) filled in
  let symbols = sum (fun (y : Elf_trusted.symbol) -> if y.symbol = "" then 0 else 1) o.symbols in
  let bytes = List.fold_left (fun n (x : Elf_trusted.section) -> Int64.add n x.size) 0L filled in
  let data =
    match filled with
    | [] -> "no data"
    | l ->
        let names = List.map (fun (x : Elf_trusted.section) -> x.name) l in
        Printf.sprintf "%Ld bytes of data in %s" bytes (String.concat " " names)
  in
  let parts = if relocations > 0 then [ data; count relocations "relocation" ] else [ data ] in
  String.concat ", " (parts @ [ count symbols "symbol" ])

(* Where to point when something differs: at the first directive that does. *)
let first_difference clean fast =
  let directives =
    List.filter (fun s ->
        match s.kind with
        | Directive (d, a) -> (
            match Directives_trusted.kind (d, a) with
            | Section _ | Pop | Names | Data | Common | Landing -> true
            | Align | Idle | Constant | Unwinding | Syntax -> false)
        | _ -> false)
  in
  let rec go = function
    | a :: xs, b :: ys -> if a.kind = b.kind then go (xs, ys) else Some (b.place, Some a.place)
    | [], b :: _ -> Some (b.place, None)
    | a :: _, [] -> Some (a.place, None)
    | [], [] -> None
  in
  go (directives clean, directives fast)

let refuse_difference clean fast what =
  let place, notes =
    match first_difference clean.source fast.source with
    | Some (place, Some other) -> (Some place, [ (Some other, "the clean code is here") ])
    | Some (place, None) -> (Some place, [])
    | None -> ((match fast.source with s :: _ -> Some s.place | [] -> None), [])
  in
  Diagnostic.fail ?place ~notes ~help:"directives, data, symbols and sections must be the same in both"
    "the two files differ outside of their instructions: %s" what

let fresh_label clean fast symbols =
  let words s = match s.kind with Label l | Jump (_, l) | Call l -> [ l ] | Directive (_, a) -> [ a ] | _ -> [] in
  let text side = List.concat_map words side.source in
  fresh_prefix ".Lfairlead" (String.concat "\n" (text clean @ text fast @ symbols))

let check ~names clean fast =
  refuse_code_addresses ~names clean;
  refuse_code_addresses ~names fast;
  let symbols = Operand.symbols names in
  let prefix = fresh_label clean fast symbols in
  let frame side = Assembler_trusted.Assemble (frame ~prefix ~symbols side) in
  let compare a b =
    let refuse (d : Elf_trusted.difference) = refuse_difference clean fast d.what in
    Option.iter refuse (Elf_trusted.difference a b)
  in
  match Assembler_trusted.run [ frame clean; frame fast ] with
  | [ Ok c; Ok f ] ->
      compare c f;
      compare (Elf_trusted.data clean.reading.object_) (Elf_trusted.data fast.reading.object_);
      describe f
  | [ Error e; _ ] | [ _; Error e ] ->
      refuse_difference clean fast ("the assembler refuses what is outside of them: " ^ e.message)
  | _ -> Diagnostic.defect "the assembler was not asked"
