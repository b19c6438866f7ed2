(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Flat_code

module Work = Set.Make (Int)

(* In the order of the code: of several ways to one place most have come before it is looked at. *)
let states ~meet ~same ~after ~behind_call ~entries code =
  let states = Hashtbl.create 64 and work = ref Work.empty in
  let flow target s =
    let before = Hashtbl.find_opt states target in
    let met = match before with None -> s | Some t -> meet t s in
    if not (Option.fold ~none:false ~some:(same met) before) then begin
      Hashtbl.replace states target met;
      if target < Array.length code then work := Work.add target !work
    end
  in
  List.iter (fun (position, s) -> flow position s) entries;
  while not (Work.is_empty !work) do
    let k = Work.min_elt !work in
    work := Work.remove k !work;
    let s = Hashtbl.find states k in
    match (code.(k).flat, code.(k).calls) with
    | FHalt, None -> ()
    | _, Some callee -> Option.iter (flow (k + 1)) (behind_call k callee s)
    | FInstr i, _ -> flow (k + 1) (after s i)
    | FJump _, _ -> flow code.(k).target s
    | FBranch _, _ -> flow code.(k).target s; flow (k + 1) s
  done;
  states
