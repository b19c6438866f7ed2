(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* Random mutations of honest logs: each is refused, or not certified, or what the
   clients saw in the certified epochs is still sequentially consistent, as a checker
   says that knows nothing of the monitor. Run with a number for another count. *)
open Monitor_model
open Numbers

let count = match Sys.argv with [| _; n |] -> Option.value (int_of_string_opt n) ~default:100_000 | _ -> 100_000

(* MD5 of OCaml's own serialisation stands in for both hashes: it is fast, and no
   mutation here attacks it. *)
let md5 x = Digest.string (Marshal.to_string x [ Marshal.No_sharing ])
let digest (v : value) = chars (md5 v)

(* Sums of native integers, modulo 2^63 twice, for the same reason. *)
let sum =
  let half d i = Int64.to_int (String.get_int64_be d i) in
  {
    mh_eq = ( = );
    mh_zero = (0, 0);
    mh_plus = (fun (a, b) (c, d) -> (a + c, b + d));
    mh_element = (fun epoch x -> let d = md5 (epoch, x) in (half d 0, half d 8));
  }

(* Every multiset has the same hash: what a monitor without one would certify. *)
let blind = { mh_eq = ( = ); mh_zero = (); mh_plus = (fun () () -> ()); mh_element = (fun _ _ -> ()) }
let config w mh = { (Reference.config ~slots:12 ~depth:w.Workload.depth ~threads:w.Workload.threads mh) with digest }

let pick random l = List.nth l (Random.State.int random (List.length l))

type pool = { keys : key list; values : value list; stamps : stamp list }

let pool logs =
  let all = List.concat (Array.to_list logs) in
  let keys = List.filter_map (function AddM (k, _, _, _) | AddB (k, _, _, _, _) -> Some k | _ -> None) all in
  let values =
    List.filter_map (function AddM (_, v, _, _) | AddB (_, v, _, _, _) -> Some v | Put (_, v) -> Some (Data v) | _ -> None) all
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
  | EvictM (s, _), _ -> EvictM (s, slot ())
  | EvictB (_, t), (0 | 1) -> EvictB (slot (), t)
  | EvictB (s, _), _ -> EvictB (s, stamp ())
  | EvictBM (_, s', t), 0 -> EvictBM (slot (), s', t)
  | EvictBM (s, _, t), 1 -> EvictBM (s, slot (), t)
  | EvictBM (s, s', _), 2 -> EvictBM (s, s', stamp ())
  | EvictBM (s, s', _), 3 -> EvictM (s, s')
  | EvictBM (s, _, t), _ -> EvictB (s, t)
  | Get _, (0 | 1) -> Get (slot ())
  | Get s, _ | Put (s, _), 0 -> ( match value () with Data v -> Put (s, v) | Merkle _ -> Get s)
  | Put (_, v), (1 | 2) -> Put (slot (), v)
  | Put (s, _), _ -> Get s
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

let seen r =
  { Judge.get = r.r_op = Got; key = String.concat "" (List.map (fun b -> if b then "1" else "0") r.r_key);
    value = Option.map string_of_chars r.r_value; epoch = int_of_n r.r_epoch }

type outcome = { refused : bool; certified : int option; views : Judge.seen list array }

(* Feeds all logs, certifies, and keeps what the clients of each thread saw in the
   certified epochs. *)
let drive config logs =
  let refused = ref false in
  let feed_log (monitor, views) (i, log) =
    let tid = n_of_int i in
    let rec go monitor view = function
      | [] -> (monitor, List.rev view :: views)
      | entry :: rest -> (
          let receipt = receipt_of (thread_of config monitor tid) entry in
          match feed config monitor tid entry with
          | monitor, None -> go monitor (match receipt with Some r -> seen r :: view | None -> view) rest
          | monitor, Some _ ->
              refused := true;
              go monitor view [])
    in
    go monitor [] log
  in
  let monitor, views = Array.fold_left feed_log (init_monitor, []) (Array.mapi (fun i log -> (i, log)) logs) in
  let certified = Option.map int_of_n (certify config monitor).m_certified in
  let upto = Option.value certified ~default:(-1) in
  let views = List.rev_map (List.filter (fun o -> o.Judge.epoch <= upto)) views in
  { refused = !refused; certified; views = Array.of_list views }

let workloads =
  List.concat_map
    (fun (regime, threads) ->
      List.init 6 (fun i ->
          { Workload.records = 2 + (i mod 3); operations = 5 + i; zipf = 0.5; threads; epochs = 2; regime; depth = 3; seed = 100 + i }))
    Workload.[ (Merkle_only, 1); (Hybrid, 1); (Hybrid, 2); (All_blum, 1); (All_blum, 2); (All_blum, 3) ]

let refused = ref 0
let uncertified = ref 0
let certified = ref 0

(* The number of mutants whose certified epochs have no sequential history. *)
let run mh count ~tally =
  let random = Random.State.make [| 7 |] in
  let wrong = ref 0 in
  let bases = Array.of_list (List.map (fun w -> let logs = Workload.generate ~digest w in (w, logs, pool logs)) workloads) in
  for k = 1 to count do
    let w, logs, pool = bases.(k mod Array.length bases) in
    let mutant = mutate random pool logs in
    let result = drive (config w mh) mutant in
    if tally then incr (if result.certified <> None then certified else if result.refused then refused else uncertified);
    if result.certified <> None && not (Judge.sequential result.views) then incr wrong
  done;
  !wrong

(* The verdict of the theorem, on certified runs: the history it constructs is legal. *)
let explained () =
  List.for_all
    (fun w ->
      let logs = Workload.generate ~digest w in
      let calls = List.concat (Array.to_list (Array.mapi (fun i log -> List.map (fun e -> Feed (n_of_int i, e)) log) logs)) in
      match explain (config w sum) calls (n_of_int 1) with
      | Consistent history ->
          let store = Hashtbl.create 8 in
          history <> []
          && List.for_all
               (fun r ->
                 match r.r_op with
                 | Wrote -> Hashtbl.replace store r.r_key r.r_value; true
                 | Got -> Option.join (Hashtbl.find_opt store r.r_key) = r.r_value)
               history
      | Value_collision _ | Multiset_collision _ -> false)
    workloads

let judge_works () =
  let op get key value = { Judge.get; key; value = Some value; epoch = 0 } in
  Tap.check "the checker accepts a sequential history"
    (Judge.sequential [| [ op false "a" "1"; op true "a" "2" ]; [ op false "a" "2"; op true "a" "2" ] |]);
  Tap.check "the checker refuses a stale read" (not (Judge.sequential [| [ op false "a" "1"; op false "a" "2"; op true "a" "1" ] |]));
  Tap.check "the checker refuses what needs two orders at once"
    (not
       (Judge.sequential
          [| [ op false "a" "1" ]; [ op false "a" "2" ]; [ op true "a" "1"; op true "a" "2" ]; [ op true "a" "2"; op true "a" "1" ] |]));
  Tap.check "the checker keeps epochs in order"
    (not (Judge.sequential [| [ { (op false "a" "1") with epoch = 1 } ]; [ op true "a" "1" ] |]))

let () =
  judge_works ();
  Tap.check "the history constructed for honest logs is legal" (explained ());
  let wrong = run blind (min count 5_000) ~tally:false in
  Tap.note "without a multiset hash: %d of %d mutants certify a history that is not sequential" wrong (min count 5_000);
  Tap.check "the mutations are attacks: without a multiset hash some succeed" (wrong > 0);
  let wrong = run sum count ~tally:true in
  Tap.note "%d mutants: %d refused, %d not certified, %d certify some epoch" count !refused !uncertified !certified;
  Tap.check (Printf.sprintf "%d mutants: whatever certifies is sequentially consistent" count) (wrong = 0);
  Tap.check "some mutants are refused, some not certified, some certified" (!refused > 0 && !uncertified > 0 && !certified > 0);
  Tap.finish ()
