(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax
open Fairlead_lang
module Info = Program_info

let p = Printf.sprintf

let trigger (info : Info.t) : Info.order_trigger -> string = function
  | Marked m -> "mark " ^ m
  | Asked (e, None) -> Written.name info.effects.(e).effect_name
  | Asked (e, Some (i, tag)) -> (
      let name = Written.name info.effects.(e).effect_name in
      match List.nth (List.nth info.program.effs e).eff_args i with
      | TUnion (t, _) -> p "%s(%s)" name info.types.(t).members.(tag)
      | _ -> name)

let edge_text (info : Info.t) (e : Info.order_edge) =
  match (e.on, e.answer) with
  | Asked (i, _), Some tag -> p "%s -> %s" (trigger info e.on) (Fairlead_lang.Order.answer_name info i tag)
  | _ -> trigger info e.on

let lines l = String.concat "\\n" l

let automaton (info : Info.t) i =
  match info.procedures.(i).order with
  | None -> ""
  | Some o ->
      let state q (s : Info.order_state) =
        let leads_to q' =
          let there (e : Info.order_edge) = if e.target = q' then Some (edge_text info e) else None in
          List.filter_map there s.edges
        in
        let stays = match leads_to q with [] -> "" | l -> "\\n\\n" ^ lines l in
        let edge q' =
          match leads_to q' with
          | l when q' <> q && l <> [] -> p "    order_%d -> order_%d [label=\"%s\"];\n" q q' (lines l)
          | _ -> ""
        in
        let first = if q = 0 then ", style=bold" else "" in
        p "    order_%d [label=\"%s%s\", shape=box%s];\n" q s.state_name stays first
        ^ String.concat "" (List.init (Array.length o.states) edge)
      in
      let head = "label=\"its order, from the bold state on\"; color=gray; edge [fontname=\"sans\", fontsize=10];" in
      p "  subgraph cluster_order {\n    %s\n%s  }\n" head
        (String.concat "" (Array.to_list (Array.mapi state o.states)))

let states (info : Info.t) i =
  match info.procedures.(i).order with
  | None -> fun _ -> []
  | Some o ->
      let found = Order_planner.waiting info.program (Order.given info o) i in
      fun label -> List.filter_map (fun (l, q) -> if l = label then Some o.states.(q).state_name else None) found
