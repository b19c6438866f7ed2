(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* Random mutations of honest logs: each is refused, or not certified, or what the
   clients saw in the certified epochs is still sequentially consistent, as a checker
   says that knows nothing of the monitor. Run with a number for another count. *)
open Monitor_model
open Numbers
open Mutation

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

let seen r =
  let text = Option.map string_of_chars and listed = Option.map chars in
  {
    Judge.keys = List.map (fun k -> String.concat "" (List.map (fun b -> if b then "1" else "0") k)) r.r_keys;
    run =
      (fun values ->
        match standard r.r_function r.r_argument (List.map listed values) with
        | Some (news, result) when result = r.r_result -> Some (List.map text news)
        | Some _ | None -> None);
    epoch = int_of_n (r_epoch r);
  }

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
          let receipt = receipt_of config (thread_of config monitor tid) entry in
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
          { Workload.records = 2 + (i mod 3); operations = 5 + i; zipf = 0.5; threads; epochs = 2; regime; depth = 3;
             seed = 100 + i;
            mixed = i >= 3 }))
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
      let config = config w sum in
      match explain config (initial config.depth) calls (n_of_int 1) with
      | Consistent history ->
          let store = Hashtbl.create 8 in
          history <> []
          && List.for_all
               (fun r ->
                 let values = List.map (fun k -> Option.join (Hashtbl.find_opt store k)) r.r_keys in
                 match standard r.r_function r.r_argument values with
                 | Some (news, result) -> List.iter2 (Hashtbl.replace store) r.r_keys news; result = r.r_result
                 | None -> false)
               history
      | Value_collision _ | Multiset_collision _ -> false)
    workloads

let judge_works () =
  let op get key value =
    let run old = if not get then Some [ Some value ] else if old = [ Some value ] then Some old else None in
    { Judge.keys = [ key ]; run; epoch = 0 }
  in
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
