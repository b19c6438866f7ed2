(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
module Coq = Fairlead_lang_coq.Extracted
module I = Program_info
open Order_planner

let p = Printf.sprintf

(* {2 As the checker takes it} *)

let given (info : I.t) (o : I.order) : given =
  let names = Hashtbl.create 8 in
  let number name =
    match Hashtbl.find_opt names name with
    | Some k -> k
    | None ->
        let k = Hashtbl.length names in
        Hashtbl.replace names name k;
        k
  in
  (* A request whose answer counts leads to a state between it and its answer. *)
  let between = ref [] in
  let edge (s : I.order_state) (e : I.order_edge) =
    match e.on with
    | Marked name -> Some (Coq.OnMark (number name), e.target)
    | Asked (i, c) -> (
        let alike = List.filter (fun (e' : I.order_edge) -> e'.on = e.on) s.edges in
        match List.find_opt (fun (e' : I.order_edge) -> e'.answer <> None) alike with
        | None -> Some (Coq.OnAsk (i, c), e.target)
        | Some _ when List.hd alike != e -> None
        | Some _ ->
            let answer tag =
              let fits (e' : I.order_edge) = e'.answer = Some tag || e'.answer = None in
              Option.map (fun (e' : I.order_edge) -> (Coq.OnAnswer tag, e'.target)) (List.find_opt fits alike)
            in
            let all = Option.value (Coq.cases_of (List.nth info.program.effs i).eff_result) ~default:0 in
            between := List.filter_map answer (List.init all Fun.id) :: !between;
            Some (Coq.OnAsk (i, c), Array.length o.states + List.length !between - 1))
  in
  let spoken = List.map (fun (s : I.order_state) -> List.filter_map (edge s) s.edges) (Array.to_list o.states) in
  let automaton = spoken @ List.rev !between in
  let at = Hashtbl.create 8 in
  List.iter (fun (n, name) -> Option.iter (Hashtbl.replace at n) (Hashtbl.find_opt names name)) info.marks;
  { automaton; marks = Hashtbl.find_opt at }

(* {2 What is said} *)

let answer_name (info : I.t) e tag =
  match (List.nth info.program.effs e).eff_result with
  | TUnion (t, _) -> info.types.(t).members.(tag)
  | _ -> if tag = 0 then "false" else "true"

let name (info : I.t) = function
  | Request e -> p "`%s`" (Written.name info.effects.(e).effect_name)
  | Answer (e, tag) -> p "`%s -> %s`" (Written.name info.effects.(e).effect_name) (answer_name info e tag)
  | Mark n -> p "mark `%s`" (List.assoc n info.marks)

let where (info : I.t) step =
  match step.at with
  | None -> ""
  | Some n -> p " (%s:%d)" (Filename.basename info.positions.(n).file) info.positions.(n).line

let longest = 12

let way_text info way =
  match List.rev way with
  | [] -> "nothing that changes the state comes before"
  | l ->
      let n = List.length l in
      let shown = List.filteri (fun i _ -> i >= n - longest) l in
      p "the way there: %s%s" (if n > longest then "..., " else "")
        (String.concat ", " (List.map (fun s -> name info s.seen ^ where info s) shown))

let unknown_marks find (info : I.t) (o : I.order) =
  let all = List.map snd info.marks in
  let edge (e : I.order_edge) =
    match e.on with
    | Marked m when not (List.mem m all) ->
        Some
          (Diagnostic.make (Place_end.of_name find e.edge_at) "there is no mark `%s`" m
             ~help:(Diagnostic.did_you_mean m all ~otherwise:(p "set it where it belongs: mark %s;" m)))
    | _ -> None
  in
  List.concat_map (fun (s : I.order_state) -> List.filter_map edge s.edges) (Array.to_list o.states)

let of_procedure find (info : I.t) i (o : I.order) =
  let q = info.procedures.(i) in
  let self = Written.name q.proc_name in
  match unknown_marks find info o with
  | _ :: _ as l -> l
  | [] -> (
      let given = given info o in
      match contexts info.program given i with
      | exception Wrong w ->
          let s = o.states.(w.state) in
          let at = match w.step.at with Some n -> info.positions.(n) | None -> q.proc_name.defined_at in
          let loc = Place_end.of_statement find at in
          let how = if w.unsure then " with a case that is not written there" else "" in
          let verb = match w.step.seen with Request _ | Answer _ -> "asks" | Mark _ -> "passes" in
          let way = way_text info w.way in
          [ Diagnostic.make loc "out of order: `%s` %s %s%s in state `%s`" self verb (name info w.step.seen) how
              s.state_name
              ~also:(Place_end.of_name find s.state_at, p "this state of its order has no edge for that; %s" way)
              ~help:"ask it later or earlier, or say in the order that it may come there, and where that leads" ]
      | found ->
          if Coq.check_order info.program given.automaton given.marks found i then []
          else
            [ Diagnostic.make (Place_end.of_name find q.proc_name.defined_at)
                "internal error: the verified checker refuses the order of `%s`" self
                ~help:"this is a bug in fairlead's front end, please report it" ])

let mistakes find (info : I.t) =
  let one i (q : I.procedure) = Option.fold q.order ~none:[] ~some:(of_procedure find info i) in
  List.concat (Array.to_list (Array.mapi one info.procedures))

let accepted info = mistakes (fun _ -> None) info = []
