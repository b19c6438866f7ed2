(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Cmdliner
open Fairlead_cli

let regimes = [ ("merkle", Workload.Merkle_only); ("hybrid", Workload.Hybrid); ("blum", Workload.All_blum) ]
let max_records = 10_000_000
let max_operations = 1_000_000_000
let max_epochs = 0xffff_ffff

(* Of all that the logs depend on: the same command writes the same logs, and others are of another run. *)
let run (w : Workload.t) =
  let regime = fst (List.find (fun (_, r) -> r = w.regime) regimes) in
  let text =
    Printf.sprintf "fairlead monitor gen %d %d %h %d %d %s %d %d" w.records w.operations w.zipf w.threads w.epochs
      regime w.depth w.seed
  in
  String.sub (Reference.sha256 text) 0 16

let wrong (w : Workload.t) =
  let outside option low high n =
    if n < low || n > high then Some (option, Printf.sprintf "the number is between %d and %d" low high) else None
  in
  List.find_map Fun.id
    [
      outside "--records" 0 max_records w.records;
      outside "--operations" 0 max_operations w.operations;
      outside "--threads" 1 Log_header.max_threads w.threads;
      outside "--epochs" 1 max_epochs w.epochs;
      outside "--depth" 1 Log_header.max_depth w.depth;
      (if w.zipf >= 0. && w.zipf < 100. then None else Some ("--zipf", "the number is between 0 and 100"));
      (if w.depth < 30 && w.records > 1 lsl w.depth then Some ("--depth",
        "these are too few digits for that many records")
      else None);
    ]

let write (w : Workload.t) prefix =
  let width = String.length (string_of_int (w.threads - 1)) in
  let path i = Printf.sprintf "%s%0*d.log" prefix width i in
  let logs = Array.init w.threads (fun i -> Log_writer.create (path i)) in
  let header thread =
    Log_header.(plain ~thread ~threads:w.threads ~slots:max_slots ~depth:w.depth ~run:(run w)) in
  match
    Array.iteri (fun i log -> Log_writer.add log (Log_header.print (header i)); Log_writer.flush log) logs;
    Workload.generate_each w (fun i entry -> Log_writer.add logs.(i) (Reference.print [ entry ]));
    Array.iter Log_writer.flush logs
  with
  | () -> Array.iteri (fun i _ -> print_endline (path i)) logs; Exit_status.ok
  | exception Sys_error why ->
      Array.iter Log_writer.abandon logs;
      Complaint.diagnosed "--output" "cannot be written: %s" why ~help:"write to somewhere else"

let generate w prefix =
  match wrong w with
  | Some (option, why) -> Complaint.usage option "%s" why ~help:"see `fairlead monitor gen --help`"
  | None -> write w prefix

let exits =
  Cmd.Exit.
    [
      info 0 ~doc:"on success.";
      info 1 ~doc:"when a log cannot be written.";
      info 2 ~doc:"on a command line that makes no sense.";
    ]

let cmd =
  let number name doc default = Arg.(value & opt int default & info [ name ] ~docv:"N" ~doc) in
  let make records operations zipf threads epochs regime depth seed mixed =
    { Workload.records; operations; zipf; threads; epochs; regime; depth; seed; mixed }
  in
  let workload =
    Term.(
      const make
      $ number "records" "Records in the store." 100
      $ number "operations" "Gets and puts, half and half." 1000
      $ Arg.(value & opt float 0.99 & info [ "zipf" ] ~doc:"Skew of the requests; 0 is uniform.")
      $ number "threads" "Verifier threads." 1
      $ number "epochs" "Epochs to spread the operations over." 2
      $ Arg.(
          value & opt (enum regimes) Workload.Hybrid
          & info [ "regime" ] ~doc:"How records come and go: $(b,merkle), $(b,hybrid) or $(b,blum).")
      $ number "depth"
          "Digits of a data key. 256 stands for keys that are hashed; with fewer, a record's number is its key." 256
      $ number "seed" "Seed of the generator." 1
      $ Arg.(value & flag & info [ "mixed" ] ~doc:"All functions, absent keys and removals, not gets and puts only."))
  in
  let prefix =
    Arg.(
      value & opt string "thread"
      & info [ "o"; "output" ] ~docv:"PREFIX"
          ~doc:"The logs are $(docv)0.log, $(docv)1.log and so on, with as many digits as the last number has.")
  in
  Cmd.v
    (Cmd.info "gen" ~exits ~doc:"Write the logs of an honest host, one for each thread.")
    (Message.formatted Term.(const generate $ workload $ prefix))
