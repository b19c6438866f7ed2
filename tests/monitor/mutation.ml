(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Monitor_model
open Numbers

let pick random l = List.nth l (Random.State.int random (List.length l))

type pool = { keys : key list; values : value list; stamps : stamp list }

let pool logs =
  let all = List.concat (Array.to_list logs) in
  let keys = List.filter_map (function AddM (k, _, _, _) | AddB (k, _, _, _, _) -> Some k | _ -> None) all in
  let values =
    List.filter_map (function AddM (_, v, _, _) | AddB (_, v, _, _, _) -> Some v | Run (_, [ _ ],
      a) when a <> [] -> Some (Data (Some a)) | _ -> None) all
  in
  let stamps = List.filter_map (function AddB (_, _, _, t, _) | EvictB (_, t) | EvictBM (_, _, t) -> Some t | _ -> None) all in
  let or_else d = function [] -> [ d ] | l -> List.sort_uniq compare l in
  { keys = or_else [] keys; values = or_else (Data None) values; stamps = or_else (N0, N0) stamps }

let change random pool entry =
  let slot () = n_of_int (Random.State.int random 6) in
  let key () = pick random pool.keys and value () = pick random pool.values and stamp () = pick random pool.stamps in
  let flip v =
    let blum e = Option.map (fun e -> { e with e_blum = not e.e_blum }) e in
    match v with Merkle (l, r) -> if Random.State.bool random then Merkle (blum l, r) else Merkle (l, blum r) | Data _ -> value ()
  in
  match (entry, Random.State.int random 5) with
  | AddM (_, v, s, s'), 0 -> AddM (key (), v, s, s')
  | AddM (k, _, s, s'), 1 -> AddM (k, value (), s, s')
  | AddM (k, v, s, s'), 2 -> AddM (k, flip v, s, s')
  | AddM (k, v, _, s'), 3 -> AddM (k, v, slot (), s')
  | AddM (k, v, s, _), _ -> AddM (k, v, s, slot ())
  | AddB (_, v, s, t, i), 0 -> AddB (key (), v, s, t, i)
  | AddB (k, _, s, t, i), 1 -> AddB (k, value (), s, t, i)
  | AddB (k, v, _, t, i), 2 -> AddB (k, v, slot (), t, i)
  | AddB (k, v, s, _, i), 3 -> AddB (k, v, s, stamp (), i)
  | AddB (k, v, s, t, _), _ -> AddB (k, v, s, t, n_of_int (Random.State.int random 3))
  | EvictM (_, s'), (0 | 1) -> EvictM (slot (), s')
  | EvictM (s, s'), 2 -> Remove (s, s')
  | EvictM (s, _), _ -> EvictM (s, slot ())
  | EvictB (_, t), (0 | 1) -> EvictB (slot (), t)
  | EvictB (s, _), _ -> EvictB (s, stamp ())
  | EvictBM (_, s', t), 0 -> EvictBM (slot (), s', t)
  | EvictBM (s, _, t), 1 -> EvictBM (s, slot (), t)
  | EvictBM (s, s', _), 2 -> EvictBM (s, s', stamp ())
  | EvictBM (s, s', _), 3 -> EvictM (s, s')
  | EvictBM (s, _, t), _ -> EvictB (s, t)
  | Run (_, ops, a), 0 -> Run (n_of_int (Random.State.int random 10), ops, a)
  | Run (f, _, a), 1 -> Run (f, [ Here (slot ()) ], a)
  | Run (f, ops, a), 2 ->
      let operand = if Random.State.bool random then Here (slot ()) else Missing (key (), slot ()) in
      Run (f, (if Random.State.bool random then ops @ [ operand ] else [ operand ]), a)
  | Run (f, ops, _), 3 -> ( match value () with Data (Some v) -> Run (f, ops, v) | _ -> Run (f, ops, []))
  | Run (_, ops, _), _ -> ( match value () with Data (Some v) -> Run (n_of_int 1, ops, v) | _ -> Run (N0, ops, []))
  | Remove (s, s'), 0 -> EvictM (s, s')
  | Remove (_, s'), (1 | 2) -> Remove (slot (), s')
  | Remove (s, _), _ -> Remove (s, slot ())
  | NextEpoch, _ -> VerifyEpoch
  | VerifyEpoch, _ -> NextEpoch

let remove j l = List.filteri (fun i _ -> i <> j) l
let insert j x l = List.filteri (fun i _ -> i < j) l @ (x :: List.filteri (fun i _ -> i >= j) l)

let mutate random pool logs =
  let logs = Array.copy logs in
  for _ = 0 to Random.State.int random 3 do
    let i = Random.State.int random (Array.length logs) in
    let log = logs.(i) in
    let length = List.length log in
    if length > 0 then begin
      let j = Random.State.int random length in
      let entry = List.nth log j in
      match Random.State.int random 10 with
      | 0 -> logs.(i) <- remove j log
      | 1 -> logs.(i) <- insert (Random.State.int random length) entry log
      | 2 -> logs.(i) <- insert (min (j + 1) (length - 1)) entry (remove j log)
      | 3 ->
          let i' = Random.State.int random (Array.length logs) in
          logs.(i) <- remove j log;
          logs.(i') <- insert (Random.State.int random (List.length logs.(i') + 1)) entry logs.(i')
      | _ -> logs.(i) <- insert j (change random pool entry) (remove j log)
    end
  done;
  logs
