(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model

type node =
  | Straight of Program.placed
  | If of { place : Diagnostic.place; cc : cc; yes : node list; no : node list }
  | Loop of { place : Diagnostic.place; body : node list; cc : cc; rest : node list }

type segment = Code of node list | Edge of Source.statement

let stray (s : Source.statement) what =
  Diagnostic.fail ~place:s.place "%s cannot stand inside of a loop or a conditional" what

(* The statements of one sequence, up to the mark that ends it. *)
let rec sequence ?(cut = false) acc : Source.t -> node list * Source.t = function
  | ({ kind = Instr instr; place } : Source.statement) :: rest -> sequence ~cut (Straight { place; instr } :: acc) rest
  | { kind = Mark (If cc); place } :: rest -> (
      let yes, rest = sequence [] rest in
      match rest with
      | { kind = Mark Else; _ } :: rest ->
          let no, rest = sequence [] rest in
          sequence ~cut (If { place; cc; yes; no } :: acc) (ended place "if" rest)
      | rest -> sequence ~cut (If { place; cc; yes; no = [] } :: acc) (ended place "if" rest))
  | { kind = Mark Loop; place } :: rest -> (
      let body, rest = sequence [] rest in
      match rest with
      | { kind = Mark (While cc); _ } :: rest ->
          let again, rest = sequence [] rest in
          sequence ~cut (Loop { place; body; cc; rest = again } :: acc) (ended place "loop" rest)
      | _ -> Diagnostic.fail ~place "this loop has no `//@ while CC'; with nothing between `while' and `end' it tests last")
  | { kind = Directive (d, _); _ } :: rest when Program.is_silent d && not cut -> sequence ~cut acc rest
  | { kind = Mark (By _); _ } :: rest -> sequence ~cut acc rest
  | rest -> (List.rev acc, rest)

and ended place what : Source.t -> Source.t = function
  | { kind = Mark End; _ } :: rest -> rest
  | ({ kind = Mark m; place = p } : Source.statement) :: _ ->
      Diagnostic.fail ~place:p ~notes:[ (Some place, "for this `//@ " ^ what ^ "'") ] "did not expect `//@ %s' here, but `//@ end'"
        (Source.describe_mark m)
  | s :: _ -> stray s (Program.describe (Program.At s))
  | [] -> Diagnostic.fail ~place "this `//@ %s' has no `//@ end'" what

let of_source ?(keep = false) source =
  let rec go acc (source : Source.t) =
    match source with
    | [] -> List.rev acc
    | { kind = Mark ((Else | While _ | End) as m); place } :: _ ->
        Diagnostic.fail ~place "there is nothing open that `//@ %s' belongs to" (Source.describe_mark m)
    | { kind = Instr _ | Mark _; _ } :: _ -> (
        match sequence ~cut:keep [] source with
        | [], rest -> go acc rest
        | nodes, rest -> go (Code nodes :: acc) rest)
    | ({ kind = Directive (d, _); _ } : Source.statement) :: rest when Program.is_silent d && not keep -> (
        (* between two instructions it does not cut *)
        match acc with Code before :: acc' -> (
          match sequence [] rest with
          | [], rest -> go acc rest
          | nodes, rest -> go (Code (before @ nodes) :: acc') rest)
        | _ -> go acc rest)
    | s :: rest -> go (Edge s :: acc) rest
  in
  go [] source

let by source = List.filter_map (fun (s : Source.statement) -> match s.kind with Mark (By how) -> Some (s.place, how) | _ -> None) source

(* How often a label is mentioned, other than where it stands. *)
let mentions segments =
  let count = Hashtbl.create 16 in
  let add l = Hashtbl.replace count l (1 + Option.value (Hashtbl.find_opt count l) ~default:0) in
  List.iter
    (function
      | Edge ({ kind = Jump (_, l) | Call l; _ } : Source.statement) -> add l
      | Edge { kind = Directive (_, rest); _ } -> List.iter add (Directives_trusted.names rest)
      | _ -> ())
    segments;
  count

let raise_jumps segments =
  let count = mentions segments in
  let uses l = Option.value (Hashtbl.find_opt count l) ~default:0 in
  let drop l = Hashtbl.replace count l (uses l - 1) in
  let join before node after =
    match (before, after) with
    | Code a :: before, Code b :: after -> (before, Code (a @ (node :: b)) :: after)
    | Code a :: before, after -> (before, Code (a @ [ node ]) :: after)
    | before, Code b :: after -> (before, Code (node :: b) :: after)
    | before, after -> (before, Code [ node ] :: after)
  in
  let open Source in
  (* where there is no code, there is an empty sequence *)
  let piece = function Code nodes :: rest -> (nodes, rest) | rest -> ([], rest) in
  (* One way to a label is gone; others, from what is around this or beside it, may lead there too. *)
  let without_way_to l label rest = drop l; if uses l = 0 then rest else label :: rest in
  let loop (label, place, l) after =
    let body, after = piece after in
    match after with
    | Edge { kind = Jump (Some cc, l'); _ } :: rest when l = l' -> Some (without_way_to l label, (Loop { place; body; cc; rest = [] } : node), rest)
    | Edge { kind = Jump (Some cc, more); _ } :: Edge { kind = Jump (None, out); _ } :: Edge { kind = Label more'; _ }
      :: Code again :: Edge { kind = Jump (None, l'); _ } :: (Edge { kind = Label out'; _ } as end_) :: rest
      when more = more' && l = l' && out = out' && uses more = 1 ->
        Some (without_way_to l label, (Loop { place; body; cc; rest = again } : node), without_way_to out end_ rest)
    | _ -> None
  in
  let conditional (place, cc, target) after =
    let no, after = piece after in
    match after with
    | (Edge { kind = Label out; _ } as end_) :: rest when out = target ->
        Some ((If { place; cc; yes = []; no } : node), without_way_to out end_ rest)
    | Edge { kind = Jump (None, out); _ } :: Edge { kind = Label yes'; _ } :: Code yes
      :: (Edge { kind = Label out'; _ } as end_) :: rest
      when no <> [] && yes' = target && out = out' && uses target = 1 ->
        Some ((If { place; cc; yes; no } : node), without_way_to out end_ rest)
    | _ -> None
  in
  let changed = ref false in
  (* [before] is reversed; after a change, look again from where the new code begins *)
  let rec go before after =
    let again node rest =
      changed := true;
      let before, after = join before node rest in
      match before with e :: before -> go before (e :: after) | [] -> go [] after
    in
    let on e after = go (e :: before) after in
    match after with
    | (Edge { kind = Label l; place } as e) :: after -> (
        match loop (e, place, l) after with
        | Some (in_front, node, rest) -> (
            match in_front [] with
            | [] -> again node rest
            | kept ->
                changed := true;
                let _, after = join [] node rest in
                go before (kept @ after))
        | None -> on e after)
    | (Edge { kind = Jump (Some cc, target); place } as e) :: after -> (
        match conditional (place, cc, target) after with Some (node, rest) -> again node rest | None -> on e after)
    | e :: after -> on e after
    | [] -> List.rev before
  in
  (* inner ones first make outer ones possible: until nothing changes *)
  let rec fix segments =
    changed := false;
    let next = go [] segments in
    if !changed then fix next else next
  in
  fix segments

let rec code nodes =
  List.fold_right
    (fun n rest ->
      let first =
        match n with
        | Straight p -> CInstr p.instr
        | If { cc; yes; no; _ } -> CIf (cc, code yes, code no)
        | Loop { body; cc; rest; _ } -> CLoop (code body, cc, code rest)
      in
      CSeq (first, rest))
    nodes CSkip

let of_code place c =
  let rec go c acc =
    match c with
    | CSkip -> acc
    | CInstr instr -> Straight { Program.place; instr } :: acc
    | CSeq (a, b) -> go a (go b acc)
    | CIf (cc, a, b) -> If { place; cc; yes = go a []; no = go b [] } :: acc
    | CLoop (a, cc, b) -> Loop { place; body = go a []; cc; rest = go b [] } :: acc
  in
  go c []

let rec statements nodes : Source.statement list =
  List.concat_map
    (fun n : Source.statement list ->
      match n with
      | Straight p -> [ { place = p.place; kind = Instr p.instr } ]
      | If { place; cc; yes; no } ->
          let mark m : Source.statement = { place; kind = Mark m } in
          (mark (If cc) :: statements yes) @ (if no = [] then [] else mark Else :: statements no) @ [ mark End ]
      | Loop { place; body; cc; rest } ->
          let mark m : Source.statement = { place; kind = Mark m } in
          (mark Loop :: statements body) @ (mark (While cc) :: statements rest) @ [ mark End ])
    nodes

let rec instructions nodes =
  List.concat_map
    (function
      | Straight p -> [ p ]
      | If { yes; no; _ } -> instructions yes @ instructions no
      | Loop { body; rest; _ } -> instructions body @ instructions rest)
    nodes
