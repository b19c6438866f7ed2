open Program

type method_ = Reordering | Symbolic

let report r =
  match r with
  | Ok status -> status
  | Error d ->
      Diagnostic.print stderr d;
      Fairlead_cli.Exit_status.diagnosed

let mismatch clean fast message notes =
  match (fast, clean) with
  | Some e, _ -> Diagnostic.fail ?place:(place_of e) ~notes "%s" message
  | None, Some e -> Diagnostic.fail ?place:(place_of e) ~notes "%s" message
  | None, None -> Diagnostic.fail "%s" message

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

let ends_in_return = function At { Source.kind = Ret; _ } :: _ -> true | _ -> false

let compare_programs ~regions ~names ~method_ ~dead clean fast =
  let same_label = renaming () in
  let check_block next c f =
    match method_ with
    | Reordering -> Reordering.check ~regions ~names c f
    | Symbolic ->
        (* by the calling convention nothing reads flags after a return *)
        let live =
          if ends_in_return next then
            List.filter (fun l -> not (List.mem l dead || match l with Asm_model.F _ -> true | _ -> false)) Symbolic_check.all_locations
          else Symbolic_check.all_locations
        in
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

let run ~quiet ~method_ ~dead clean_file fast_file =
  report
    (Diagnostic.catch (fun () ->
         let dead =
           List.concat_map
             (fun w ->
               match Symbolic_check.parse_location w with
               | Some l -> l
               | None -> Diagnostic.fail "--dead: `%s' is neither a 64-bit or vector register nor `flags'" w)
             dead
         in
         let names = Operand.new_names () in
         let regions = Regions.create names in
         let clean = Source.load ~regions ~names ~annotations:true clean_file in
         let fast = Source.load ~regions ~names ~annotations:false fast_file in
         let started = Sys.time () in
         let count, moved, total = compare_programs ~regions ~names ~method_ ~dead (Program.blocks clean) (Program.blocks fast) in
         if not quiet then
           (let ms = (Sys.time () -. started) *. 1000. in
            match method_ with
            | Reordering ->
                Printf.printf "%s: a legal reordering of %s: %d instructions in %d blocks, %d exchanges, %.1f ms\n" fast_file
                  clean_file total count moved ms
            | Symbolic ->
                Printf.printf "%s: computes what %s does: %d instructions in %d blocks, %.1f ms\n" fast_file clean_file total
                  count ms);
         Fairlead_cli.Exit_status.ok))

let print syntax file =
  report
    (Diagnostic.catch (fun () ->
         let names = Operand.new_names () in
         let regions = Regions.create names in
         let source = Source.load ~regions ~names ~annotations:true file in
         Print.program syntax names stdout source;
         Fairlead_cli.Exit_status.ok))
