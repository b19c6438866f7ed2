(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Flat_code

let states ~meet ~same ~after ~behind_call ~entries code =
  let states = Hashtbl.create 64 and work = Queue.create () in
  let flow target s =
    let before = Hashtbl.find_opt states target in
    let met = match before with None -> s | Some t -> meet t s in
    if not (Option.fold ~none:false ~some:(same met) before) then begin
      Hashtbl.replace states target met;
      if target < Array.length code then Queue.add target work
    end
  in
  List.iter (fun (position, s) -> flow position s) entries;
  while not (Queue.is_empty work) do
    let k = Queue.pop work in
    let s = Hashtbl.find states k in
    match (code.(k).flat, code.(k).calls) with
    | FHalt, None -> ()
    | _, Some callee -> Option.iter (flow (k + 1)) (behind_call k callee s)
    | FInstr i, _ -> flow (k + 1) (after s i)
    | FJump _, _ -> flow code.(k).target s
    | FBranch _, _ -> flow code.(k).target s; flow (k + 1) s
  done;
  states
