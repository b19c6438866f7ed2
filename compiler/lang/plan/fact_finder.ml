(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
module Coq = Fairlead_lang_coq.Extracted
open Fairlead_lang_coq.Syntax
module I = Program_info

(* A statement that occurs twice is one entry: what is known at both. *)
let collect (program : program) =
  let entries = Hashtbl.create 997 in
  let silent p = match List.nth_opt program.procs p with Some pr -> not pr.suspends | None -> false in
  List.iteri
    (fun p (pr : proc) ->
      let accept visit facts =
        let known =
          match Hashtbl.find_opt entries (p, visit) with
          | None -> facts
          | Some others -> List.filter (fun f -> List.exists (Coq.lin_eqb f) others) facts
        in
        (* checks of what is asked stay, whatever is known *)
        (match visit with Coq.VAsk _ -> () | _ -> Hashtbl.replace entries (p, visit) known);
        true
      in
      ignore (Coq.flow silent (Coq.declared pr) false accept pr.body Coq.nothing []))
    program.procs;
  entries

let lookup entries p visit = Option.value ~default:[] (Hashtbl.find_opt entries (p, visit))

let table (info : I.t) =
  let facts = lookup (collect info.program) in
  if Coq.check_facts info.program facts then Some facts else None

let listed (info : I.t) =
  let entries = collect info.program in
  if not (Coq.check_facts info.program (lookup entries)) then None
  else
    let of_procedure i =
      let known = Hashtbl.fold (fun (p, visit) facts l -> if p = i && facts <> [] then (visit, facts) :: l else l) entries [] in
      (* in an order of their own: a table's changes with how it is hashed *)
      List.sort (fun (v, _) (w, _) -> compare v w) known
    in
    Some (List.mapi (fun i _ -> of_procedure i) info.program.procs)
