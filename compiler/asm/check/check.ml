open Program

type method_ = Script.method_ = Reordering | Symbolic

let report r =
  match r with
  | Ok status -> status
  | Error d ->
      Diagnostic.print stderr d;
      Fairlead_cli.Exit_status.diagnosed

(* Labels, jumps and the like differ: what is loops and conditionals may still be compared as such. *)
exception Control_differs of Diagnostic.t

let mismatch clean fast message notes =
  let place = match (fast, clean) with Some e, _ | None, Some e -> place_of e | None, None -> None in
  raise (Control_differs { place; message; notes })

(* Labels may be renamed, consistently. *)
let renaming () =
  let there = Hashtbl.create 16 and back = Hashtbl.create 16 in
  fun a b ->
    match (Hashtbl.find_opt there a, Hashtbl.find_opt back b) with
    | None, None ->
        Hashtbl.add there a b;
        Hashtbl.add back b a;
        true
    | Some b', Some a' -> b = b' && a = a'
    | _ -> false

let same_edge same_label (a : Source.statement) (b : Source.statement) =
  match (a.kind, b.kind) with
  | Label x, Label y -> same_label x y
  | Jump (c, x), Jump (d, y) -> c = d && same_label x y
  | Call x, Call y -> x = y
  | Ret, Ret -> true
  | Directive (((".globl" | ".global" | ".hidden") as d), x), Directive (e, y) -> d = e && same_label x y
  | Directive (d, x), Directive (e, y) -> d = e && x = y
  | _ -> false

let same_control c f =
  let edges l = List.filter_map (function At s -> Some s | Block _ -> None) l in
  let same_label = renaming () in
  let c = edges c and f = edges f in
  List.compare_lengths c f = 0 && List.for_all2 (same_edge same_label) c f

(* By the calling convention nothing reads flags after a return. *)
let live_at_return dead =
  List.filter (fun l -> not (List.mem l dead || match l with Asm_model.F _ -> true | _ -> false)) Symbolic_check.all_locations

let ends_in_return = function At { Source.kind = Ret; _ } :: _ -> true | _ -> false

let compare_programs ~regions ~names ~method_ ~dead clean fast =
  let same_label = renaming () in
  let check_block next c f =
    match method_ with
    | Reordering -> Reordering.check ~regions ~names c f
    | Symbolic ->
        let live = if ends_in_return next then live_at_return dead else Symbolic_check.all_locations in
        Result.map (fun () -> 0) (Symbolic_check.check ~regions ~names ~live c f)
  in
  let rec go blocks moved total = function
    | [], [] -> (blocks, moved, total)
    | Block c :: cs, Block f :: fs -> (
        match check_block fs c f with
        | Ok n -> go (blocks + 1) (moved + n) (total + Array.length c) (cs, fs)
        | Error d -> raise (Diagnostic.Error d))
    (* code that comes to nothing *)
    | Block c :: cs, (At _ :: _ as fs) when method_ = Symbolic -> (
        match check_block fs c [||] with
        | Ok _ -> go (blocks + 1) moved (total + Array.length c) (cs, fs)
        | Error d -> raise (Diagnostic.Error d))
    | (At _ :: _ as cs), Block f :: fs when method_ = Symbolic -> (
        match check_block fs [||] f with
        | Ok _ -> go (blocks + 1) moved total (cs, fs)
        | Error d -> raise (Diagnostic.Error d))
    | At a :: cs, At b :: fs when same_edge same_label a b -> go blocks moved total (cs, fs)
    | c, f ->
        let head = function [] -> None | e :: _ -> Some e in
        let show = function None -> "the end of the file" | Some e -> Program.describe e in
        let c = head c and f = head f in
        let notes = match Option.bind c place_of with Some p when f <> None -> [ (Some p, "the clean code is here") ] | _ -> [] in
        mismatch c f
          (Printf.sprintf "the fast code has %s where the clean code has %s" (show f) (show c))
          (notes
          @ [ (None, "labels, jumps, calls and data must be the same in both files, in the same order (labels may be renamed)") ])
  in
  go 0 0 0 (clean, fast)

(* Loops and conditionals, by their marks or made of jumps, as structured code; lowered again it must be
   what was there. *)
let structure source =
  let segments = Structure.(raise_jumps (of_source source)) in
  let back = List.concat_map (function Structure.Edge s -> [ s ] | Code nodes -> Structure.statements nodes) segments in
  if not (Lowering.same (Lowering.lower source) (Lowering.lower back)) then
    Diagnostic.fail "the jumps could not be read as loops and conditionals; please report it";
  segments

let compare_structured ~regions ~names ~method_ clean fast =
  let same_label = renaming () in
  let requests = List.map Script.request (Structure.by fast) in
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
    { how = a.how @ b.how; steps = []; exchanges = a.exchanges + b.exchanges }
  in
  (* requests number the loops of the whole clean file *)
  let rec go loops pieces total (found : Script.found) = function
    | [], [] -> (pieces, total, found)
    | Structure.Code c :: cs, Structure.Code f :: fs -> (
        let here = Script.loops c in
        let mine =
          List.filter_map
            (fun (r : Script.request) -> if r.loop > loops && r.loop <= loops + here then Some { r with loop = r.loop - loops } else None)
            requests
        in
        match Script.check ~regions ~names ~method_ ~requests:mine c f with
        | Ok more -> go (loops + here) (pieces + 1) (total + List.length (Structure.instructions c)) (merge found more) (cs, fs)
        | Error d -> raise (Diagnostic.Error d))
    | Edge a :: cs, Edge b :: fs when same_edge same_label a b -> go loops pieces total found (cs, fs)
    | c, f ->
        let first = match place f with Some p -> Some p | None -> place c in
        Diagnostic.fail ?place:first
          ~notes:(match place c with Some p when f <> [] -> [ (Some p, "the clean code is here") ] | _ -> [])
          "the fast code has %s where the clean code has %s" (show f) (show c)
  in
  let clean = structure clean and fast = structure fast in
  let all = List.fold_left (fun n s -> match s with Structure.Code c -> n + Script.loops c | Edge _ -> n) 0 clean in
  List.iter
    (fun (r : Script.request) ->
      if r.loop > all then Diagnostic.fail ~place:r.place "there is no loop %d: the clean code has %d loops" r.loop all)
    requests;
  go 0 0 0 { how = []; steps = []; exchanges = 0 } (clean, fast)

type verdict = { method_ : method_; blocks : int; instructions : int; exchanges : int; how : string list; apart : string option }

let compare ~regions ~names ~method_ ~dead clean fast =
  let structured () =
    let blocks, instructions, found = compare_structured ~regions ~names ~method_ clean fast in
    { method_; blocks; instructions; exchanges = found.exchanges; how = found.how; apart = None }
  in
  if Source.structured clean || Source.structured fast || Structure.by fast <> [] then begin
    if dead <> [] then Diagnostic.fail "--dead is for files without loops and conditionals written as such; lower them first";
    structured ()
  end
  else
    let by_blocks apart =
      let c = Program.blocks clean and f = Program.blocks fast in
      match compare_programs ~regions ~names ~method_ ~dead c f with
      | blocks, exchanges, instructions -> { method_; blocks; instructions; exchanges; how = []; apart }
      | exception ((Control_differs d | Diagnostic.Error d) as e) ->
          (* a block may differ because a loop was changed: then the jumps do too; or instructions moved across
             the ends of a conditional *)
          let jumps = List.exists (function At { Source.kind = Jump _; _ } -> true | _ -> false) c in
          if not (jumps || List.exists (function At { Source.kind = Jump _; _ } -> true | _ -> false) f) then raise (Diagnostic.Error d)
          else
            match Diagnostic.catch structured with
            | Ok v -> v
            | Error _ when same_control c f -> raise (Diagnostic.Error d)
            | Error better -> raise (Diagnostic.Error (match e with Control_differs _ when better.notes = [] || Script.is_shape better -> d | _ -> better))
    in
    let live = live_at_return dead in
    match Whole.check ~regions ~symbolic:(method_ = Symbolic) ~live clean fast with
    | Proved { blocks; instructions; exchanges } when same_control (Program.blocks clean) (Program.blocks fast) ->
        { method_; blocks; instructions; exchanges; how = []; apart = None }
    | Proved _ | Refused -> by_blocks (Some "the theorem for whole files does not cover it")
    | Not_applicable why -> by_blocks (Some why)

let locations_of dead =
  List.concat_map
    (fun w ->
      match Symbolic_check.parse_location w with
      | Some l -> l
      | None -> Diagnostic.fail "--dead: `%s' is neither a 64-bit or vector register nor `flags'" w)
    dead

let run ~quiet ~method_ ~dead clean_file fast_file =
  report
    (Diagnostic.catch (fun () ->
         let dead = locations_of dead in
         let names = Operand.new_names () in
         let regions = Regions.create names in
         let clean = Source.load ~regions ~names ~annotations:true clean_file in
         let fast = Source.load ~regions ~names ~annotations:false fast_file in
         let started = Sys.time () in
         let v = compare ~regions ~names ~method_ ~dead clean fast in
         if not quiet then begin
           Option.iter (Printf.printf "%s: each block by itself: %s\n" fast_file) v.apart;
           let ms = (Sys.time () -. started) *. 1000. in
           let how = if v.how = [] then "" else " (" ^ String.concat "; " v.how ^ ")" in
           match method_ with
           | Reordering ->
               Printf.printf "%s: a legal reordering of %s%s: %d instructions in %d blocks, %d exchanges, %.1f ms\n" fast_file
                 clean_file how v.instructions v.blocks v.exchanges ms
           | Symbolic ->
               Printf.printf "%s: computes what %s does%s: %d instructions in %d blocks, %.1f ms\n" fast_file clean_file how
                 v.instructions v.blocks ms
         end;
         Fairlead_cli.Exit_status.ok))

let print syntax file =
  report
    (Diagnostic.catch (fun () ->
         let names = Operand.new_names () in
         let regions = Regions.create names in
         let source = Source.load ~regions ~names ~annotations:true file in
         Print.program syntax names stdout source;
         Fairlead_cli.Exit_status.ok))
