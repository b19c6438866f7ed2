(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
open Source

let is_structured = List.exists (function Structure.Straight _ -> false | _ -> true)

(* [if c A end] is [if not c nothing else A end], which needs no jump over: as steps of a script, and done. *)
let turned nodes =
  let steps = ref [] in
  let rec go path nodes =
    List.mapi
      (fun k (n : Structure.node) ->
        let inside b nodes = go (path @ [ (Unary.of_int k, b) ]) nodes in
        match n with
        | Straight _ -> n
        | Loop { place; body; cc; rest } -> Structure.Loop { place; body = inside false body; cc; rest = inside true rest }
        | If { place; cc; yes = _ :: _ as yes; no = [] } ->
            steps := { ed_path = path; ed_skip = Unary.of_int k; ed_rule = Exchange } :: !steps;
            Structure.If { place; cc = negate cc; yes = []; no = inside true yes }
        | If { place; cc; yes; no } -> Structure.If { place; cc; yes = inside false yes; no = inside true no })
      nodes
  in
  let nodes = go [] nodes in
  (List.rev !steps, nodes)

let no_regions _ _ = false

let fresh_labels source =
  let taken = Hashtbl.create 16 in
  List.iter (fun s -> match s.kind with Label l -> Hashtbl.replace taken l () | _ -> ()) source;
  let next = ref 0 in
  let rec fresh () =
    incr next;
    let l = Printf.sprintf ".Lfl%d" !next in
    if Hashtbl.mem taken l then fresh () else l
  in
  fresh

(* Flat code from position 0, labels in front of what is jumped to. *)
let print_flat ~fresh place flats =
  let targets = Hashtbl.create 16 in
  let label n =
    match Hashtbl.find_opt targets n with
    | Some l -> l
    | None -> let l = fresh () in Hashtbl.add targets n l; l
  in
  let at kind = { place; kind } in
  let jumps =
    List.map
      (function
        | FInstr i -> Instr i
        | FJump n -> Jump (None, label (Unary.to_int n))
        | FBranch (c, n) -> Jump (Some c, label (Unary.to_int n))
        | FHalt -> Ret)
      flats
  in
  let rec place_labels n = function
    | rest ->
        let here = match Hashtbl.find_opt targets n with Some l -> [ at (Label l) ] | None -> [] in
        here @ (match rest with [] -> [] | k :: rest -> at k :: place_labels (n + 1) rest)
  in
  place_labels 0 jumps

let lower source =
  let fresh = fresh_labels source in
  List.concat_map
    (function
      | Structure.Edge s -> [ s ]
      | Code nodes when not (is_structured nodes) -> Structure.statements nodes
      | Code nodes ->
          let place = match nodes with
            | Straight p :: _ -> p.place
            | (If { place; _ } | Loop { place; _ }) :: _ -> place
            | [] -> assert false
          in
          let script, nodes' = turned nodes in
          let x = Structure.code nodes' in
          if not (check_script no_regions script (Structure.code nodes) x) then
            Diagnostic.defect ~place "the proved transformer refuses this";
          print_flat ~fresh place (Asm_model.lower O (normal x)))
    (Structure.of_source ~keep:true source)

(* Code as positions, for comparison. *)
let flatten source =
  let labels = Hashtbl.create 16 in
  let position = ref 0 in
  let code =
    List.filter_map
      (fun s ->
        match s.kind with
        | Label l -> Hashtbl.replace labels l !position; None
        | Directive (d, _) when Program.is_silent d -> None
        | Mark (By _) -> None
        | k -> incr position; Some k)
      source
  in
  let target l = match Hashtbl.find_opt labels l with Some n -> Ok n | None -> Error l in
  (code, target)

let same a b =
  let code_a, target_a = flatten a and code_b, target_b = flatten b in
  let kind x y =
    match (x, y) with
    | Jump (c, l), Jump (d, m) -> c = d && target_a l = target_b m
    | Directive (d, r), Directive (e, s) -> d = e && r = s && target_a (String.trim r) = target_b (String.trim s)
    | _ -> x = y
  in
  List.compare_lengths code_a code_b = 0 && List.for_all2 kind code_a code_b

(* Annotations before the functions they belong to. If only the first function has some, they stand behind its label:
   before it they would be said of every function. *)
let annotated annotations syntax names source =
  let say said = String.concat "" (List.map (Printf.sprintf "# fairlead: %s\n") said) in
  let starts = Functions.starts (events source) in
  let start s = match s.kind with Label l when Hashtbl.mem starts l -> Some l | _ -> None in
  let first = List.find_map start source in
  let inside = match (first, annotations) with Some l, [ (Some f, _) ] when f = l -> first | _ -> None in
  let of_function f = match List.assoc_opt f annotations with Some said -> say said | None -> "" in
  let begins s = match s.kind with Label l -> List.mem_assoc (Some l) annotations | _ -> false in
  let rec pieces piece acc = function
    | s :: rest when begins s && piece <> [] -> pieces [ s ] (List.rev piece :: acc) rest
    | s :: rest -> pieces (s :: piece) acc rest
    | [] -> List.rev (List.rev piece :: acc)
  in
  let piece p =
    match p with
    | ({ kind = Label l; _ } as label) :: rest when inside = Some l ->
        Print.text syntax names [ label ] ^ of_function (Some l) ^ Print.text syntax names rest
    | { kind = Label l; _ } :: _ -> of_function (Some l) ^ Print.text syntax names p
    | _ -> Print.text syntax names p
  in
  of_function None ^ String.concat "" (List.map piece (pieces [] [] source))

(* Statement by statement, directives too; the syntax is the printer's business. *)
let written a b =
  let kinds l = List.filter (function Directive ((".intel_syntax" | ".att_syntax"), _) -> false | _ -> true) (List.map (fun s -> s.kind) l) in
  let a = kinds a and b = kinds b in
  List.compare_lengths a b = 0 && List.for_all2 ( = ) a b

let write ?(annotations = []) ~regions ~original syntax names source output =
  let text = annotated annotations syntax names source in
  (* what is written is read back, and must be what was meant *)
  let file = Option.value output ~default:"(standard output).S" in
  let again = Reading_trusted.confirm ~regions ~names ~file text in
  if not (written source again.source) then Diagnostic.defect ~file "the printed code reads differently";
  (match Elf_trusted.(difference (data original) (data again.object_)) with
   | Some d ->
       Diagnostic.fail ?place:(match source with s :: _ -> Some s.place | [] -> None)
         "the data change with the length of the code, so this would be another program: %s" d.what
   | None -> ());
  (* and so must what is said of it *)
  let names = Operand.new_names () in
  let said = Regions.create names in
  ignore (Source.read ~regions:said ~names ~annotations:true ~file text);
  if annotations <> [] && Regions.declarations said <> annotations then
    Diagnostic.fail ~file ~help:"put them all before the first function, or some inside of each"
      "the annotations of the printed code would not be said of the same functions";
  match output with
  | None -> print_string text
  | Some file -> (
      match Fairlead_cli.Files.write file text with
      | Ok () -> ()
      | Error why -> Diagnostic.fail "cannot write %s" why ~help:"give a path that can be written with -o")
