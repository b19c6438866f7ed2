(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model
open Structure

let step (path, skip) rule =
  { ed_path = List.map (fun (k, b) -> (Unary.of_int k, b)) path; ed_skip = Unary.of_int skip; ed_rule = rule }

let rec span = function Straight p :: l -> let a, b = span l in (p :: a, b) | l -> ([], l)
let instrs l = List.map (fun (p : Program.placed) -> p.instr) l
let straight l = List.map (fun p -> Straight p) l

let modifies_flag cc l =
  let flags = cc_flags cc in
  List.find_opt
    (fun (p : Program.placed) ->
      match describe p.instr with Some d -> List.exists (fun f -> List.mem (F f) (writes d)) flags | None -> false)
    l

(* Those of [a] that [b] has not, and those it has, as multisets. *)
let apart a b =
  let left = Hashtbl.create 16 in
  let count i = Option.value (Hashtbl.find_opt left i) ~default:0 in
  List.iter (fun i -> Hashtbl.replace left i (count i + 1)) (instrs b);
  List.partition
    (fun (p : Program.placed) ->
      let n = count p.instr in
      if n > 0 then (Hashtbl.replace left p.instr (n - 1); false) else true)
    a

let last_block nodes =
  let back = List.rev nodes in
  let b, rest = span back in
  (List.rev rest, List.rev b)

(* The first of [l] that are [wanted], and the others; [None] if some are missing. *)
let pick wanted l =
  let missing, _ = apart wanted l in
  if missing <> [] then None else let others, chosen = apart l wanted in Some (chosen, others)

let undo ~regions ~names clean fast =
  let steps = ref [] and exchanges = ref 0 in
  let add s = steps := s :: !steps in
  (* a block takes another order, if it must *)
  let reorder at before after =
    if instrs before <> instrs after then
      match Reordering.find ~regions ~names (Array.of_list before) (Array.of_list after) with
      | Ok (hints, n) -> exchanges := !exchanges + n; add (step at (Reordering.rule (List.length before) hints))
      | Error d -> raise (Diagnostic.Error d)
  in
  let keeps_flags cc moved =
    match modifies_flag cc moved with
    | Some p ->
        Diagnostic.fail ~place:p.place
          ~help:"an instruction that leaves flags alone, such as lea or mov, can"
          "this changes flags, and cannot move across the branch on condition %s, which reads them" (Mnemonic.condition_name cc)
    | None -> ()
  in
  let size l = List.length (instructions l) in
  let rec go path k clean fast =
    let c, crest = span clean and f, frest = span fast in
    match (crest, frest) with
    | If a :: cafter, If b :: fafter ->
        let sunk, kept = apart c f and hoisted, _ = apart f c in
        let grown = size b.yes + size b.no - size a.yes - size a.no in
        (* in front *)
        let c, yes, no =
          if sunk <> [] && hoisted = [] && grown > 0 then begin
            keeps_flags a.cc sunk;
            reorder (path, k) c (kept @ sunk);
            add (step (path, k + List.length kept) (IntoIf (Unary.of_int (List.length sunk))));
            (kept, straight sunk @ a.yes, straight sunk @ a.no)
          end
          else if hoisted <> [] && sunk = [] && grown < 0 then begin
            keeps_flags a.cc hoisted;
            let y, yrest = span a.yes and n, nrest = span a.no in
            match (pick hoisted y, pick hoisted n) with
            | Some (_, y'), Some (_, n') ->
                let at = k + List.length c in
                reorder (path @ [ (at, false) ], 0) y (hoisted @ y');
                reorder (path @ [ (at, true) ], 0) n (hoisted @ n');
                add (step (path, at) (OutOfIf (Unary.of_int (List.length hoisted))));
                (c @ hoisted, straight y' @ yrest, straight n' @ nrest)
            | _ -> (c, a.yes, a.no)
          end
          else (c, a.yes, a.no)
        in
        let at = k + List.length c in
        (* behind *)
        let ca, crest = span cafter and fa, _ = span fafter in
        let inward, stay = apart ca fa and outward, _ = apart fa ca in
        let grown = size b.yes + size b.no - size yes - size no in
        let yes, no, ca =
          if inward <> [] && outward = [] && grown > 0 then begin
            reorder (path, at + 1) ca (inward @ stay);
            add (step (path, at) (TailIntoIf (Unary.of_int (List.length inward))));
            (yes @ straight inward, no @ straight inward, stay)
          end
          else if outward <> [] && inward = [] && grown < 0 then
            let ybefore, y = last_block yes and nbefore, n = last_block no in
            match (pick outward y, pick outward n) with
            | Some (_, y'), Some (_, n') ->
                reorder (path @ [ (at, false) ], List.length ybefore) y (y' @ outward);
                reorder (path @ [ (at, true) ], List.length nbefore) n (n' @ outward);
                add (step (path, at) (TailOutOfIf (Unary.of_int (List.length outward))));
                (ybefore @ straight y', nbefore @ straight n', outward @ ca)
            | _ -> (yes, no, ca)
          else (yes, no, ca)
        in
        let byes, bno = if a.cc = b.cc then (b.yes, b.no) else (b.no, b.yes) in
        let yes = go (path @ [ (at, false) ]) 0 yes byes in
        let no = go (path @ [ (at, true) ]) 0 no bno in
        straight c @ (If { a with yes; no } :: go path (at + 1) (straight ca @ crest) fafter)
    | Loop a :: cafter, Loop b :: fafter ->
        let at = k + List.length c in
        let body = go (path @ [ (at, false) ]) 0 a.body b.body in
        let rest = go (path @ [ (at, true) ]) 0 a.rest b.rest in
        straight c @ (Loop { a with body; rest } :: go path (at + 1) cafter fafter)
    | _ -> clean
  in
  let clean = go [] 0 clean fast in
  (List.rev !steps, clean, !exchanges)
