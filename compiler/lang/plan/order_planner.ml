(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
module Coq = Fairlead_lang_coq.Extracted
open Fairlead_lang_coq.Syntax

module Spots = Map.Make (struct
  type t = Coq.spot

  let compare (q, (k : Coq.knowledge)) (q', k') =
    match Int.compare q q' with 0 when k == k' -> 0 | 0 -> compare k k' | order -> order
end)

type seen = Request of int | Answer of int * int | Mark of int
type step = { seen : seen; at : int option }
type given = { automaton : (Coq.trigger * int) list list; marks : int -> int option }

(* Spots, each with a way to it. *)
type ways = step list Spots.t

exception Wrong of { way : step list; state : int; step : step; unsure : bool }

let add a b : ways = Spots.union (fun _ way _ -> Some way) a b
let map f (w : ways) : ways = Spots.fold (fun spot way found -> Spots.add (f spot) way found) w Spots.empty

(* Those of the first that say more than all of the second. *)
let less (a : ways) (b : ways) : ways =
  let covered spot =
    Spots.mem spot b
    || match spot with q, _ :: _ -> Spots.mem (q, []) b || Spots.exists (fun s _ -> Coq.covers spot s) b | _ -> false
  in
  Spots.filter (fun spot _ -> not (covered spot)) a

(* The same without those that others make needless. *)
let least (w : ways) =
  let rec go kept = function
    | [] -> List.rev kept
    | ((_, []) as spot) :: l -> go (spot :: kept) l
    | spot :: l ->
        let covered = List.exists (Coq.covers spot) in
        go (if covered kept || covered l then kept else spot :: kept) l
  in
  go [] (List.map fst (Spots.bindings w))

type context = { whose : int; entered : int; ends : ways; labels : (int, ways) Hashtbl.t; watched : int list }

let for_checker c : Coq.context =
  {
    whose = c.whose;
    entered = c.entered;
    ends = least c.ends;
    labelled = Hashtbl.fold (fun l w found -> (l, least w) :: found) c.labels [];
    watched = c.watched;
  }

(* {2 What matters}

   Variables whose case tests look at: of those, the ones that hold answers that lead somewhere, results of procedures
   that ask for such, and copies; then all that have constants, too, and all results. Nothing is watched where that is
   not needed: each watched variable may double the spots. *)
type watching = Nothing | Answers | Constants

let rec looked_at = function
  | ERead (PVar x) | EIs (PVar x, _) -> [ x ]
  | ENot e -> looked_at e
  | EAnd (a, b) | EOr (a, b) -> looked_at a @ looked_at b
  | _ -> []

let rec each f c =
  f c;
  match c with
  | Seq (a, b) | If (_, a, b) ->
      each f a;
      each f b
  | Block c | Loop (_, c) | Label (_, c) -> each f c
  | _ -> ()

(* All from [start] on, by those that [next] leads to. *)
let closed next start =
  let found = Hashtbl.create 8 in
  let rec go x =
    if not (Hashtbl.mem found x) then (
      Hashtbl.replace found x ();
      List.iter go (next x))
  in
  List.iter go start;
  found

(* Effects with an answer that leads somewhere in the order. *)
let told_apart given =
  let edges = Array.of_list given.automaton in
  let leads (t, q) = match t with Coq.OnAsk (e, _) when List.exists Coq.on_answer edges.(q) -> Some e | _ -> None in
  List.concat_map (List.filter_map leads) given.automaton

(* Whether it asks for such, or what it calls does. Whom it calls comes before it. *)
let asking (procs : proc array) effects =
  let asks = Array.make (Array.length procs) false in
  let one i (p : proc) =
    let here = function
      | Suspend (_, (x : suspension)) -> if List.mem x.ask_effect effects then asks.(i) <- true
      | Call (_, (x : call)) -> if asks.(x.callee) then asks.(i) <- true
      | _ -> ()
    in
    each here p.body
  in
  Array.iteri one procs;
  asks

let watched effects asks level (p : proc) matters =
  let copies = ref [] and holding = ref [] and tests = ref [] in
  let dest = function Some (PVar x) -> holding := x :: !holding | _ -> () in
  let here = function
    | Do (BAssign (PVar x, e)) -> (
        copies := (x, looked_at e) :: !copies;
        match e with EBool _ | EUnion _ when level = Constants -> holding := x :: !holding | _ -> ())
    | Suspend (_, (x : suspension)) -> if List.mem x.ask_effect effects then dest x.ask_dest
    | Call (_, (x : call)) -> if level = Constants || asks.(x.callee) then dest x.call_dest
    | If (e, _, _) -> tests := looked_at e @ !tests
    | _ -> ()
  in
  each here p.body;
  let copied_to x = List.filter_map (fun (y, from) -> if List.mem x from then Some y else None) !copies in
  let copied_from x = List.concat_map (fun (y, from) -> if y = x then from else []) !copies in
  let told = closed copied_to !holding in
  let tested = closed copied_from (p.ret :: !tests) in
  let result = if level = Constants || matters then [ p.ret ] else [] in
  List.sort_uniq compare (result @ List.filter (Hashtbl.mem tested) (List.of_seq (Hashtbl.to_seq_keys told)))

(* Each state goes its own way, so what has been gone over is not gone over again: [waiting] are the spots that have
   come to a label since. *)
let walked (program : program) given root ~level ~before ~arrives =
  let procs = Array.of_list program.procs in
  let watching = level <> Nothing in
  let effects = told_apart given in
  let asks = asking procs effects in
  let automaton = Array.of_list given.automaton in
  let edges q = if q < Array.length automaton then automaton.(q) else [] in
  let known = Hashtbl.create 8 in
  let all = ref [] in
  let each (w : ways) f =
    Spots.fold
      (fun spot way found ->
        let targets : ways = f spot way in
        add found targets)
      w Spots.empty
  in
  let rec context whose entered =
    match Hashtbl.find_opt known (whose, entered) with
    | Some c -> c
    | None ->
        let watched = if watching then watched effects asks level procs.(whose) asks.(whose) else [] in
        let labels = Hashtbl.create 8 and waiting = Hashtbl.create 8 in
        let ends = ref Spots.empty in
        let at table l = Option.value (Hashtbl.find_opt table l) ~default:Spots.empty in
        let settled = Option.value (List.assoc_opt (whose, entered) before) ~default:[] in
        let arrive l w =
          let general = Option.value (List.assoc_opt l settled) ~default:[] in
          let w =
            if general = [] then w
            else map (fun spot -> Option.value (List.find_opt (Coq.covers spot) general) ~default:spot) w
          in
          let fresh = less w (at labels l) in
          if not (Spots.is_empty fresh) then (
            Hashtbl.replace labels l (add (at labels l) fresh);
            Hashtbl.replace waiting l (add (at waiting l) fresh))
        in
        let come l =
          let w = at waiting l in
          Hashtbl.remove waiting l;
          w
        in
        (* Of its variables a caller sees the result. *)
        let ending w =
          let result (q, k) = (q, List.filter (fun (x, _) -> x = procs.(whose).ret) k) in
          ends := add !ends (map result w)
        in
        let line = ref None in
        let rec go c (w : ways) exits : ways =
          match c with
          | Skip -> w
          | Do (BLine n) -> (
              match given.marks n with
              | Some m ->
                  let step = { seen = Mark n; at = Some n } in
                  each w (fun (q, k) way ->
                      match Coq.edge_of (edges q) (Coq.Marks m) with
                      | Some q' -> Spots.singleton (q', k) (if q' = q then way else step :: way)
                      | None -> raise (Wrong { way; state = q; step; unsure = false }))
              | None ->
                  line := Some n;
                  w)
          | Do BTrap -> Spots.empty
          | Do b -> if watching then map (fun (q, k) -> (q, Coq.after_basic watched b k)) w else w
          | Seq (a, b) ->
              let w = go a w exits in
              go b w exits
          | If (e, a, b) ->
              let may outcome : ways =
                if not watching then w
                else
                  let here (_, k) = Coq.told_case k e <> Some (1 - Coq.case_of_bool outcome) in
                  let passed = Spots.filter (fun spot _ -> here spot) w in
                  map (fun (q, k) -> (q, Coq.once_tested watched outcome e k)) passed
              in
              let first = go a (may true) exits in
              add first (go b (may false) exits)
          | Block c ->
              let left = ref Spots.empty in
              let w = go c w (left :: exits) in
              add w !left
          | Loop (l, c) ->
              arrive l w;
              let rec again () =
                let w = come l in
                if not (Spots.is_empty w) then (
                  arrive l (go c w exits);
                  again ())
              in
              if Hashtbl.mem waiting l then again () else ignore (go c Spots.empty exits);
              Spots.empty
          | Exit n ->
              let left = List.nth exits n in
              left := add !left w;
              Spots.empty
          | Label (l, c) ->
              arrive l w;
              go c (come l) exits
          | Goto l ->
              arrive l w;
              Spots.empty
          | Suspend (l, x) ->
              Spots.iter (fun (q, _) _ -> arrives whose l q) w;
              let at = !line in
              each w (fun (q, k) way -> asked watched x at q k way)
          | Call (l, x) ->
              Spots.iter (fun (q, _) _ -> arrives whose l q) w;
              each w (fun spot way ->
                  let result = procs.(x.callee).ret in
                  map (Coq.when_returned watched x result spot) (called x.callee (fst spot) way))
          | Resume x -> if watching then map (fun (q, k) -> (q, Coq.forget_cases (Coq.may_change_resume x) k)) w else w
          | Return ->
              ending w;
              Spots.empty
        in
        let pass w =
          line := None;
          ending (go procs.(whose).body w [])
        in
        pass (Spots.singleton (entered, []) []);
        while Hashtbl.length waiting > 0 do
          pass Spots.empty
        done;
        let c = { whose; entered; ends = !ends; labels; watched } in
        Hashtbl.replace known (whose, entered) c;
        all := c :: !all;
        c
  and asked watched (x : suspension) at q k way : ways =
    let step = { seen = Request x.ask_effect; at } in
    match Coq.may_lead (edges q) x with
    | None ->
        let unsure = List.exists (fun (t, _) -> Coq.surely x t <> Some false) (edges q) in
        raise (Wrong { way; state = q; step; unsure })
    | Some targets ->
        let one q' =
          let split = List.exists Coq.on_answer (edges q') in
          let found = Coq.when_answered program (fun q -> Some (edges q)) watched x k q' in
          List.mapi
            (fun tag (q'', k) ->
              let step = if split then { seen = Answer (x.ask_effect, tag); at } else step in
              ((q'', k), if q'' = q then way else step :: way))
            (Option.get found)
        in
        Spots.of_seq (List.to_seq (List.concat_map one targets))
  and called callee q way =
    match context callee q with
    | c -> Spots.map (fun inside -> inside @ way) c.ends
    | exception Wrong w -> raise (Wrong { w with way = w.way @ way })
  in
  ignore (context root 0);
  List.rev_map for_checker !all

(* Most orders are kept whatever is answered: then values do not matter. *)
let walked program given root ~arrives =
  let watching level before =
    let found = ref [] in
    let arrives whose l q = found := arrives whose l q @ !found in
    let contexts = walked program given root ~level ~before ~arrives in
    (contexts, !found)
  in
  (* Twice: when it is known which spots cover others that came first, what those led to is left out. *)
  let twice level =
    let contexts, _ = watching level [] in
    watching level (List.map (fun (c : Coq.context) -> ((c.whose, c.entered), c.labelled)) contexts)
  in
  match watching Nothing [] with
  | found -> found
  | exception Wrong _ -> ( match twice Answers with found -> found | exception Wrong _ -> twice Constants)

let contexts program given root = fst (walked program given root ~arrives:(fun _ _ _ -> []))

let waiting program given root =
  let arrives whose l q = if whose = root then [ (l, q) ] else [] in
  List.sort_uniq compare (snd (walked program given root ~arrives))
