(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Cmdliner

let fail fmt = Printf.ksprintf (fun s -> prerr_endline s; Fairlead_cli.Exit_status.diagnosed) fmt

let read_file path =
  match open_in_bin path with
  | exception Sys_error why -> Error why
  | channel ->
      Fun.protect ~finally:(fun () -> close_in_noerr channel) (fun () ->
          (* to the end of the file, not as long as it says it is: it may be a pipe *)
          let text = Buffer.create 65536 and chunk = Bytes.create 65536 in
          let rec fill () =
            match input channel chunk 0 (Bytes.length chunk) with
            | 0 -> Ok (Buffer.contents text)
            | n -> Buffer.add_subbytes text chunk 0 n; fill ()
            | exception Sys_error why -> Error (path ^ ": " ^ why)
          in
          fill ())

let read_log path =
  Result.bind
    (Result.map_error (fun why -> "error: " ^ why) (read_file path))
    (fun text ->
      Result.map_error
        (fun (offset, why) -> Printf.sprintf "%s: byte %d: error: malformed entry: %s" path offset why)
        (Reference.parse text))

let rec read_logs = function
  | [] -> Ok []
  | path :: rest -> Result.bind (read_log path) (fun log -> Result.map (fun logs -> log :: logs) (read_logs rest))

(* What is said at the end, and whether it is success. Only what is certified is: that nothing was refused is not enough,
   because a log that stops before its epoch is verified has nothing to be refused for. *)
let verdict (report : Reference.report) expected =
  (match report.certified with
  | Some epoch -> Printf.printf "certified up to epoch %d\n" epoch
  | None -> print_endline "no epoch is certified");
  let open_answers = List.length (List.filter (fun r -> not (Reference.is_certified report r)) report.receipts) in
  let rest kind = if open_answers > 0 then Printf.eprintf "%s: answers that are not certified: %d\n" kind open_answers in
  let certified =
    match expected with
    | Some epoch when not (Reference.certified_up_to report epoch) ->
        Printf.eprintf "error: epoch %d is not certified\n" epoch;
        false
    | Some _ -> rest "note"; true
    | None when report.certified = None ->
        prerr_endline "error: nothing is certified: an epoch is when the logs of all threads verify it";
        false
    | None -> rest "error"; open_answers = 0
  in
  if certified && report.refusals = [] && report.stuck = None then Fairlead_cli.Exit_status.ok else Fairlead_cli.Exit_status.diagnosed

let verify_logs paths slots depth receipts expected =
  match read_logs paths with
  | Error message -> fail "%s" message
  | Ok logs ->
      let logs = Array.of_list logs in
      let hash = Reference.sum_hash ~secret:(Reference.random_secret ()) in
      let config = Reference.config ~slots ~depth ~threads:(Array.length logs) hash in
      let report = Reference.verify config logs in
      if receipts then
        List.iter (fun r -> print_endline (Show.receipt ~certified:(Reference.is_certified report r) r)) report.receipts;
      List.iter
        (fun { Reference.thread; where; what; why } ->
          Printf.eprintf "%s: byte %d: error: entry %d refused: %s\n  %s\n" (List.nth paths thread) where.offset where.entry
            (Reference.explain_refusal why) (Show.entry what))
        report.refusals;
      Option.iter
        (fun epoch -> Printf.eprintf "error: epoch %d does not certify: what was added is not what was evicted\n" epoch)
        report.stuck;
      verdict report expected

let misuse why = prerr_endline ("error: " ^ why); Fairlead_cli.Exit_status.usage

let verify paths slots depth receipts expected =
  if slots < 1 then misuse "--slots is at least 1"
  else if depth < 1 || depth > 256 then misuse "--depth is between 1 and 256"
  else if match expected with Some epoch -> epoch < 0 | None -> false then misuse "--expect-epoch cannot be negative"
  else verify_logs paths slots depth receipts expected

let write_file path text =
  match open_out_bin path with
  | exception Sys_error why -> Error why
  | channel ->
      Fun.protect ~finally:(fun () -> close_out_noerr channel) (fun () ->
          match output_string channel text; flush channel with
          | () -> Ok ()
          | exception Sys_error why -> Error why)

let generate (w : Workload.t) prefix =
  let bad =
    if w.records < 0 || w.operations < 0 then Some "--records and --operations cannot be negative"
    else if w.threads < 1 || w.threads > 1000 then Some "--threads is between 1 and 1000"
    else if w.epochs < 1 then Some "--epochs is at least 1"
    else if w.depth < 1 || w.depth > 256 then Some "--depth is between 1 and 256"
    else if not (w.zipf >= 0. && w.zipf < 100.) then Some "--zipf is between 0 and 100"
    else if w.depth < 30 && w.records > 1 lsl w.depth then Some "--depth has too few digits for that many records"
    else None
  in
  match bad with
  | Some why -> misuse why
  | None ->
      let rec write i = function
        | [] -> Fairlead_cli.Exit_status.ok
        | log :: rest -> (
            let path = Printf.sprintf "%s%d.log" prefix i in
            match write_file path (Reference.print log) with
            | Ok () -> print_endline path; write (i + 1) rest
            | Error why -> fail "error: %s" why)
      in
      write 0 (Array.to_list (Workload.generate w))

let show path =
  match read_log path with
  | Error message -> fail "%s" message
  | Ok log ->
      ignore
        (List.fold_left
           (fun offset entry ->
             Printf.printf "%8d  %s\n" offset (Show.entry entry);
             offset + String.length (Reference.print [ entry ]))
           0 log);
      Fairlead_cli.Exit_status.ok

let exits = Cmd.Exit.[ info 0 ~doc:"on success."; info 1 ~doc:"when a log is malformed or refused, or something in it is not certified."; info 2 ~doc:"on a command line that makes no sense." ]
let flag names doc default kind = Arg.(value & opt kind default & info names ~doc)
let depth = flag [ "depth" ] "Digits of a data key. 256 stands for keys that are hashed; with fewer, a record's number is its key." 256 Arg.int

let verify_cmd =
  let logs = Arg.(non_empty & pos_all string [] & info [] ~docv:"LOG" ~doc:"One log per thread, thread 0 first.") in
  let slots = flag [ "slots" ] "Slots in each thread's cache." 65536 Arg.int in
  let receipts = Arg.(value & flag & info [ "receipts" ] ~doc:"Print every answer, with its epoch, and whether that is certified.") in
  let expected =
    Arg.(value & opt (some int) None & info [ "expect-epoch" ] ~docv:"N"
      ~doc:"Succeed if the epochs up to $(docv) are certified, whatever is in later ones. Without it, every answer has to be in a certified epoch.")
  in
  Cmd.v (Cmd.info "verify" ~exits ~doc:"Run the reference monitor over logs and print the certified epoch.")
    Term.(const verify $ logs $ slots $ depth $ receipts $ expected)

let gen_cmd =
  let regimes = [ ("merkle", Workload.Merkle_only); ("hybrid", Workload.Hybrid); ("blum", Workload.All_blum) ] in
  let make records operations zipf threads epochs regime depth seed =
    { Workload.records; operations; zipf; threads; epochs; regime; depth; seed }
  in
  let workload =
    Term.(
      const make
      $ flag [ "records" ] "Records in the store." 100 Arg.int
      $ flag [ "operations" ] "Gets and puts, half and half." 1000 Arg.int
      $ flag [ "zipf" ] "Skew of the requests; 0 is uniform." 0.99 Arg.float
      $ flag [ "threads" ] "Verifier threads." 1 Arg.int
      $ flag [ "epochs" ] "Epochs to spread the operations over." 2 Arg.int
      $ flag [ "regime" ] "How records come and go: $(b,merkle), $(b,hybrid) or $(b,blum)." Workload.Hybrid (Arg.enum regimes)
      $ depth
      $ flag [ "seed" ] "Seed of the generator." 1 Arg.int)
  in
  let prefix = flag [ "o"; "output" ] "Prefix of the logs' names: PREFIX0.log, PREFIX1.log, ..." "thread" Arg.string in
  Cmd.v (Cmd.info "gen" ~exits ~doc:"Write the logs of an honest host, one per thread.") Term.(const generate $ workload $ prefix)

let show_cmd =
  let log = Arg.(required & pos 0 (some string) None & info [] ~docv:"LOG") in
  Cmd.v (Cmd.info "show" ~exits ~doc:"Print a log, one entry per line with its offset.") Term.(const show $ log)

let cmd =
  Cmd.group (Cmd.info "monitor" ~exits ~doc:"Generate, verify and show monitor logs.")
    ~default:Term.(ret (const (`Help (`Auto, Some "monitor"))))
    [ verify_cmd; gen_cmd; show_cmd ]
