(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Syntax
module Ids = Map.Make (Int)

type change = { at : Loc.t; suspended : bool }
type view = { id : int; shows : place; lent : bool }

(* What has changed since each view was made; [None] where control does not come. *)
type state = change Ids.t option

type t = {
  mutable state : state;
  mutable views : view list;
  mutable uses : (int * string * Loc.t) list;  (* last first *)
  exits : (Control.block, state) Hashtbl.t;  (* where blocks are left *)
}

let create () = { state = Some Ids.empty; views = []; uses = []; exits = Hashtbl.create 8 }
let join a b = match (a, b) with None, s | s, None -> s | Some a, Some b -> Some (Ids.union (fun _ first _ -> Some first) a b)

let add t ~shows ~lent =
  let id = List.length t.views in
  t.views <- { id; shows; lent } :: t.views;
  t.state <- Option.map (Ids.remove id) t.state;
  id

let mark t change which =
  let add s v = if which v && not (Ids.mem v.id s) then Ids.add v.id change s else s in
  t.state <- Option.map (fun s -> List.fold_left add s t.views) t.state

let exit_of t b = Option.value ~default:None (Hashtbl.find_opt t.exits b)

let step t at (c : Control.t) =
  if t.views <> [] then
    match c with
    | Exit b ->
        Hashtbl.replace t.exits b (join (exit_of t b) t.state);
        t.state <- None
    | Return | Do BTrap -> t.state <- None
    | Do _ | Call _ | Resume _ | Suspend _ ->
        let written = Reads_writes.written c in
        let overlaps v p = Reads_writes.overlap { place = p; range = None } { place = v.shows; range = None } in
        mark t { at; suspended = false } (fun v -> List.exists (overlaps v) written);
        (match c with Suspend _ -> mark t { at; suspended = true } (fun v -> v.lent) | _ -> ())
    (* Its parts were seen when they were made. *)
    | Seq _ | If _ | Block _ | Loop _ -> ()

let use t id name loc =
  t.uses <- (id, name, loc) :: t.uses;
  Option.bind t.state (Ids.find_opt id)

type fork = { flow : t; mutable out : state }

let fork flow = { flow; out = None }

let branch k f =
  let before = k.flow.state in
  Fun.protect f ~finally:(fun () ->
      k.out <- join k.out k.flow.state;
      k.flow.state <- before)

let rejoin k = k.flow.state <- k.out
let land_at t b = t.state <- join t.state (exit_of t b)

type round = { entry : state; earlier_uses : int; known : int; mutable at_body : state }

let enter t = { entry = t.state; earlier_uses = List.length t.uses; known = List.length t.views; at_body = None }
let reach_body t r = r.at_body <- t.state

let leave t r ~break ~left =
  let back = t.state in
  let in_round = List.filteri (fun i _ -> i < List.length t.uses - r.earlier_uses) t.uses in
  let changed_before (id, name, loc) =
    let found s = Option.bind s (Ids.find_opt id) in
    if id < r.known && found r.entry = None then Option.map (fun c -> (name, loc, c)) (found back) else None
  in
  let late = List.filter_map changed_before (List.rev in_round) in
  Hashtbl.filter_map_inplace (fun _ s -> Some (match s with None -> None | s -> join s back)) t.exits;
  t.state <- (if left then join (join r.entry back) (join (exit_of t break) r.at_body) else None);
  late
