(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* Honest logs are never refused and every epoch certifies: on a grid of parameters,
   at random within each point. *)
let () =
  let secret = Reference.random_secret () in
  let good (w : Workload.t) =
    let logs = Workload.generate w in
    let config = Reference.config ~depth:w.depth ~threads:w.threads (Reference.sum_hash ~secret) in
    let report = Reference.verify config logs in
    List.iter
      (fun r -> Tap.note "refused: %s: %s" (Show.entry r.Reference.what) (Reference.explain_refusal r.Reference.why))
      report.refusals;
    report.refusals = [] && report.stuck = None && report.certified = Some (w.epochs - 1)
  in
  let regimes = Workload.[ ("Merkle only", Merkle_only); ("hybrid", Hybrid); ("all Blum", All_blum) ] in
  List.iter
    (fun (name, regime) ->
      let tried = ref 0 in
      let all_good =
        List.for_all
          (fun (records, operations, depth) ->
            List.for_all
              (fun threads ->
                List.for_all
                  (fun epochs ->
                    List.for_all
                      (fun seed ->
                        incr tried;
                        let mixed = seed = 2 in
                        good { records; operations; zipf = 0.99; threads; epochs; regime; depth; seed; mixed })
                      [ 1; 2 ])
                  [ 1; 3 ])
              [ 1; 2; 4 ])
          [ (0, 0, 4); (1, 3, 1); (2, 6, 1); (4, 20, 2); (8, 30, 3); (13, 30, 5); (30, 40, 256) ]
      in
      Tap.check (Printf.sprintf "%s: %d workloads, nothing refused, every epoch certified" name !tried) all_good)
    regimes;
  Tap.finish ()
