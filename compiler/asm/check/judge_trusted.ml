(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
open Program

type method_ = Script.method_ = Reordering | Symbolic

(* By the calling convention nothing reads flags after a return; what is linked behind code that runs on may. *)
let live_at_return dead =
  List.filter (fun l -> not (List.mem l dead || match l with F _ -> true | _ -> false)) Locations.all

(* Loops and conditionals, by their marks or made of jumps, as structured code; lowered again it must be
   what was there. *)
let structure source =
  let segments = Structure.(raise_jumps (of_source source)) in
  let back = List.concat_map (function Structure.Edge s -> [ s ] | Code nodes -> Structure.statements nodes) segments in
  if not (Lowering.same (Lowering.lower source) (Lowering.lower back)) then
    Diagnostic.defect "the jumps could not be read as loops and conditionals";
  segments

let compare_structured ~regions ~names ~method_ clean_segments (fast_segments, fast_source) =
  let same_label = Shape.renaming () in
  let requests = List.map Script.request (Structure.by fast_source) in
  let show = function
    | [] -> "the end of the file"
    | Structure.Edge s :: _ -> Program.describe (At s)
    | Code _ :: _ -> "an instruction"
  in
  let place = function
    | Structure.Edge (s : Source.statement) :: _ -> Some s.place
    | Code nodes :: _ -> ( match Structure.instructions nodes with p :: _ -> Some p.place | [] -> None)
    | [] -> None
  in
  let merge (a : Script.found) (b : Script.found) : Script.found =
    { how = a.how @ b.how; steps = []; exchanges = a.exchanges + b.exchanges; pieces = a.pieces @ b.pieces }
  in
  (* requests number the loops of the whole clean file *)
  let rec go loops pieces total (found : Script.found) = function
    | [], [] -> (pieces, total, found)
    | Structure.Code c :: cs, (Structure.Code f :: fs as fs') -> (
        let here = Script.loops c in
        let mine =
          List.filter_map
            (fun (r : Script.request) ->
              if r.loop > loops && r.loop <= loops + here then Some { r with loop = r.loop - loops } else None)
            requests
        in
        match Script.check ~regions ~names ~method_ ~requests:mine c f with
        | Ok more ->
            (* how it was found does not matter: this is what accepts it *)
            if not (check_script (Regions.disjoint regions) more.steps (Structure.code c) (Structure.code f)) then
              Diagnostic.defect ?place:(place fs') "the proved checker refuses this script";
            let total = total + List.length (Structure.instructions c) in
            go (loops + here) (pieces + 1) total (merge found more) (cs, fs)
        | Error d -> raise (Diagnostic.Error d))
    | Edge a :: cs, Edge b :: fs when Shape.same_edge same_label a b -> go loops pieces total found (cs, fs)
    | c, f ->
        let first = match place f with Some p -> Some p | None -> place c in
        Diagnostic.fail ?place:first
          ~notes:(match place c with Some p when f <> [] -> [ (Some p, "the clean code is here") ] | _ -> [])
          "the fast code has %s where the clean code has %s" (show f) (show c)
  in
  let clean = clean_segments and fast = fast_segments in
  let all = List.fold_left (fun n s -> match s with Structure.Code c -> n + Script.loops c | Edge _ -> n) 0 clean in
  List.iter
    (fun (r : Script.request) ->
      if r.loop > all then Diagnostic.fail ~place:r.place "there is no loop %d: the clean code has %d loops" r.loop all)
    requests;
  go 0 0 0 { how = []; steps = []; exchanges = 0; pieces = [] } (clean, fast)

let moved_together = function
  | 0 -> []
  | 1 -> [ "one group of instructions moved as one" ]
  | n -> [ Printf.sprintf "%d groups of instructions moved as one" n ]

let between_of_blocks source = List.filter_map (function At s -> Some s | Block _ -> None) (Program.blocks source)
let between_of_segments segments = List.filter_map (function Structure.Edge s -> Some s | Code _ -> None) segments

let not_directives =
  List.filter (fun (s : Source.statement) ->
      match s.kind with Label _ | Jump _ | Call _ | Ret -> true | Instr _ | Directive _ | Mark _ -> false)

type verdict = {
  method_ : method_;
  blocks : int;
  instructions : int;
  exchanges : int;
  how : string list;
  outside : string;
  not_covered : string option;
  evidence : Script.evidence option;
}

let compare_files ~regions ~names ~method_ ~dead (clean : Reading_trusted.t) (fast : Reading_trusted.t) =
  let c = clean.source and f = fast.source in
  let live = if List.exists (fun s -> Whole.runs_off s <> None) [ c; f ] then Locations.all else live_at_return dead in
  let side reading source between : Outside_trusted.side = { reading; source; between = not_directives between } in
  let finish ~matching ~between:(bc, bf) ~blocks ~instructions ~exchanges ~how ~not_covered ~evidence =
    let outside = Outside_trusted.check ~names (side clean c bc) (side fast f bf) in
    let lowered source = if Source.structured source then Lowering.lower source else source in
    let flat = lowered c in
    Premises.check ~regions ~names flat;
    let frames = Premises.frames ~names ~matching flat (lowered f) in
    let flags = Undefined_flags.refuse ~what:"clean code" flat in
    let marks =
      if fast.marked then
        Some
          "its marks are comments to the assembler, which makes another program of it; lower it first (fairlead asm \
           lower)"
      else None
    in
    let not_covered =
      List.find_map Fun.id
        [ marks; not_covered; Premises.not_covered ~names c; Premises.not_covered ~names f; flags; frames ]
    in
    { method_; blocks; instructions; exchanges; how; outside; not_covered; evidence }
  in
  let by_blocks ?(how = []) ?evidence ~not_covered (blocks, exchanges, instructions) =
    finish
      ~matching:(if method_ = Symbolic then `By_block else `By_instruction)
      ~between:(between_of_blocks c, between_of_blocks f) ~blocks ~instructions ~exchanges ~how ~evidence
      ~not_covered
  in
  if method_ = Symbolic then
    List.iter
      (fun source ->
        Option.iter
          (fun place -> Diagnostic.fail ~place
              "the code runs on past its end; `--symbolic' compares what it does up to a `ret'")
          (Whole.runs_off source))
      [ c; f ];
  match Shape.classify ~method_ ~live c f with
  | Structured -> (
      if dead <> [] then
        Diagnostic.fail ~help:"lower them first (fairlead asm lower)"
          "--dead is for files with the same labels and jumps, and without loops and conditionals written as such";
      let cs = structure c and fs = structure f in
      match Diagnostic.catch (fun () -> compare_structured ~regions ~names ~method_ cs (fs, f)) with
      | Ok (blocks, instructions, (found : Script.found)) ->
          let not_covered = List.find_map Premises.apart [ cs; fs ] in
          finish
            ~matching:(if method_ = Symbolic then `By_nothing else `By_instruction)
            ~between:(between_of_segments cs, between_of_segments fs) ~blocks ~instructions
              ~exchanges:found.exchanges ~how:found.how ~not_covered ~evidence:(Some (In_scripts found.pieces))
      | Error d -> raise (Diagnostic.Error (Pieces.better_refusal ~regions ~names ~method_ ~live c f d)))
  | Blocks_apart why -> by_blocks ~not_covered:(Some why) (Pieces.compare ~regions ~names ~method_ ~live c f)
  | Blocks -> (
      match Whole.check ~regions ~names ~symbolic:(method_ = Symbolic) ~live c f with
      | Proved { blocks; instructions; exchanges; groups; evidence } ->
          by_blocks ~how:(moved_together groups) ?evidence ~not_covered:None (blocks, exchanges, instructions)
      | Refused (Some d) -> raise (Diagnostic.Error d)
      | Refused None ->
          (* which block it is *)
          ignore (Pieces.compare ~regions ~names ~method_ ~live c f);
          Diagnostic.defect ?place:(match f with s :: _ -> Some s.place | [] -> None)
              "the proved checker refuses the files as a whole")

let compare ~regions ~names ~method_ ~dead clean fast =
  Diagnostic.advise "`fairlead asm explain` says what moved; docs/asm.md, what each checker accepts" (fun () ->
      compare_files ~regions ~names ~method_ ~dead clean fast)

let status v = if v.not_covered = None then Fairlead_cli.Exit_status.ok else Fairlead_cli.Exit_status.not_covered
