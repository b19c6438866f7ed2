(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* Is the verified checker of orders told anything that it need not know? What the planner finds for a program is the
   least that is right: with one state less, where a call ends or at a label, with a case more that is known at a label,
   or with one call less, it must be refused. So must an order be that has one edge less, if that is needed. *)
open Fairlead_lang
module Coq = Fairlead_lang_coq.Extracted

let without i l = List.filteri (fun j _ -> j <> i) l
let replaced i x l = List.mapi (fun j y -> if j = i then x else y) l
let one_less l = List.mapi (fun i _ -> without i l) l

(* With more known in one of the states: which case a variable is that is looked at. *)
let one_surer watched spots =
  let surer i (q, known) =
    List.concat_map
      (fun x ->
        if List.mem_assoc x known then []
        else List.map (fun case -> replaced i (q, (x, case) :: known) spots) [ 0; 1 ])
      watched
  in
  List.concat (List.mapi surer spots)

(* What is damaged, and what it is then. *)
let damaged (l : Coq.context list) =
  let of_context i (c : Coq.context) =
    let less what c = (Printf.sprintf "%s of %d in state %d" what c.Coq.whose c.entered, replaced i c l) in
    let ends = List.map (fun ends -> less "an end" { c with Coq.ends }) (one_less c.ends) in
    let at_label j states = { c with Coq.labelled = replaced j states c.Coq.labelled } in
    let labels =
      List.concat
        (List.mapi
           (fun j (label, states) ->
             List.map
               (fun states -> less "a state at a label" (at_label j (label, states)))
               (one_less states)
             @ List.map
                 (fun states -> less "doubts at a label" (at_label j (label, states)))
                 (one_surer c.watched states))
           c.labelled)
    in
    ((Printf.sprintf "all of %d in state %d" c.whose c.entered, without i l) :: ends) @ labels
  in
  List.concat (List.mapi of_context l)

let check (info : Program_info.t) i (o : Program_info.order) =
  let given = Order.given info o in
  let found = Order_planner.contexts info.program given i in
  let accepted l = Coq.check_order info.program given.automaton given.marks l i in
  if not (accepted found) then (Printf.printf "what is found for %d is refused\n" i; exit 1);
  List.iter (fun (what, l) -> if accepted l then (Printf.printf "accepted without %s\n" what; exit 1)) (damaged found);
  (* An edge less: where the planner misses it, the checker does. *)
  let missed =
    List.concat
      (List.mapi
         (fun q edges -> List.map (fun edges -> replaced q edges given.automaton) (one_less edges))
         given.automaton)
  in
  let misses automaton =
    match Order_planner.contexts info.program { given with automaton } i with
    | _ -> false
    | exception Order_planner.Wrong _ -> true
  in
  let missed = List.filter misses missed in
  let goes_on automaton = Coq.check_order info.program automaton given.marks found i in
  if List.exists goes_on missed then (print_endline "accepted without an edge that is needed"; exit 1);
  List.length (damaged found) + List.length missed

let () =
  let refused = ref 0 in
  for k = 1 to Array.length Sys.argv - 1 do
    match Load.program Sys.argv.(k) with
    | Error f -> print_string (Load.text f); exit 1
    | Ok info ->
        Array.iteri
          (fun i (q : Program_info.procedure) ->
            Option.iter (fun o -> refused := !refused + check info i o) q.order)
          info.procedures
  done;
  Printf.printf "%d refused\n" !refused;
  if !refused < 20 then exit 1
