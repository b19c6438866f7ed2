(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax
module Info = Fairlead_lang.Program_info

type state =
  | Start
  | Asks of { label : int; effect : int }
  | Calls of { label : int; callee : int }
  | Passes of { line : int; mark : string }
  | Done

type edge = { source : state; target : state }
type t = { states : state list; edges : edge list; line_of : int -> int option; at_of : int -> int }

(* A node of the control-flow graph: what follows it, and whether control rests there. *)
type node = { mutable follows : int list; rests : state option }

let of_procedure (info : Info.t) p =
  let program = info.program in
  let procs = Array.of_list program.procs in
  let nodes = ref [] and count = ref 0 in
  let add ?rests follows =
    let n = { follows; rests } in
    nodes := n :: !nodes;
    incr count;
    (!count - 1, n)
  in
  let node ?rests follows = fst (add ?rests follows) in
  let targets : (int, int * node) Hashtbl.t = Hashtbl.create 16 in
  let target l =
    match Hashtbl.find_opt targets l with
    | Some t -> t
    | None ->
        let t = add [] in
        Hashtbl.add targets l t;
        t
  in
  let lines : (int, int) Hashtbl.t = Hashtbl.create 16 in
  let numbers : (int, int) Hashtbl.t = Hashtbl.create 16 in
  let line = ref None in
  let mark label =
    Hashtbl.replace numbers label (2 + Hashtbl.length numbers);
    Option.iter (Hashtbl.replace lines label) !line
  in
  let done_node = node ~rests:Done [] in
  (* [next]: where control goes after [c]; [exits]: after the enclosing blocks. Commands are visited in
     order of appearance, so that [line] is right; hence the forward placeholder in [Seq]. *)
  let rec enter c ~next ~exits =
    match c with
    | Skip | Resume _ -> next
    | Do (BLine n) -> (
        line := Some n;
        match List.assoc_opt n info.marks with
        | Some mark -> node ~rests:(Passes { line = n; mark }) [ next ]
        | None -> next)
    | Do BTrap -> node []
    | Do _ -> next
    | Seq (c1, c2) ->
        let middle, hole = add [] in
        let first = enter c1 ~next:middle ~exits in
        hole.follows <- [ enter c2 ~next ~exits ];
        first
    | If (_, c1, c2) ->
        let a = enter c1 ~next ~exits in
        let b = enter c2 ~next ~exits in
        node [ a; b ]
    | Block c -> enter c ~next ~exits:(next :: exits)
    | Loop (_, c) ->
        let head, hole = add [] in
        hole.follows <- [ enter c ~next:head ~exits ];
        head
    | Exit n -> ( match List.nth_opt exits n with Some e -> e | None -> node [])
    | Label (l, c) ->
        let entry, hole = target l in
        hole.follows <- [ enter c ~next ~exits ];
        entry
    | Goto l -> fst (target l)
    | Suspend (label, s) ->
        mark label;
        node ~rests:(Asks { label; effect = s.ask_effect }) [ next ]
    | Call (label, x) ->
        if procs.(x.callee).suspends then begin
          mark label;
          node ~rests:(Calls { label; callee = x.callee }) [ next ]
        end
        else next
    | Return -> done_node
  in
  let body = enter procs.(p).body ~next:done_node ~exits:[] in
  let start = node ~rests:Start [ body ] in
  let nodes = Array.of_list (List.rev !nodes) in
  (* The resting nodes that can be the next one after [i]. *)
  let next_rests i =
    let seen = Hashtbl.create 16 in
    let rec go found = function
      | [] -> List.rev found
      | j :: rest when Hashtbl.mem seen j -> go found rest
      | j :: rest -> (
          Hashtbl.add seen j ();
          match nodes.(j).rests with
          | Some _ -> go (j :: found) rest
          | None -> go found (nodes.(j).follows @ rest))
    in
    go [] nodes.(i).follows
  in
  let state_of i = match nodes.(i).rests with Some s -> s | None -> assert false in
  let rec reach seen edges states = function
    | [] -> (List.rev states, List.rev edges)
    | i :: rest when Hashtbl.mem seen i -> reach seen edges states rest
    | i :: rest ->
        Hashtbl.add seen i ();
        let next = next_rests i in
        let here = List.map (fun j -> { source = state_of i; target = state_of j }) next in
        reach seen (List.rev_append here edges) (state_of i :: states) (rest @ next)
  in
  let states, edges = reach (Hashtbl.create 16) [] [] [ start ] in
  let at_of label = Option.value (Hashtbl.find_opt numbers label) ~default:0 in
  { states; edges; line_of = Hashtbl.find_opt lines; at_of }

(* States that go on alike, and where to: drawn as edges to one point, and from it. *)
let junctions g =
  let next s = List.sort_uniq compare (List.filter_map (fun e -> if e.source = s && e.target <> Done then Some e.target else None) g.edges) in
  let groups = Hashtbl.create 16 in
  List.iter
    (fun s -> if s <> Done then Hashtbl.replace groups (next s) (s :: Option.value ~default:[] (Hashtbl.find_opt groups (next s))))
    g.states;
  let in_order = List.sort_uniq compare (List.map next (List.filter (( <> ) Done) g.states)) in
  List.map (fun targets -> (List.rev (Hashtbl.find groups targets), targets)) in_order

let to_dot (info : Info.t) p g =
  let b = Buffer.create 1024 in
  let name = info.procedures.(p).proc_name.base in
  let id = function
    | Start -> "start"
    | Asks { label; _ } | Calls { label; _ } -> Printf.sprintf "at_%d" (g.at_of label)
    | Passes { line; _ } -> Printf.sprintf "mark_%d" line
    | Done -> "done"
  in
  let wish = function
    | Asks { effect; _ } -> Fairlead_lang.Written.name info.effects.(effect).effect_name
    | Calls { callee; _ } -> "call " ^ Fairlead_lang.Written.name info.procedures.(callee).proc_name
    | Start | Passes _ | Done -> ""
  in
  let in_states = Order_picture.states info p in
  let what state =
    match state with
    | Start -> "start"
    | Done -> "done"
    | Asks { label; _ } | Calls { label; _ } -> (
        let waits = Printf.sprintf "%d: %s" (g.at_of label) (wish state) in
        let there = match in_states label with [] -> "" | l -> "\\nin " ^ String.concat ", " l in
        match g.line_of label with
        | Some n -> Printf.sprintf "%s\\nline %d%s" waits info.positions.(n).line there
        | None -> waits ^ there)
    | Passes { line; mark } -> Printf.sprintf "mark %s\\nline %d" mark info.positions.(line).line
  in
  let shape = function
    | Start -> "circle"
    | Done -> "doublecircle"
    | Asks _ -> "box, style=rounded"
    | Calls _ -> "box, style=\"rounded,dashed\""
    | Passes _ -> "plaintext"
  in
  let ends s =
    let rec beyond seen s =
      let passed = function Passes _ as m -> (not (List.mem m seen)) && beyond (m :: seen) m | s -> s = Done in
      List.exists (fun e -> e.source = s && passed e.target) g.edges
    in
    match s with Passes _ -> false | _ -> beyond [] s
  in
  let note = if List.exists ends g.states then "\\na double border: it may end there" else "" in
  let edge from_ to_ more = Printf.bprintf b "  %s -> %s%s;\n" from_ to_ more in
  let junction i (sources, targets) =
    let k = List.length sources and m = List.length targets in
    if k * m > k + m then (
      let point = Printf.sprintf "next_%d" i in
      Printf.bprintf b "  %s [shape=point, width=0.08];\n" point;
      List.iter (fun s -> edge (id s) point " [arrowsize=0.6]") sources;
      List.iter (fun s -> edge point (id s) "") targets)
    else List.iter (fun s -> List.iter (fun s' -> edge (id s) (id s') "") targets) sources
  in
  Printf.bprintf b "digraph \"%s\" {\n  rankdir=TB;\n  label=\"coroutine %s%s\"; labelloc=t; fontname=\"sans\"; fontsize=12;\n" name name note;
  Buffer.add_string b "  node [fontname=\"sans\", fontsize=11];\n";
  List.iter
    (fun s -> if s <> Done then Printf.bprintf b "  %s [label=\"%s\", shape=%s%s];\n" (id s) (what s) (shape s) (if ends s then ", peripheries=2" else ""))
    g.states;
  List.iteri junction (junctions g);
  Buffer.add_string b (Order_picture.automaton info p);
  Buffer.add_string b "}\n";
  Buffer.contents b
