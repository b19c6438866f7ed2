(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model

type outcome = Proved of { blocks : int; instructions : int; exchanges : int; groups : int; evidence : Script.evidence }
  | Refused of Diagnostic.t option

type blocks = { instrs : Program.placed array list; program : (instr list * exit) list }

(* Every label, jump, return and directive ends a block, so that files with the same ones have as many blocks. *)
let program source =
  let labels = Hashtbl.create 16 in
  let ends = ref [] and count = ref 0 in
  let finish block kind = ends := (block, kind) :: !ends; incr count in
  let rec go pending = function
    | [] -> finish pending `Stop
    | Program.Block b :: rest -> go (Array.append pending b) rest
    | At { Source.kind; _ } :: rest ->
        (match kind with
        | Label l -> finish pending `Fall; Hashtbl.replace labels l !count
        | Jump (None, l) -> finish pending (`Goto l)
        | Jump (Some c, l) -> finish pending (`Branch (c, l))
        | Ret -> finish pending `Stop
        | Directive _ -> finish pending `Fall
        | Call _ | Mark _ | Instr _ -> Diagnostic.defect "calls and marks cannot be here");
        go [||] rest
  in
  go [||] (Program.blocks source);
  let target l =
    match Hashtbl.find_opt labels l with
    | Some k -> Unary.of_int k
    | None -> Diagnostic.defect "a jump to `%s' cannot be here" l
  in
  let all = List.rev !ends in
  { instrs = List.map fst all;
    program =
      List.map
        (fun (b, kind) ->
          ( Array.to_list (Array.map (fun (p : Program.placed) -> p.instr) b),
            match kind with
            | `Fall -> Fall
            | `Stop -> Stop
            | `Goto l -> Goto (target l)
            | `Branch (c, l) -> Branch (c, target l) ))
        all }

(* Where control runs on past the last statement, if it does. A return there is one to nobody: what is dead at returns
   need not be. *)
let runs_off source =
  let last = ref None and behind = ref [] in
  List.iter2
    (fun (s : Source.statement) in_code ->
      match s.kind with
      | Instr _ | Jump _ | Ret | Call _ -> last := Some s; behind := []
      | Label l when in_code -> behind := l :: !behind
      | Label _ | Directive _ | Mark _ -> ())
    source
    (Sections_trusted.in_code (Sections_trusted.check source));
  let entries = Hashtbl.create 16 in
  List.iter (fun (s : Source.statement) -> match s.kind with Jump (_, t) -> Hashtbl.replace entries t () | _ -> ())
      source;
  List.iter (fun l -> Hashtbl.replace entries l ()) (Reading_trusted.exported source);
  match !last with
  | Some { kind = Ret | Jump (None, _); place } -> if List.exists (Hashtbl.mem entries) !behind then Some place else
      None
  | Some { place; _ } -> Some place
  | None -> None

let check ~regions ~names ~symbolic ~live clean fast =
  let c = program clean and f = program fast in
  if List.compare_lengths c.program f.program <> 0 then Refused None
  else
    let exchanges = ref 0 and groups = ref 0 in
    let hint (a, (_, exit)) b =
      if symbolic then ByValue
      else
        match Reordering.find ~dead:(dead_after live exit) ~regions ~names a b with
        | Ok (motion, n) -> (
            exchanges := !exchanges + n;
            groups := !groups + Reordering.groups motion;
            match motion with Singly hints -> ByOrder hints | In_groups g -> ByGroups g.trades)
        | Error _ -> ByOrder []
    in
    let hints = List.map2 hint (List.combine c.instrs c.program) f.instrs in
    (* what is checked must be what the files are, as positions *)
    let faithful source p = layout p.program = List.map (fun (l : Flat_code.line) -> l.flat) (Array.to_list
        (Flat_code.of_source source)) in
    if not (faithful clean c && faithful fast f) then
      Diagnostic.defect "the layout of these files is not understood"
    else if check_blocks (Regions.disjoint regions) live hints c.program f.program then
      let used = List.filter (fun b -> Array.length b > 0) c.instrs in
      Proved { blocks = List.length used; instructions = List.fold_left (fun n b -> n + Array.length b) 0 used;
          exchanges = !exchanges; groups = !groups;
          evidence = In_blocks (List.map2 (fun (c, (f, _)) h -> (c, f, h)) (List.combine c.program f.program) hints) }
    else Refused None
