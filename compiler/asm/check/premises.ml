(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Source

(* What is said of one function is not said of the code of another. *)
let refuse_stray ~apart ~scopes code (entry : Entry_points.entry) =
  List.iter
    (fun k ->
      if k < Array.length scopes && apart scopes.(k) entry.scope then
        Diagnostic.fail ~place:code.(k).Flat_code.place ~help:"say what holds for both before the first function"
          "%s comes here, where function `%s' is, of which other things are said"
          (if entry.scope = "" then "code before the first function" else Printf.sprintf "function `%s'" entry.scope)
          scopes.(k))
    (Flat_code.reachable code [ entry.position ])

(* Where others come in through a table, behind a function that does not come there: what is said of that function was
   perhaps not meant of this. *)
let refuse_annexes ~regions code entries =
  let reached = Hashtbl.create 16 in
  let reached_from scope =
    match Hashtbl.find_opt reached scope with
    | Some positions -> positions
    | None ->
        let starts = List.filter (fun (f : Entry_points.entry) -> f.name = scope) entries in
        let positions = Hashtbl.create 64 in
        List.iter
          (fun k -> Hashtbl.replace positions k ())
          (Flat_code.reachable code (List.map (fun (f : Entry_points.entry) -> f.position) starts));
        Hashtbl.add reached scope positions;
        positions
  in
  List.iter
    (fun (e : Entry_points.entry) ->
      if e.name <> e.scope && Regions.says regions e.scope && not (Hashtbl.mem (reached_from e.scope) e.position) then
        Diagnostic.fail ~place:e.place
          ~help:(Printf.sprintf "make it a function (.type %s, @function), of which other things can be said" e.name)
          "`%s' is entered from elsewhere, and not from function `%s', in which it is by its place" e.name e.scope)
    entries

let refuse_strays ~apart ~scopes code entries =
  if Array.exists (fun f -> apart f scopes.(0)) scopes then List.iter (refuse_stray ~apart ~scopes code) entries

let labels source =
  let labels = Hashtbl.create 16 in
  List.iter (fun s -> match s.kind with Label l -> Hashtbl.replace labels l () | _ -> ()) source;
  labels

let jumps_out source =
  let labels = labels source in
  List.find_map
    (fun s ->
      match s.kind with
      | Jump (_, l) when not (Hashtbl.mem labels l) -> Some (Printf.sprintf "it jumps to `%s', which is not in it" l)
      | _ -> None)
    source

let has_calls = List.exists (fun s -> match s.kind with Call _ -> true | _ -> false)

let apart_at_calls ~live source =
  let labels = labels source and sections = Sections_trusted.check source in
  let weak = Sections_trusted.weak sections in
  let all_live = List.for_all (fun l -> List.mem l live) Asm_model.passed in
  let ends = lazy (Flat_code.of_source ~calls:true source) in
  List.find_map
    (fun s ->
      match s.kind with
      | Call l when Sections_trusted.is_code_label sections l ->
          if List.mem l weak then
            Some (Printf.sprintf "it calls `%s', which is weak: the linker may put another in its place" l)
          else if not all_live then
            Some
              (Printf.sprintf
                 "it calls `%s', which is in it, and something that is said to be dead at returns may be used behind \
                  the call" l)
          else if Flat_code.runs_off (Lazy.force ends) then
            Some (Printf.sprintf "it calls `%s', which is in it, and its code runs on past its end" l)
          else None
      | Call l when Hashtbl.mem labels l -> Some (Printf.sprintf "it calls `%s', which is not in its code" l)
      | _ -> None)
    source

(* Sections with addresses of the code in them, or with addresses of such sections. A distance between two labels of the
   code is none. *)
let sections_leading_to_code source =
  let sections = Sections_trusted.check source in
  let home = Hashtbl.create 16 in
  List.iter (fun (l, s) -> Hashtbl.replace home l s) (Sections_trusted.homes sections);
  let leading = Hashtbl.create 4 in
  let leads l =
    Sections_trusted.is_code_label sections l || Regions.made_by_linker l
    || match Hashtbl.find_opt home l with Some s -> Hashtbl.mem leading s | None -> Hashtbl.mem leading l
  in
  let is_address field =
    match field with
    | [ a; "-"; b ] when Sections_trusted.(is_code_label sections a && is_code_label sections b) -> false
    | _ -> List.exists leads field
  in
  let step present s =
    match s.kind with
    | Directive (d, arguments) -> (
        match Directives_trusted.kind (d, arguments) with
        | Section (name, `Enter) -> (match present with [] -> [ name ] | _ :: rest -> name :: rest)
        | Section (name, `Push) -> name :: present
        | Pop -> (match present with _ :: (_ :: _ as rest) -> rest | l -> l)
        | Data when List.exists is_address (Directives_trusted.fields_of arguments) ->
            Hashtbl.replace leading (List.hd present) ();
            present
        | _ -> present)
    | _ -> present
  in
  let rec fix n =
    ignore (List.fold_left step [ ".text" ] source);
    if Hashtbl.length leading > n then fix (Hashtbl.length leading)
  in
  fix 0;
  fun l -> match Hashtbl.find_opt home l with Some s -> Hashtbl.mem leading s | None -> false

let reaches_itself ~names source =
  let leads = sections_leading_to_code source in
  List.find_map
    (fun (_, l) ->
      if Regions.made_by_linker l then
        Some (Printf.sprintf "it uses `%s', to which the linker gives a place; that is perhaps in the code" l)
      else if leads l then
        Some
          (Printf.sprintf
             "it uses `%s', in whose section are addresses of its own code; what is read or entered there is not \
              looked at"
             l)
      else None)
    (symbol_operands ~names source)

let not_covered ~names source =
  match jumps_out source with Some why -> Some why | None -> reaches_itself ~names source

let rec apart_from open_ = function
  | [] -> None
  | Structure.Edge { kind = Call _; _ } :: _ -> Some "it has calls"
  | Edge { kind = Jump (_, l); _ } :: _ ->
      Some (Printf.sprintf "its jump to `%s' is part of no loop or conditional that was found" l)
  | Edge { kind = Ret; _ } :: rest -> apart_from false rest
  | Edge _ :: rest -> apart_from open_ rest
  | Code _ :: _ when open_ -> Some "one piece of its code runs on into the next"
  | Code _ :: rest -> apart_from true rest

let apart segments = apart_from false segments

let status_of_written ~names ~loops file source =
  let why =
    match if loops then apart Structure.(raise_jumps (of_source source)) else None with
    | Some why -> Some why
    | None -> if has_calls source then Some "it has calls" else not_covered ~names source
  in
  match why with
  | None -> Fairlead_cli.Exit_status.ok
  | Some why ->
      Fairlead_cli.Message.warn
        { error = { where = file; place = None;
                    message =
                      "what was written is proved piece by piece only, no theorem covers the file (status 3): " ^ why };
          notes = []; help = "docs/asm.md says which files the theorems cover" };
      Fairlead_cli.Exit_status.not_covered

(* Of each position, which block it is in, as in Whole. *)
let blocks source =
  let step (n, l) = function
    | Program.Block b -> (n, List.rev_append (List.init (Array.length b) (fun _ -> n)) l)
    | At { kind = Jump _ | Call _ | Ret | Instr _; _ } -> (n + 1, n :: l)
    | At { kind = Label _ | Directive _ | Mark _; _ } -> (n + 1, l)
  in
  Array.of_list (List.rev (snd (List.fold_left step (0, []) (Program.blocks source))))

let frames ~names ~matching clean fast =
  if jumps_out clean <> None || jumps_out fast <> None then None
  else
    let known source = Entry_points.known ~names source in
    let positions = List.map (fun (e : Entry_points.entry) -> e.position) in
    (* what only calls of the file lead to is followed where it is called *)
    let entered = List.filter (fun (e : Entry_points.entry) -> not e.only_called) in
    let side which source = (Flat_code.of_source ~calls:true source, positions (which (known source))) in
    let kinds = List.map (fun (s : Source.statement) -> s.kind) in
    let exact = kinds clean = kinds fast in
    let matching =
      match matching with
      | `By_instruction -> Stack_trusted.By_instruction
      | `By_block -> By_block { clean = blocks clean; fast = blocks fast }
      | `By_nothing -> By_nothing
    in
    match Stack_trusted.check ~exact ~matching ~clean:(side entered clean) ~fast:(side entered fast) with
    | None -> None
    | Some why -> (
        (* for a reason in words that are nearer to the code, or a refusal *)
        match Stack_reasons.find ~exact ~clean:(side Fun.id clean) ~fast:(side Fun.id fast) with
        | Some nearer -> Some nearer
        | None -> Some why)

let check ~regions ~names source =
  Pointer_flow.check_data ~names ~elf:None source;
  if jumps_out source = None then begin
    let entries = Entry_points.known ~names source in
    let code = Flat_code.of_source ~calls:true source and scopes = Entry_points.scopes source in
    let apart f g = Regions.apart regions f g && not (Regions.said_alike regions f g) in
    refuse_strays ~apart ~scopes code entries;
    refuse_annexes ~regions code entries;
    let entered = List.map (fun (e : Entry_points.entry) -> (e.scope, e.position)) entries in
    Pointer_flow.check_regions ~regions ~entered code
  end
