(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
module Coq = Fairlead_lang_coq.Extracted
open Fairlead_lang_coq.Syntax
module States = Map.Make (Int)

type seen = Request of int | Mark of int
type step = { seen : seen; at : int option }
type given = { automaton : (Coq.trigger * int) list list; marks : int -> int option }

(* States, each with a way to it. *)
type ways = step list States.t

exception Wrong of { way : step list; state : int; step : step; unsure : bool }

let add a b : ways = States.union (fun _ way _ -> Some way) a b
let less (a : ways) (b : ways) : ways = States.filter (fun q _ -> not (States.mem q b)) a
let set (w : ways) = List.map fst (States.bindings w)

type context = { whose : int; entered : int; ends : ways; labels : (int, ways) Hashtbl.t }

let for_checker c : Coq.context =
  {
    whose = c.whose;
    entered = c.entered;
    ends = set c.ends;
    labelled = Hashtbl.fold (fun l w found -> (l, set w) :: found) c.labels [];
  }

(* Each state goes its own way, so what has been gone over is not gone over again: [waiting] are the states that have
   come to a label since. *)
let walked (program : program) given root ~arrives =
  let procs = Array.of_list program.procs in
  let automaton = Array.of_list given.automaton in
  let edges q = if q < Array.length automaton then automaton.(q) else [] in
  let known = Hashtbl.create 8 in
  let all = ref [] in
  let each (w : ways) f =
    States.fold
      (fun q way found ->
        let targets : ways = f q way in
        add found targets)
      w States.empty
  in
  let rec context whose entered =
    match Hashtbl.find_opt known (whose, entered) with
    | Some c -> c
    | None ->
        let labels = Hashtbl.create 8 and waiting = Hashtbl.create 8 in
        let ends = ref States.empty in
        let at table l = Option.value (Hashtbl.find_opt table l) ~default:States.empty in
        let arrive l w =
          let fresh = less w (at labels l) in
          if not (States.is_empty fresh) then (
            Hashtbl.replace labels l (add (at labels l) fresh);
            Hashtbl.replace waiting l (add (at waiting l) fresh))
        in
        let come l =
          let w = at waiting l in
          Hashtbl.remove waiting l;
          w
        in
        let line = ref None in
        let rec go c (w : ways) exits : ways =
          match c with
          | Skip | Resume _ -> w
          | Do (BLine n) -> (
              match given.marks n with
              | Some m ->
                  let step = { seen = Mark n; at = Some n } in
                  let target q = Option.map (fun q' -> [ q' ]) (Coq.edge_of (edges q) (Coq.Marks m)) in
                  each w (fun q way -> lead q way step (target q) ~unsure:false)
              | None ->
                  line := Some n;
                  w)
          | Do BTrap -> States.empty
          | Do _ -> w
          | Seq (a, b) ->
              let w = go a w exits in
              go b w exits
          | If (_, a, b) ->
              let first = go a w exits in
              add first (go b w exits)
          | Block c ->
              let left = ref States.empty in
              let w = go c w (left :: exits) in
              add w !left
          | Loop (l, c) ->
              arrive l w;
              let rec again () =
                let w = come l in
                if not (States.is_empty w) then (
                  arrive l (go c w exits);
                  again ())
              in
              if Hashtbl.mem waiting l then again () else ignore (go c States.empty exits);
              States.empty
          | Exit n ->
              let left = List.nth exits n in
              left := add !left w;
              States.empty
          | Label (l, c) ->
              arrive l w;
              go c (come l) exits
          | Goto l ->
              arrive l w;
              States.empty
          | Suspend (l, x) ->
              States.iter (fun q _ -> arrives whose l q) w;
              let step = { seen = Request (x : suspension).ask_effect; at = !line } in
              each w (fun q way ->
                  let unsure = List.exists (fun (t, _) -> Coq.surely x t <> Some false) (edges q) in
                  lead q way step (Coq.may_lead (edges q) x) ~unsure)
          | Call (l, x) ->
              States.iter (fun q _ -> arrives whose l q) w;
              each w (fun q way -> called x.callee q way)
          | Return ->
              ends := add !ends w;
              States.empty
        in
        let pass w =
          line := None;
          ends := add !ends (go procs.(whose).body w [])
        in
        pass (States.singleton entered []);
        while Hashtbl.length waiting > 0 do
          pass States.empty
        done;
        let c = { whose; entered; ends = !ends; labels } in
        Hashtbl.replace known (whose, entered) c;
        all := c :: !all;
        c
  and lead q way step targets ~unsure =
    match targets with
    | Some l -> States.of_seq (List.to_seq (List.map (fun q' -> (q', if q' = q then way else step :: way)) l))
    | None -> raise (Wrong { way; state = q; step; unsure })
  and called callee q way =
    match context callee q with
    | c -> States.map (fun inside -> inside @ way) c.ends
    | exception Wrong w -> raise (Wrong { w with way = w.way @ way })
  in
  ignore (context root 0);
  List.rev_map for_checker !all

let contexts program given root = walked program given root ~arrives:(fun _ _ _ -> ())

let waiting program given root =
  let found = ref [] in
  ignore (walked program given root ~arrives:(fun whose l q -> if whose = root then found := (l, q) :: !found));
  List.sort_uniq compare !found
