(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Program

let shown = 20

(* The blocks that correspond, and whether they do; where control differs, all instructions as one. *)
let pairs clean fast =
  let blocks l = List.filter_map (function Block b -> Some b | At _ -> None) l in
  let all l = Array.concat (blocks l) in
  let c = Program.blocks clean and f = Program.blocks fast in
  let shape l = List.map (function Block _ -> true | At _ -> false) l in
  if shape c = shape f then (List.combine (blocks c) (blocks f), true) else ([ (all c, all f) ], false)

let text names p = Print.instruction Att names p.instr

(* Where instructions went. Those that keep their order with their neighbours did not move. *)
let moves names (clean, fast) =
  let positions = Reordering.positions clean fast in
  let distances = Array.to_list (Array.mapi (fun k p -> (k, p, k - p)) positions) in
  let moved = List.filter (fun (_, p, d) -> p >= 0 && d <> 0) distances in
  let far = List.stable_sort (fun (_, _, a) (_, _, b) -> compare (abs b) (abs a)) moved in
  let first n l = List.filteri (fun i _ -> i < n) l in
  (match (clean, fast) with
  | [||], _ | _, [||] -> ()
  | _ -> Printf.printf "%s and %s: %d and %d instructions, %d in other places\n" (Diagnostic.describe clean.(0).place)
           (Diagnostic.describe fast.(0).place) (Array.length clean) (Array.length fast) (List.length moved));
  List.iter
    (fun (k, p, d) ->
      Printf.printf "  %4d places %s  %s  (%s -> %s)\n" (abs d) (if d < 0 then "earlier" else "later  ") (text names fast.(k))
        (Diagnostic.describe clean.(p).place) (Diagnostic.describe fast.(k).place))
    (first shown far);
  if List.length far > shown then Printf.printf "  and %d more\n" (List.length far - shown);
  positions

(* Instructions of the same opcode that the other file has with other registers. *)
let renames names (clean, fast) positions =
  let used = Array.make (Array.length clean) false in
  Array.iter (fun p -> if p >= 0 then used.(p) <- true) positions;
  let count = Hashtbl.create 16 in
  Array.iteri
    (fun k p ->
      if p < 0 then
        let name, ops = Mnemonic.of_instr fast.(k).instr in
        let rec find c =
          if c < Array.length clean then
            match if used.(c) then ("", []) else Mnemonic.of_instr clean.(c).instr with
            | name', ops' when name' = name && List.compare_lengths ops ops' = 0 ->
                used.(c) <- true;
                List.iter2
                  (fun (a : Operand.t) (b : Operand.t) ->
                    match (a, b) with
                    | (Gpr _ | Xmm _ | Ymm _), (Gpr _ | Xmm _ | Ymm _) when a <> b ->
                        let key = (Print.register a, Print.register b) in
                        Hashtbl.replace count key (1 + Option.value (Hashtbl.find_opt count key) ~default:0)
                    | _ -> ())
                  ops' ops
            | _ -> find (c + 1)
        in
        find 0)
    positions;
  let lost = List.filter (fun c -> not used.(c)) (List.init (Array.length clean) Fun.id) in
  List.iter (fun ((a, b), n) -> Printf.printf "  %%%s -> %%%s in %d operands\n" a b n)
    (List.sort (fun (_, a) (_, b) -> compare b a) (List.of_seq (Hashtbl.to_seq count)));
  if lost <> [] then begin
    Printf.printf "  of the clean code, computed otherwise or not at all:\n";
    List.iteri (fun i c -> if i < shown then Printf.printf "    %s (%s)\n" (text names clean.(c)) (Diagnostic.describe clean.(c).place)) lost
  end

let draw names file pairs =
  let clean, fast =
    List.fold_left (fun (a, b) (c, f) -> if Array.length c > Array.length a then (c, f) else (a, b)) ([||], [||]) pairs
  in
  let texts = Array.map (text names) in
  match open_out_bin file with
  | exception Sys_error e -> Diagnostic.fail "%s" e
  | out ->
      Fun.protect ~finally:(fun () -> close_out_noerr out) (fun () ->
          output_string out (Picture.svg ~clean:(texts clean) ~fast:(texts fast) (Reordering.positions clean fast)))

let refused ~regions ~names pairs (d : Diagnostic.t) =
  Diagnostic.print d;
  let total = ref 0 in
  List.iter
    (fun (clean, fast) ->
      let found, count = Reordering.conflicts ~regions ~names ~limit:shown clean fast in
      total := !total + count;
      List.iter
        (fun (c : Reordering.conflict) ->
          Printf.printf "%s: `%s' now comes before `%s' (%s): %s%s\n" (Diagnostic.describe c.moved.place) (text names c.moved)
            (text names c.past) (Diagnostic.describe c.past.place) c.reason
            (if c.remedy = "" then "" else "; " ^ c.remedy))
        found;
      if count > shown then Printf.printf "and %d more pairs\n" (count - shown))
    pairs;
  if !total > 0 then Printf.printf "%d pairs of instructions changed places and must not\n" !total

let run ~method_ ~dead ~svg clean_file fast_file =
  Diagnostic.report
    (Diagnostic.catch (fun () ->
        let dead = Check.locations_of dead in
        let names = Operand.new_names () in
        let regions = Regions.create names in
        let clean = Reading_trusted.load ~regions ~names ~annotations:true clean_file in
        let fast = Reading_trusted.load ~regions ~names ~annotations:false fast_file in
        let pairs, correspond = pairs clean.source fast.source in
        Option.iter (fun file -> draw names file pairs) svg;
        match Diagnostic.catch (fun () -> Judge_trusted.compare ~regions ~names ~method_ ~dead clean fast) with
        | Error d ->
            (* across loops that were changed, order means nothing *)
            refused ~regions ~names (if correspond then pairs else []) d;
            Fairlead_cli.Exit_status.diagnosed
        | Ok v ->
            let clean_file, fast_file = Fairlead_cli.Message.(visible clean_file, visible fast_file) in
            (match v.not_covered with
            | None -> Printf.printf "%s may replace %s: %d instructions in %d blocks\n" fast_file clean_file v.instructions v.blocks
            | Some why -> Printf.printf "each piece of %s may replace that of %s, but no theorem covers the file: %s\n" fast_file clean_file why);
            List.iter (Printf.printf "  %s\n") v.how;
            List.iter
              (fun pair ->
                let positions = moves names pair in
                if method_ = Judge_trusted.Symbolic then renames names pair positions)
              pairs;
            Judge_trusted.status v))
