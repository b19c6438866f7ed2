(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Extracted

let patience = 1_000_000

module Table = Hashtbl.Make (struct
  type t = source_position * text_position

  let equal a b = Stdlib.compare a b = 0

  (* Heads differ sooner than what comes after them. *)
  let hash (p, q) =
    let rec head = function
      | Focus (c, k) -> Hashtbl.hash (List.length k, c)
      | Asking (t, yes, _) -> Hashtbl.hash (t, head yes)
      | Answered (l, _, k) | Calling (l, _, k) | Waiting (l, _, k) -> Hashtbl.hash (List.length k, l)
    in
    let following = function OSeq s :: _ -> Hashtbl.hash s | _ -> 0 in
    match q with
    | Pos (s, k, at) -> Hashtbl.hash (head p, s, List.length k, following k, at)
    | Leaving _ | Entering _ -> Hashtbl.hash (head p, q)
end)

let rec settle next patience p =
  match next p with Silent p when patience > 0 -> settle next (patience - 1) p | _ -> p

let pairs next1 next2 simpler start1 start2 =
  let indices = Table.create 100 and waiting = Queue.create () in
  let index p q =
    let at = (settle next1 patience p, simpler (settle next2 patience q)) in
    match Table.find_opt indices at with
    | Some i -> i
    | None ->
        let i = Table.length indices in
        Table.add indices at i;
        Queue.add at waiting;
        i
  in
  let leads (p, q) =
    match (next1 p, next2 q) with
    | Turns p, Turns q | Does (_, p), Does (_, q) | Waits (_, p), Waits (_, q) -> [ index p q ]
    | Tests (_, p1, p2), Tests (_, q1, q2) ->
        let yes = index p1 q1 in
        [ yes; index p2 q2 ]
    | _ -> []
  in
  let rec go done_ =
    match Queue.take_opt waiting with
    | None -> List.rev done_
    | Some ((first, second) as at) -> go ({ first; second; leads = leads at } :: done_)
  in
  ignore (index start1 start2);
  go []

(* What is in f->at is forgotten where nothing depends on it, or there would be a pair for each place that control
   may come from. *)
let simpler lines =
  let kept = Hashtbl.create 17 in
  List.iter (function NLine (NStore n) -> Hashtbl.replace kept n () | _ -> ()) lines;
  function Pos (s, k, Some n) when not (Hashtbl.mem kept n) -> Pos (s, k, None) | q -> q

let find suspending lowered body ~coroutine lines (text : text) =
  pairs (source_move suspending lowered body) (text_move text) (simpler lines) (Focus (body, []))
    (beginning coroutine text.body_of)
