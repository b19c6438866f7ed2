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
        Hashtbl.replace entries (p, visit) known;
        true
      in
      ignore (Coq.flow silent pr accept pr.body Coq.nothing []))
    program.procs;
  entries

let table (info : I.t) =
  let entries = collect info.program in
  let facts p visit = Option.value ~default:[] (Hashtbl.find_opt entries (p, visit)) in
  if Coq.check_facts info.program facts then Some facts else None
