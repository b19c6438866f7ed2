(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model

let by_calls (code : Flat_code.line array) =
  let general = List.filter_map (function G r when r <> RSP -> Some r | _ -> None) Locations.all in
  let writes r (line : Flat_code.line) =
    let is_r = function OLoc l | OConst (l, _) -> l = G r | OMem _ -> false in
    match line.flat with
    | FInstr i -> Option.fold ~none:true ~some:(fun d -> List.exists is_r d.d_out) (describe i)
    | _ -> (match line.calls with Some (Elsewhere _) -> not (List.mem r line.keeps) | _ -> false)
  in
  let once f = let known = Hashtbl.create 16 in fun x ->
    if not (Hashtbl.mem known x) then Hashtbl.replace known x (f x);
    Hashtbl.find known x
  in
  let of_code = once @@ fun target ->
    let there = List.map (Array.get code) (Flat_code.reachable code [ target ]) in
    let inner (line : Flat_code.line) = match line.calls with Some (In_file t) -> Some t | _ -> None in
    (List.filter (fun r -> List.exists (writes r) there) general, List.filter_map inner there)
  in
  let rec strike seen left target =
    let written, inner = of_code target and again = Hashtbl.mem seen target in
    Hashtbl.replace seen target ();
    if again then left else List.fold_left (strike seen) (List.filter (fun r -> not (List.mem r written)) left) inner
  in
  let kept = once (fun t -> strike (Hashtbl.create 16) general t) in
  fun k -> match code.(k).calls with Some (In_file t) -> kept t | _ -> code.(k).keeps
