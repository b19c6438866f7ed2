(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model

type peephole = No_movbe | To_movbe | No_copies | No_unseen | To_xor | From_xor | No_prefetch | Prefetch_at of reg * int
type change = Peephole of peephole | Rule of string list | Order of string

let named =
  [ ("no-movbe", No_movbe); ("movbe", To_movbe); ("copies", No_copies); ("unseen", No_unseen); ("zero", To_xor);
    ("no-zero", From_xor); ("no-prefetch", No_prefetch) ]

let peepholes = String.concat ", " (List.map fst named) ^ " or prefetch:REGISTER:DISTANCE"

let peephole_of_string s =
  match (List.assoc_opt s named, String.split_on_char ':' s) with
  | Some p, _ -> Ok p
  | None, [ "prefetch"; r; d ] -> (
      let bare = if r <> "" && r.[0] = '%' then String.sub r 1 (String.length r - 1) else r in
      match (Operand.register bare, int_of_string_opt d) with
      | Some (Gpr (Qword, r)), Some d when abs d < 1 lsl 30 -> Ok (Prefetch_at (r, d))
      | _ -> Error "write prefetch:%rsi:512, a 64-bit register and a distance in bytes")
  | None, _ -> Error (Printf.sprintf "there is no peephole `%s'; there are %s" s peepholes)

let fits_displacement d m =
  let total = Bignum.add m.m_disp (Bignum.of_int d) and half = Bignum.shift_left Bignum.one 31 in
  Bignum.lt total half && Bignum.geq total (Bignum.neg half)

let rewrite = function
  | No_movbe -> single no_movbe
  | To_movbe -> to_movbe
  | No_copies -> no_copies
  | No_unseen -> no_unseen
  | To_xor -> to_xor
  | From_xor -> from_xor
  | No_prefetch -> single no_prefetch
  | Prefetch_at (r, d) ->
      let pick a = (match a.a_use with Touch -> false | _ -> true) && a.a_mem.m_base = BaseReg r && fits_displacement d a.a_mem in
      single (with_prefetch Bignum.zero (Bignum.of_int d) pick)

let read_order file =
  let fields = Orders.read_fields ~magic:Orders.magic file in
  if List.mem_assoc "prefetch" fields then
    Diagnostic.fail ~file ~help:"make its file with `fairlead asm optimize --apply', or insert them with --peephole"
      "this order has prefetches";
  match List.assoc_opt "order" fields with
  | None -> Diagnostic.fail ~file "no `order:' line"
  | Some line ->
      List.filter_map
        (fun w ->
          if w = "" then None
          else match int_of_string_opt w with Some n -> Some n | None -> Diagnostic.fail ~file
            "`%s' is not the number of an instruction" w)
        (String.split_on_char ' ' line)

let rec runs nodes =
  match nodes with
  | [] -> []
  | Structure.Straight _ :: _ ->
      let block, rest = Motion.span nodes in
      block :: runs rest
  | If { yes; no; _ } :: rest -> runs yes @ runs no @ runs rest
  | Loop { body; rest = again; _ } :: rest -> runs body @ runs again @ runs rest

(* Flags are dead where the code returns. *)
let rec dead_behind block = function
  | Structure.Code nodes :: Edge { kind = Ret; _ } :: _ when List.rev (fst (Motion.span (List.rev nodes))) = block ->
      Groups.flags
  | _ :: rest -> dead_behind block rest
  | [] -> Bignum.zero

(* The longest block takes that order; the checker must accept it. *)
let with_order ~regions ~names file order segments =
  let blocks = List.concat_map (function Structure.Code n -> runs n | Edge _ -> []) segments in
  let longest = List.fold_left (fun best b -> if List.length b > List.length best then b else best) [] blocks in
  let clean = Array.of_list longest in
  let n = Array.length clean in
  if List.sort compare order <> List.init n Fun.id then
    Diagnostic.fail ~file "not an order of the longest block, which has %d instructions" n;
  let fast = Array.of_list (List.map (fun k -> clean.(k)) order) in
  (match Reordering.check ~dead:(dead_behind longest segments) ~regions ~names clean fast with Ok _ -> () | Error d -> raise (Diagnostic.Error d));
  let straight l = List.map (fun p -> Structure.Straight p) l in
  let rec go nodes =
    match nodes with
    | [] -> []
    | Structure.Straight _ :: _ ->
        let block, rest = Motion.span nodes in
        straight (if block == longest || block = longest then Array.to_list fast else block) @ go rest
    | If i :: rest -> If { i with yes = go i.yes; no = go i.no } :: go rest
    | Loop l :: rest -> Loop { l with body = go l.body; rest = go l.rest } :: go rest
  in
  List.map (function Structure.Code n -> Structure.Code (go n) | e -> e) segments

let on_code f = List.map (function Structure.Code n -> Structure.Code (f n) | e -> e)

let place_of nodes = match Structure.instructions nodes with p :: _ -> p.place | [] -> Diagnostic.fail "there is no code"

let apply ~regions ~names segments = function
  | Peephole p ->
      let f = peephole (rewrite p) in
      on_code (fun nodes -> if Structure.instructions nodes = [] then nodes else Structure.of_code (place_of nodes) (f (Structure.code nodes))) segments
  | Order file -> with_order ~regions ~names file (read_order file) segments
  | Rule words ->
      let nowhere = { Diagnostic.file = "(command line)"; line = 1; col = 1; text = String.concat " " words } in
      let r = Script.request (nowhere, words) in
      let seen = ref 0 and found = ref false in
      let segments =
        on_code
          (fun nodes ->
            let here = Script.loops nodes in
            let first = !seen in
            seen := first + here;
            if r.loop > first && r.loop <= first + here then begin
              found := true;
              let steps, after = Script.apply nodes [ { r with loop = r.loop - first } ] in
              if not (check_script (Regions.disjoint regions) steps (Structure.code nodes) (Structure.code after)) then
                Diagnostic.defect ~place:(place_of nodes) "the proved transformer refuses `%s'" (String.concat
                  " " words);
              after
            end
            else nodes)
          segments
      in
      if not !found then Diagnostic.fail "there is no loop %d: the code has %d loops" r.loop !seen;
      segments

let run ~lower ~intel ~quiet changes file output =
  Diagnostic.report
    (Diagnostic.catch (fun () ->
        let names = Operand.new_names () in
        let regions = Regions.create names in
        let reading = Reading_trusted.load ~regions ~names ~annotations:true file in
        let source = reading.source in
        let loops = List.exists (function Rule _ -> true | _ -> false) changes in
        let segments = Structure.of_source ~keep:true source in
        if loops then
          List.iter
            (fun (place, l) ->
              if Sections_trusted.is_code_label reading.sections l then
                Diagnostic.fail ~place "`%s' is in the code, and may be gone when its loops are changed" l)
            (Source.symbol_operands ~names source);
        let segments = if loops then Structure.raise_jumps segments else segments in
        let before = List.fold_left (fun n s -> match s with Structure.Code c -> n + List.length (Structure.instructions c) | _ -> n) 0 segments in
        let segments = List.fold_left (apply ~regions ~names) segments changes in
        let after = List.fold_left (fun n s -> match s with Structure.Code c -> n + List.length (Structure.instructions c) | _ -> n) 0 segments in
        let result = List.concat_map (function Structure.Edge s -> [ s ] | Code nodes -> Structure.statements nodes) segments in
        let result = if lower || (loops && not (Source.structured source)) then Lowering.lower result else result in
        let syntax = if intel then Print.Intel else Att in
        let annotations = Regions.declarations regions in
        Lowering.write ~annotations ~regions ~original:reading.object_ syntax names result output;
        if (not quiet) && output <> None then
          Printf.printf "%s: %d instructions, %d before\n" (Option.get output) after before;
        Premises.status_of_written ~names ~loops:(loops || reading.marked) file source))

let lower ~intel file output =
  Diagnostic.report
    (Diagnostic.catch (fun () ->
        let names = Operand.new_names () in
        let regions = Regions.create names in
        let reading = Reading_trusted.load ~regions ~names ~annotations:true file in
        let syntax = if intel then Print.Intel else Att in
        let flat = Lowering.lower reading.source in
        let annotations = Regions.declarations regions in
        Lowering.write ~annotations ~regions ~original:reading.object_ syntax names flat output;
        Premises.status_of_written ~names ~loops:reading.marked file reading.source))
