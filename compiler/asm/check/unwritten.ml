(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Asm_model

let by_calls (code : Flat_code.line array) =
  let rec reached seen = function
    | [] -> seen
    | target :: rest when List.mem_assoc target seen -> reached seen rest
    | target :: rest ->
        let lines = List.filter (fun k -> k < Array.length code) (Flat_code.reachable code [ target ]) in
        let inner k = match code.(k).calls with Some (In_file t) -> Some t | _ -> None in
        reached ((target, lines) :: seen) (List.filter_map inner lines @ rest)
  in
  let written (line : Flat_code.line) r =
    match (line.flat, line.calls) with
    | FInstr i, _ ->
        let is_r = function OLoc l | OConst (l, _) -> l = G r | OMem _ -> false in
        Option.fold ~none:true ~some:(fun d -> List.exists is_r d.d_out) (describe i)
    | FHalt, Some (Elsewhere _) -> not (List.mem r line.keeps)
    | _ -> false
  in
  let general = List.filter_map (function G r when r <> RSP -> Some r | _ -> None) Locations.all in
  fun k ->
    match code.(k).calls with
    | Some (In_file target) ->
        let lines = List.concat_map snd (reached [] [ target ]) in
        List.filter (fun r -> not (List.exists (fun k -> written code.(k) r) lines)) general
    | _ -> code.(k).keeps
