(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
type analysed = { program : Program.t; functions : Checked.t list }

let concerns text = List.exists (Ctype.contains text) [ Ctype.mark; "__fl_spawned"; "__fl_block" ]

let parse_once ?quiet ?mixed ~for_clang ~clang ~name text =
  let source = Preprocessed.of_text ~name text in
  let failed why ~help =
    ignore (Fairlead_cli.Complaint.diagnosed name "%s" why ~help : int);
    Error ()
  in
  match Clang.parse ?quiet ?mixed ~from_clang:for_clang ~options:clang source with
  | Ok tree -> Ok (Program.of_tree source tree)
  | Error Rejected -> Error ()
  | Error Missing ->
      failed "clang, by which files with marks are read, is not installed"
        ~help:"install clang 14 (Debian, Ubuntu: apt-get install clang-14); it is called `clang` or `clang-14`"
  | Error (Broken why) -> failed why ~help:"flcc needs clang 14 to parse files that are marked"

let print_all (program : Program.t) l = List.iter (Diagnosis.print program.source) l

(* Statements on threads of their own become functions first, level by level: all else is asked of functions. *)
let rec without_spawned ?mixed ~for_clang ~clang ~name (program : Program.t) =
  match Spawned.expand program with
  | Ok None -> Ok program
  | Ok (Some text) ->
      Result.bind (parse_once ?mixed ~for_clang ~clang ~name text) (without_spawned ?mixed ~for_clang ~clang ~name)
  | Error l -> print_all program l; Error ()

let parse ?mixed ~for_clang ~clang ~name text =
  Result.bind (parse_once ?mixed ~for_clang ~clang ~name text) (without_spawned ?mixed ~for_clang ~clang ~name)

(* Every frame has passed the verified check, or there is no translation. *)
let checked ~most (program : Program.t) functions =
  let refused (f : Ir.func) why =
    Diagnosis.print program.source
      {
        first = fst f.definition.header;
        last = snd f.definition.header;
        message = Printf.sprintf "internal error in the translation of `%s`: %s" f.definition.signature.name why;
        notes = [];
        help = "this is a mistake of flcc, not of the program: please report it";
      }
  in
  (* What more than one function of C names is in the frame, and so has a type that can be written there; or else it
     stays one function. *)
  let in_parts (f : Ir.func) =
    let parts = Outline.split ~most f in
    if parts == f then Checked.of_function f
    else
      match Checked.of_function ~in_frame:(Outline.shared parts) parts with
      | Ok c when Refuse.saved program c <> [] -> Checked.of_function f
      | checked -> checked
  in
  let check f = Result.map_error (refused f) (in_parts f) in
  let all = List.map check functions in
  if List.for_all Result.is_ok all then Ok (List.filter_map Result.to_option all) else Error ()

(* Names are the user's in the program as it is written; marks are checked when spawned statements are functions;
   everything else when blocks and deferred statements are written out, too. *)
let expanded ~for_clang ~clang ~name text =
  let refused program l = print_all program l; Error () in
  let names (program : Program.t) =
    let own (d : Program.definition) = d.signature.suspends || Blocks.concern d || Spawned.concern d in
    let spawns (d : Program.definition) = Ast.exists (fun n -> Program.spawned n <> None) d.body in
    let typed (d : Program.definition) = own d || spawns d in
    match List.concat_map (Refuse.names program) (List.filter own program.definitions)
      @ List.concat_map (Refuse.types program) (List.filter typed program.definitions) with
    | [] -> Ok program
    | l -> refused program l
  in
  (* Where clang does not agree, types stay where they are, and are diagnosed if that cannot be. *)
  let types program =
    match Local_types.expand program with
    | None -> Ok program
    | Some text -> (
        match parse_once ~quiet:true ~for_clang ~clang ~name text with
        | Ok moved -> Ok moved
        | Error () ->
            Printf.eprintf
              "%s: warning: types that functions declare stay where they are: clang does not take them in front of the \
               functions\n  help: this is a mistake of flcc, not of the program: please report it\n%!" name;
            Ok program)
  in
  let marks program = match Marks.check program with [] -> Ok program | l -> refused program l in
  let blocks program =
    match Blocks.expand program with
    | Error l -> refused program l
    | Ok None -> Ok program
    | Ok (Some text) -> parse_once ~for_clang ~clang ~name text
  in
  let plainer program =
    match Plainer.expand program with
    | None -> Ok program
    | Some text -> parse_once ~for_clang ~clang ~name text
  in
  let ( >>= ) = Result.bind in
  let spawned p = without_spawned ~for_clang ~clang ~name p in
  parse_once ~for_clang ~clang ~name text >>= names >>= types >>= spawned >>= marks >>= plainer >>= blocks

let analyse ?(most = Outline.most) ~for_clang ~clang ~name text =
  Result.bind (expanded ~for_clang ~clang ~name text) (fun program ->
      let marked = List.filter (fun (d : Program.definition) -> d.signature.suspends) program.definitions in
      match List.concat_map (Refuse.function_ program) marked with
      | _ :: _ as l -> print_all program l; Error ()
      | [] ->
          Result.bind (checked ~most program (List.map (Lower.body program) marked)) (fun functions ->
              match List.concat_map (Refuse.saved program) functions with
              | [] -> Ok { program; functions }
              | l -> print_all program l; Error ()))

type mode = Threads | Poisoned | Erased

let translate ?most mode ~for_clang ~clang ~name text =
  Result.bind (analyse ?most ~for_clang ~clang ~name text) (fun a ->
      let made =
        match mode with
        | Erased -> Emit.erased a.program
        | Threads | Poisoned -> Emit.file ~poison:(mode = Poisoned) ~clang:for_clang a.program a.functions
      in
      Result.map_error (Diagnosis.print a.program.source) made)
