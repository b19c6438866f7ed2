(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Ir

type suspension = { number : int; call : call; live : var list; kept : var list }
type t = { graph : Graph.t; suspensions : suspension list; saved : var list }

(* For each node the variables that are live behind it, for suspensions only. One variable after the other,
  backwards from where it is read: functions have
   many variables, and most live for a few nodes. *)
let live_behind (graph : Graph.t) =
  let readers = Hashtbl.create 97 and seen = Array.make (Array.length graph) 0 and behind = Hashtbl.create 97 in
  let order = ref [] in
  Array.iteri
    (fun i (n : Graph.node) ->
      List.iter
        (fun v ->
          match Hashtbl.find_opt readers v.key with
          | Some l -> l := i :: !l
          | None -> Hashtbl.add readers v.key (ref [ i ]); order := v :: !order)
        n.reads)
    graph;
  let stamp = ref 0 in
  List.iter
    (fun v ->
      incr stamp;
      let recorded = Hashtbl.create 17 in
      let work = Stack.create () in
      let live_in i = if seen.(i) <> !stamp then (seen.(i) <- !stamp; Stack.push i work) in
      List.iter live_in !(Hashtbl.find readers v.key);
      while not (Stack.is_empty work) do
        let i = Stack.pop work in
        List.iter
          (fun b ->
            let n = graph.(b) in
            if n.suspension <> None && not (Hashtbl.mem recorded b) then (
              Hashtbl.add recorded b ();
              Hashtbl.replace behind b (v :: Option.value (Hashtbl.find_opt behind b) ~default:[]));
            if not (List.exists (fun w -> w.key = v.key) n.writes) then live_in b)
          graph.(i).before
      done)
    !order;
  behind

let of_function (f : func) =
  let graph = Graph.of_function f in
  let behind = live_behind graph in
  let fixed = List.filter (fun v -> v.fixed) f.variables in
  let suspensions = ref [] and number = ref 0 and needed = Hashtbl.create 97 in
  Array.iteri
    (fun i (n : Graph.node) ->
      match n.suspension with
      | None -> ()
      | Some call ->
          incr number;
          let live = List.filter (fun v -> not v.fixed) (Option.value (Hashtbl.find_opt behind i) ~default:[]) in
          let kept = List.filter (fun v -> fst v.scope <= call.from && call.from < snd v.scope) fixed in
          List.iter (fun v -> Hashtbl.replace needed v.key ()) (live @ kept);
          suspensions := { number = !number; call; live; kept } :: !suspensions)
    graph;
  let saved = List.filter (fun v -> v.role = Parameter || Hashtbl.mem needed v.key) f.variables in
  { graph; suspensions = List.rev !suspensions; saved }
