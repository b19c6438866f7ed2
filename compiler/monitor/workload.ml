(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Monitor_model
open Numbers

type regime = Merkle_only | Hybrid | All_blum

type t = {
  records : int;
  operations : int;
  zipf : float;
  threads : int;
  epochs : int;
  regime : regime;
  depth : int;
  seed : int;
  mixed : bool;
}

(* Where a record is when it is in no cache. *)
type home = In_tree | In_blum of stamp * int

(* The host's mirror of the monitor needs no multiset hash: it only asks what is
   accepted, and acceptance does not depend on sums. *)
let no_hash = { mh_eq = ( = ); mh_zero = (); mh_plus = (fun () () -> ()); mh_element = (fun _ _ -> ()) }

type host = {
  config : unit config;
  mutable monitor : unit monitor;
  write : int -> entry -> unit;
  values : (key, value) Hashtbl.t;
  homes : (key, home) Hashtbl.t;
  free : int list array;  (* slots that were given back *)
  fresh : int array;  (* the first that was never taken *)
  mixed : bool;
}

let thread host i = thread_of host.config host.monitor (n_of_int i)

let emit host i entry =
  match feed host.config host.monitor (n_of_int i) entry with
  | monitor, None ->
      host.monitor <- monitor;
      host.write i entry
  | _, Some why ->
      failwith
        (Printf.sprintf "workload: thread %d was refused %s: %s" i (Show.entry entry) (Reference.explain_refusal why))

let slot_of host i s =
  match gmap_lookup n_eq_dec n_countable (n_of_int s) (thread host i).t_slots with
  | Some slot -> slot
  | None -> failwith "workload: an empty slot"

let take host i =
  match host.free.(i) with
  | s :: rest ->
      host.free.(i) <- rest;
      s
  | [] ->
      let s = host.fresh.(i) in
      host.fresh.(i) <- s + 1;
      s

let give host i s = host.free.(i) <- s :: host.free.(i)
let stored host k = Option.value (Hashtbl.find_opt host.values k) ~default:(initial host.config.depth k)

let common_prefix k k' =
  let rec go = function b :: k, b' :: k' when b = b' -> b :: go (k, k') | _ -> [] in
  go (k, k')

let ends slot = match slot.s_value with Merkle ends -> ends | Data _ -> failwith "workload: data have no children"

(* From the record in slot [s] down to [k], adding what is on the way. The result is
   the slots entered, the last first, each with the slot above it; [k] itself is
   added if [last]. *)
let rec descend host i s k ~last entered =
  let here = slot_of host i s in
  let enter k' v =
    let s' = take host i in
    emit host i (AddM (k', v, n_of_int s', n_of_int s));
    (s', s) :: entered
  in
  let below entered = match entered with (s', _) :: _ -> descend host i s' k ~last entered | [] -> entered in
  match heading k here.s_key with
  | None -> entered
  | Some d -> (
      match side d (ends here) with
      | None -> if last then enter k (initial host.config.depth k) else entered
      | Some c when c.e_key = k -> if last then enter k (stored host k) else entered
      | Some c when heading k c.e_key <> None -> below (enter c.e_key (stored host c.e_key))
      | Some c ->
          let fork = common_prefix k c.e_key in
          if fork = k then if last then enter k (initial host.config.depth k) else entered
          else below (enter fork (initial host.config.depth fork)))

let remember host i s home =
  let slot = slot_of host i s in
  Hashtbl.replace host.values slot.s_key slot.s_value;
  Hashtbl.replace host.homes slot.s_key home

let evict_merkle host i (s, s') =
  remember host i s In_tree;
  emit host i (EvictM (n_of_int s, n_of_int s'));
  give host i s

(* The earliest time at which the thread may evict [k]: the current clock, if keys
   evicted at it were smaller. *)
let next_time host i k =
  let t = thread host i in
  let epoch, counter = t.t_clock in
  if N.leb (rank k) (rank t.t_lek) then (epoch, N.add counter (n_of_int 1)) else (epoch, counter)

let evict_blum host i s =
  let t = next_time host i (slot_of host i s).s_key in
  remember host i s (In_blum (t, i));
  emit host i (EvictB (n_of_int s, t));
  give host i s

let evict_to_blum host i (s, s') =
  let t = next_time host i (slot_of host i s).s_key in
  remember host i s (In_blum (t, i));
  emit host i (EvictBM (n_of_int s, n_of_int s', t));
  give host i s

let add_blum host i k (t, tid) =
  let s = take host i in
  emit host i (AddB (k, stored host k, n_of_int s, t, n_of_int tid));
  s

let home host k = Hashtbl.find_opt host.homes k

(* The record of the Blum set that [k] is under, if any. *)
let cover host k =
  let rec go n =
    if n < 1 then None
    else
      let prefix = List.filteri (fun i _ -> i < n) k in
      match home host prefix with Some (In_blum (t, tid)) -> Some (prefix, (t, tid)) | _ -> go (n - 1)
  in
  go (List.length k - 1)

(* A path of ancestors of [k] in the cache, from the root or from a record of the
   Blum set; then what was done is undone. *)
let with_path host i k ~last act =
  match cover host k with
  | Some (top, at) ->
      let s = add_blum host i top at in
      act s (descend host i s k ~last []);
      evict_blum host i s
  | None when i = 0 -> act 0 (descend host 0 0 k ~last [])
  | None -> failwith "workload: only thread 0 has the root"

let run host i f operands argument = emit host i (Run (n_of_int f, operands, chars argument))

let put host i s text = run host i 1 [ Here (n_of_int s) ] text

(* Any function, of the record in slot [s] and perhaps of the key beside it, absent under slot [above]. *)
let call host random i s above =
  let here = Here (n_of_int s) in
  let number () = string_of_int (Random.State.int random 200 - 100) in
  let eight () =
    let b = Bytes.create 8 in
    Bytes.set_int64_be b 0 (Int64.of_int (Random.State.int random 300 - 150));
    Bytes.to_string b
  in
  let datum () =
    let n = number () in
    if Random.State.int random 3 = 0 then "\000" else Printf.sprintf "\001\000%c%s" (Char.chr (String.length n)) n
  in
  let slot = slot_of host i s in
  let now = match slot.s_value with Data v -> string_of_chars (print datum_codec v) | Merkle _ -> "" in
  let beside =
    match above with
    | Some s' when host.config.depth <> N0 ->
        let k = List.mapi (fun j b -> if j = List.length slot.s_key - 1 then not b else b) slot.s_key in
        let absent = Missing (k, n_of_int s') in
        (match read_operand host.config (thread host i) absent with Ok _ -> [ absent ] | Refused _ -> [])
    | _ -> []
  in
  match Random.State.int random 9 with
  | 0 -> run host i 0 (here :: beside) ""
  | 1 -> put host i s (number ())
  | 2 -> run host i 2 (beside @ [ here ]) ""
  | 3 -> run host i 3 (beside @ [ here ]) ""
  | 4 -> run host i 4 (here :: beside) (datum () ^ if beside = [] then "" else "\000")
  | 5 -> run host i 5 [ here ] (number ())
  | 6 -> run host i 6 [ here ] (eight ())
  | 7 -> run host i 7 [ here ] ((if Random.State.bool random then now else datum ()) ^ datum ())
  | _ -> if beside = [] then run host i 0 [ here ] "" else run host i 0 beside ""

let operate ?above host random i s =
  if host.mixed && Random.State.bool random then call host random i s above
  else if Random.State.bool random then run host i 0 [ Here (n_of_int s) ] ""
  else put host i s (Printf.sprintf "v%d" (Random.State.int random 1_000_000))

(* Back to the tree, or out of it if nothing is in it any more. *)
let leave host random i (s, s') =
  let slot = slot_of host i s in
  let removable =
    match slot.s_value with Data v -> v = None | Merkle (Some _, Some _) -> false | Merkle _ -> true
  in
  if host.mixed && removable && Random.State.bool random then begin
    emit host i (Remove (n_of_int s, n_of_int s'));
    Hashtbl.remove host.values slot.s_key;
    Hashtbl.remove host.homes slot.s_key;
    give host i s
  end
  else evict_merkle host i (s, s')

let access host random i k ~hot =
  match home host k with
  | Some (In_blum (t, tid)) ->
      let s = add_blum host i k (t, tid) in
      operate host random i s;
      evict_blum host i s
  | _ ->
      with_path host i k ~last:true (fun _ entered ->
          match entered with
          | [] -> failwith "workload: nothing was added"
          | ((s, s') as first) :: above ->
              operate ~above:s' host random i s;
              if hot then evict_to_blum host i first else leave host random i first;
              List.iter (leave host random i) above)

(* A data record goes back from the Blum set to the tree. *)
let cool host i k (t, tid) =
  with_path host i k ~last:false (fun top entered ->
      let s = add_blum host i k (t, tid) in
      let parent = match entered with (s', _) :: _ -> s' | [] -> top in
      evict_merkle host i (s, parent);
      List.iter (evict_merkle host i) entered)

(* Everything evicted in the epoch before comes back, so that it certifies. *)
let scan host random w epoch =
  let old =
    Hashtbl.fold
      (fun k home acc -> match home with In_blum ((e, c), tid) when int_of_n e = epoch -> (k, ((e, c), tid)) :: acc | _ -> acc)
      host.homes []
  in
  List.iter
    (fun (k, at) ->
      let i = Random.State.int random w.threads in
      let is_data = List.length k = w.depth in
      match home host k with
      | Some (In_blum (t, tid)) when (t, tid) = at ->
          if w.regime = Hybrid && is_data && (i = 0 || cover host k <> None) && Random.State.bool random then
            cool host i k at
          else evict_blum host i (add_blum host i k at)
      | _ -> ())
    (List.sort compare old)

let zipf_sampler w random =
  let weights = Array.init w.records (fun i -> 1. /. Float.pow (float_of_int (i + 1)) w.zipf) in
  let total = ref 0. in
  let cumulative = Array.map (fun x -> total := !total +. x; !total) weights in
  fun () ->
    let x = Random.State.float random !total in
    let rec search lo hi = if lo >= hi then lo else let mid = (lo + hi) / 2 in if cumulative.(mid) < x then search (mid + 1) hi else search lo mid in
    search 0 (w.records - 1)

let generate_each ?(digest = Reference.value_digest) w write =
  let random = Random.State.make [| w.seed |] in
  let config = { (Reference.config ~depth:w.depth ~threads:w.threads no_hash) with digest } in
  let host =
    {
      config;
      monitor = init_monitor;
      write;
      values = Hashtbl.create 1024;
      homes = Hashtbl.create 1024;
      free = Array.make w.threads [];
      fresh = Array.init w.threads (fun i -> if i = 0 then 1 else 0);
      mixed = w.mixed;
    }
  in
  let key_of i =
    if w.depth = 256 then key_of_string (Reference.sha256 (Printf.sprintf "user%d" i)) else key_of_bits w.depth i
  in
  let keys = Array.init w.records key_of in
  (* Load: thread 0 adds every record with a value. *)
  Array.iteri
    (fun i k ->
      with_path host 0 k ~last:true (fun _ entered ->
          match entered with
          | [] -> failwith "workload: nothing was added"
          | ((s, _) as first) :: above ->
              put host 0 s (Printf.sprintf "v%d" i);
              evict_merkle host 0 first;
              List.iter (evict_merkle host 0) above))
    keys;
  let to_blum k =
    if home host k = Some In_tree then
      match descend host 0 0 k ~last:true [] with
      | [] -> ()
      | first :: above ->
          evict_to_blum host 0 first;
          List.iter (evict_merkle host 0) above
  in
  (match w.regime with
  | Merkle_only -> ()
  | All_blum -> Array.iter to_blum keys
  | Hybrid ->
      (* The records two levels below the root become roots of their own. *)
      let children k = match stored host k with Merkle (l, r) -> List.filter_map (Option.map (fun e -> e.e_key)) [ l; r ] | Data _ -> [] in
      let root_children =
        match (slot_of host 0 0).s_value with Merkle (l, r) -> List.filter_map (Option.map (fun e -> e.e_key)) [ l; r ] | Data _ -> []
      in
      List.iter to_blum (List.concat_map children root_children));
  let sample = if w.records = 0 then fun () -> 0 else zipf_sampler w random in
  for epoch = 0 to w.epochs - 1 do
    let share = (w.operations * (epoch + 1) / w.epochs) - (w.operations * epoch / w.epochs) in
    for _ = 1 to if w.records = 0 then 0 else share do
      let k = keys.(sample ()) in
      let i = Random.State.int random w.threads in
      let reachable = match home host k with Some (In_blum _) -> true | _ -> cover host k <> None in
      let i = if w.regime = Merkle_only || not reachable then 0 else i in
      access host random i k ~hot:(w.regime = Hybrid && Random.State.int random 4 = 0)
    done;
    for i = 0 to w.threads - 1 do emit host i NextEpoch done;
    scan host random w epoch;
    for i = 0 to w.threads - 1 do emit host i VerifyEpoch done
  done

let generate ?digest w =
  let logs = Array.make w.threads [] in
  generate_each ?digest w (fun i entry -> logs.(i) <- entry :: logs.(i));
  Array.map List.rev logs
