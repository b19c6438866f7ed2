(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Program

type t = Blocks | Blocks_apart of string | Structured

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
  | Call x, Call y -> same_label x y
  | Ret, Ret -> true
  (* their arguments: see Outside_trusted *)
  | Directive (d, x), Directive (e, y) ->
      d = e || (Directives_trusted.kind (d, x) = Landing && Directives_trusted.kind (e, y) = Landing)
  | _ -> false

let edges source = List.filter_map (function At s -> Some s | Block _ -> None) (Program.blocks source)

let mismatch clean fast =
  let same_label = renaming () in
  let show = function [] -> "the end of the file" | (s : Source.statement) :: _ -> Program.describe (At s) in
  let rec go clean fast =
    match (clean, fast) with
    | [], [] -> None
    | a :: cs, b :: fs when same_edge same_label a b -> go cs fs
    | c, f ->
        let place = function [] -> None | (s : Source.statement) :: _ -> Some s.place in
        let notes = match place c with Some p when f <> [] -> [ (Some p, "the clean code is here") ] | _ -> [] in
        Some
          (Diagnostic.make ?place:(match place f with Some p -> Some p | None -> place c) ~notes
             ~help:"labels, jumps, calls and data must be the same in both, in the same order (labels may be renamed)"
             (Printf.sprintf "the fast code has %s where the clean code has %s" (show f) (show c)))
  in
  go (edges clean) (edges fast)

let same_instructions clean fast =
  let blocks source =
    let rec go = function
      | Block b :: At s :: rest -> (Array.to_list (Array.map (fun p -> p.instr) b), Some s) :: go rest
      | [ Block b ] -> [ (Array.to_list (Array.map (fun p -> p.instr) b), None) ]
      | At s :: rest -> ([], Some s) :: go rest
      | Block _ :: rest -> go rest
      | [] -> []
    in
    List.map (fun (b, _) -> List.sort compare b) (go (Program.blocks source))
  in
  blocks clean = blocks fast

let classify ~method_ ~live clean fast =
  let has_jumps = List.exists (fun (s : Source.statement) -> match s.kind with Jump _ -> true | _ -> false) in
  if Source.structured clean || Source.structured fast || Structure.by fast <> [] then Structured
  else
    let jumps = has_jumps clean || has_jumps fast in
    match mismatch clean fast with
    | Some _ when jumps -> Structured
    | Some d -> raise (Diagnostic.Error d)
    (* loops that were rotated, instructions that crossed the ends of conditionals: the jumps are the same, the blocks
       are not *)
    | None when method_ = Script.Reordering && jumps && not (same_instructions clean fast) -> Structured
    | None -> (
        match List.find_map Fun.id [ Premises.jumps_out clean; Premises.apart_at_calls ~live clean ] with
        | Some why -> Blocks_apart why
        | None -> Blocks)
