(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Ir

type t = { live : var list array; calls : call option array; saved : var list }

(* For each label the variables that are live there: behind it if it is a call. One variable after the other,
  backwards from where it is read: functions have many variables, and most live for a few nodes. *)
let live_at (graph : Graph.t) =
  let nodes = graph.nodes in
  let readers = Hashtbl.create 97 and seen = Array.make (Array.length nodes) 0 in
  let label_of = Hashtbl.create 97 and live = Array.make (Array.length graph.labels) [] in
  Array.iteri (fun label node -> Hashtbl.replace label_of node label) graph.labels;
  let order = ref [] in
  Array.iteri
    (fun i (n : Graph.node) ->
      List.iter
        (fun v ->
          match Hashtbl.find_opt readers v.key with
          | Some l -> l := i :: !l
          | None -> let l = ref [ i ] in Hashtbl.add readers v.key l; order := (v, l) :: !order)
        n.reads)
    nodes;
  List.iteri
    (fun round (v, reads) ->
      let stamp = round + 1 in
      let recorded = Hashtbl.create 17 in
      let work = Stack.create () in
      let record i ~call =
        match Hashtbl.find_opt label_of i with
        | Some label when (nodes.(i).suspension <> None) = call && not (Hashtbl.mem recorded label) ->
            Hashtbl.add recorded label ();
            live.(label) <- v :: live.(label)
        | _ -> ()
      in
      let live_in i = if seen.(i) <> stamp then (seen.(i) <- stamp; record i ~call:false; Stack.push i work) in
      List.iter live_in !reads;
      while not (Stack.is_empty work) do
        let i = Stack.pop work in
        List.iter
          (fun b ->
            record b ~call:true;
            if not (List.exists (fun w -> w.key = v.key) nodes.(b).writes) then live_in b)
          nodes.(i).before
      done)
    !order;
  live

let of_function (f : func) =
  let graph = Graph.of_function f in
  let live = live_at graph in
  let calls = Array.map (fun i -> graph.nodes.(i).suspension) graph.labels in
  let needed = Hashtbl.create 97 in
  Array.iteri (fun l c -> if c <> None then List.iter (fun v -> Hashtbl.replace needed v.key ()) live.(l)) calls;
  let saved = List.filter (fun v -> v.role = Parameter || Hashtbl.mem needed v.key) f.variables in
  { live; calls; saved }
