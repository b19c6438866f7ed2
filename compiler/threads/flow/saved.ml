(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Ir

module Nodes = struct
  (* The sets of most variables are small, and in one place. *)
  let page = 4096

  type t = int array  (* with repetitions *)
  type union = Bytes.t array ref

  let of_list = Array.of_list
  let empty () = ref [||]
  let has u i =
    let p = i / page in
    p < Array.length !u && Bytes.length !u.(p) > 0
    && Bytes.get_uint8 !u.(p) (i mod page / 8) land (1 lsl (i mod 8)) <> 0

  let disjoint u s = not (Array.exists (has u) s)

  let add u s =
    let one i =
      let p = i / page in
      if p >= Array.length !u then u := Array.append !u (Array.make (p + 1 - Array.length !u) Bytes.empty);
      if Bytes.length !u.(p) = 0 then !u.(p) <- Bytes.make (page / 8) '\000';
      let at = i mod page / 8 in
      Bytes.set_uint8 !u.(p) at (Bytes.get_uint8 !u.(p) at lor (1 lsl (i mod 8)))
    in
    Array.iter one s
end

type t = { live : var list array; calls : call option array; saved : (var * Nodes.t) list }

(* By variable, the nodes that have it in this list, and the variables in the order in which they come. *)
let mentions nodes of_node =
  let table = Hashtbl.create 97 and order = ref [] in
  Array.iteri
    (fun i n ->
      List.iter
        (fun v ->
          match Hashtbl.find_opt table v.key with
          | Some l -> l := i :: !l
          | None -> Hashtbl.add table v.key (ref [ i ]); order := v :: !order)
        (of_node n))
    nodes;
  ((fun v -> match Hashtbl.find_opt table v.key with Some l -> !l | None -> []), !order)

let of_function ?(in_frame = []) (f : func) =
  let wanted = Hashtbl.create 17 in
  List.iter (fun v -> Hashtbl.replace wanted v.key ()) in_frame;
  let asked v = v.role = Parameter || Hashtbl.mem wanted v.key in
  let graph = Graph.of_function f in
  let nodes = graph.nodes in
  let count = Array.length nodes in
  let readers, read = mentions nodes (fun (n : Graph.node) -> n.reads) in
  let writers, _ = mentions nodes (fun (n : Graph.node) -> n.writes) in
  let calls = Array.map (fun i -> nodes.(i).Graph.suspension) graph.labels in
  let label_of = Hashtbl.create 97 in
  Array.iteri (fun label node -> Hashtbl.replace label_of node label) graph.labels;
  let live = Array.make (Array.length graph.labels) [] in
  let across = Hashtbl.create 17 in
  let seen = Array.make count 0 in
  (* One variable after the other, backwards from where it is read: functions have many variables, and most live for a
     few nodes. *)
  List.iteri
    (fun round v ->
      let stamp = round + 1 in
      let recorded = Hashtbl.create 17 and beside = ref [] and waits = ref false in
      let work = Stack.create () in
      let record i ~call =
        match Hashtbl.find_opt label_of i with
        | Some label when (calls.(label) <> None) = call && not (Hashtbl.mem recorded label) ->
            Hashtbl.add recorded label ();
            if call then waits := true;
            live.(label) <- v :: live.(label)
        | _ -> ()
      in
      let live_in i = if seen.(i) <> stamp then (seen.(i) <- stamp; record i ~call:false; Stack.push i work) in
      List.iter live_in (readers v);
      while not (Stack.is_empty work) do
        let i = Stack.pop work in
        beside := i :: nodes.(i).before @ !beside;
        List.iter
          (fun b ->
            record b ~call:true;
            if not (List.exists (fun w -> w.key = v.key) nodes.(b).writes) then live_in b)
          nodes.(i).before
      done;
      if !waits || asked v then Hashtbl.replace across v.key !beside)
    read;
  let saved v =
    match Hashtbl.find_opt across v.key with
    | None when not (asked v) -> None
    | beside ->
        let at_entry = if v.role = Parameter then [ 0 ] else [] in
        Some (v, Nodes.of_list (at_entry @ writers v @ Option.value beside ~default:[]))
  in
  { live; calls; saved = List.filter_map saved f.variables }
