(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model

type outcome =
  | Proved of { blocks : int; instructions : int; exchanges : int; groups : int; evidence : Script.evidence option }
  | Refused of Diagnostic.t option

type blocks = { instrs : Program.placed array list; program : (instr list * exit) list; calls : callee option list }

(* Every label, jump, call, return and directive ends a block, so that files with the same ones have as many blocks.
   What is called outside has a number in [numbers]. *)
let program ~numbers source =
  let sections = Sections_trusted.check source in
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
        | Call l -> finish pending (`Call l)
        | Directive _ -> finish pending `Fall
        | Mark _ | Instr _ -> Diagnostic.defect "marks cannot be here");
        go [||] rest
  in
  go [||] (Program.blocks source);
  let target l =
    match Hashtbl.find_opt labels l with
    | Some k -> Unary.of_int k
    | None -> Diagnostic.defect "a jump to `%s' cannot be here" l
  in
  let number l =
    match Hashtbl.find_opt numbers l with
    | Some n -> n
    | None ->
        let n = Bignum.of_int (Hashtbl.length numbers + 1) in
        Hashtbl.add numbers l n;
        n
  in
  let callee l = if Sections_trusted.is_code_label sections l then Inside (target l) else Outside (number l) in
  let all = List.rev !ends in
  { instrs = List.map fst all;
    program =
      List.map
        (fun (b, kind) ->
          ( Array.to_list (Array.map (fun (p : Program.placed) -> p.instr) b),
            match kind with
            | `Fall -> Fall
            | `Stop | `Call _ -> Stop
            | `Goto l -> Goto (target l)
            | `Branch (c, l) -> Branch (c, target l) ))
        all;
    calls = List.map (fun (_, kind) -> match kind with `Call l -> Some (callee l) | _ -> None) all }

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
  List.iter
    (fun (s : Source.statement) -> match s.kind with Jump (_, t) | Call t -> Hashtbl.replace entries t () | _ -> ())
    source;
  List.iter (fun l -> Hashtbl.replace entries l ()) (Reading_trusted.exported source);
  match !last with
  | Some { kind = Ret | Jump (None, _); place } -> if List.exists (Hashtbl.mem entries) !behind then Some place else
      None
  | Some { place; _ } -> Some place
  | None -> None

let check ~regions ~names ~symbolic ~live clean fast =
  let numbers = Hashtbl.create 16 in
  let c = program ~numbers clean and f = program ~numbers fast in
  let called = List.filter (fun (s : Source.statement) -> match s.kind with Call _ -> true | _ -> false) in
  if c.calls <> f.calls then
    Refused
      (List.find_map
         (fun ((a : Source.statement), (b : Source.statement), same) ->
           if same then None
           else
             Some
               (Diagnostic.make ~place:b.place ~notes:[ (Some a.place, "the clean code is here") ]
                  (Printf.sprintf "the fast code has %s where the clean code has %s, which is another function"
                     (Program.describe (At b)) (Program.describe (At a)))))
         (let callees p = List.filter_map Fun.id p.calls in
          if List.compare_lengths (called clean) (called fast) <> 0 then []
          else
            List.map2
              (fun (a, b) same -> (a, b, same))
              (List.combine (called clean) (called fast))
              (List.map2 ( = ) (callees c) (callees f))))
  else if List.compare_lengths c.program f.program <> 0 then Refused None
  else
    let exchanges = ref 0 and groups = ref 0 in
    let hint ((a, (_, exit)), call) b =
      if symbolic then ByValue
      else
        match Reordering.find ~dead:(dead_after (live_at live call) exit) ~regions ~names a b with
        | Ok (motion, n) -> (
            exchanges := !exchanges + n;
            groups := !groups + Reordering.groups motion;
            match motion with Singly hints -> ByOrder hints | In_groups g -> ByGroups g.trades)
        | Error _ -> ByOrder []
    in
    let hints = List.map2 hint (List.combine (List.combine c.instrs c.program) c.calls) f.instrs in
    (* what is checked must be what the files are, as positions *)
    let faithful source p =
      let lines = Array.to_list (Flat_code.of_source ~calls:true source) in
      let called k = match List.nth_opt p.calls k with Some c -> c | None -> None in
      let at k = Unary.to_int (start p.program k) in
      let same k (line : Flat_code.line) =
        match (called k, line.calls) with
        | None, None -> true
        | Some (Inside i), Some (In_file target) -> at i = target
        | Some (Outside n), Some (Elsewhere l) -> Hashtbl.find_opt numbers l = Some n
        | _ -> false
      in
      (* where each block stops *)
      let stops =
        let stop k (b, e) = if e = Stop then [ (k, at (Unary.of_int k) + List.length b) ] else [] in
        List.concat (List.mapi stop p.program)
      in
      let halt k (l : Flat_code.line) = if l.flat = FHalt then [ (k, l) ] else [] in
      let halts = List.concat (List.mapi halt lines) in
      layout p.program = List.map (fun (l : Flat_code.line) -> l.flat) lines
      && List.compare_lengths stops halts = 0
      && List.for_all2 (fun (k, at) (position, line) -> at = position && same k line) stops halts
    in
    if not (faithful clean c && faithful fast f) then
      Diagnostic.defect "the layout of these files is not understood"
    else if
      if List.for_all (( = ) None) c.calls then check_blocks (Regions.disjoint regions) live hints c.program f.program
      else check_calls (Regions.disjoint regions) live hints c.calls c.program f.program
    then
      let used = List.filter (fun b -> Array.length b > 0) c.instrs in
      Proved { blocks = List.length used; instructions = List.fold_left (fun n b -> n + Array.length b) 0 used;
          exchanges = !exchanges; groups = !groups;
          evidence =
            (if List.for_all (( = ) None) c.calls then
               Some (In_blocks (List.map2 (fun (c, (f, _)) h -> (c, f, h)) (List.combine c.program f.program) hints))
             else None) }
    else Refused None
