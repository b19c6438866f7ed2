(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Fairlead_lang_coq.Extracted

let patience = 1_000_000

module Table = Hashtbl.Make (struct
  type t = source_position * text_position

  let equal a b = Stdlib.compare a b = 0

  (* Heads differ sooner than what comes after them. *)
  let hash (p, (q : text_position)) =
    let rec head = function
      | Focus (c, k) -> Hashtbl.hash (List.length k, c)
      | Asking (t, yes, _) -> Hashtbl.hash (t, head yes)
    in
    let following = match q.outside with OSeq s :: _ -> Hashtbl.hash s | _ -> 0 in
    Hashtbl.hash (head p, q.stat_of, List.length q.outside, following, q.known_at)
end)

let rec settle next patience p =
  match next p with Silent p when patience > 0 -> settle next (patience - 1) p | _ -> p

let pairs next1 next2 start1 start2 =
  let indices = Table.create 100 and waiting = Queue.create () in
  let index p q =
    let at = (settle next1 patience p, settle next2 patience q) in
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
    | Turns p, Turns q | Does (_, p), Does (_, q) | Waits (_, _, p), Waits (_, _, q) -> [ index p q ]
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

let find suspending lowered body lines =
  match structured lines with
  | None -> []
  | Some s ->
      pairs (source_move suspending lowered body) (text_move s) (Focus (body, []))
        { stat_of = s; outside = []; known_at = None }
