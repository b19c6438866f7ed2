(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Cmdliner
open Fairlead_cli

(* What was certified is said, but not as if all were well. *)
let torn_status = 4
let misuse why = Message.say_plainly "error: %s" why; Exit_status.usage

let say ({ path; offset; message; entry } : Audit.remark) =
  let place = match offset with Some n -> Printf.sprintf ": byte %d" n | None -> "" in
  Message.say_plainly "%s%s: error: %s" path place message;
  Option.iter (Message.say_plainly "  %s") entry

(* Once a second, and only to somebody who is looking. *)
let progress () =
  if not (Unix.isatty Unix.stderr) then ((fun ~bytes:_ ~entries:_ -> ()), ignore)
  else
    let started = Unix.gettimeofday () and last = ref 0. and shown = ref false in
    let tell ~bytes ~entries =
      let now = Unix.gettimeofday () in
      if now -. started > 1. && now -. !last > 1. then begin
        last := now;
        shown := true;
        let rate = float_of_int entries /. (now -. started) in
        Printf.eprintf "\r\027[K%d MB, %d entries, %.0f a second%!" (bytes / 1_000_000) entries rate
      end
    in
    (tell, fun () -> if !shown then Printf.eprintf "\r\027[K%!")

(* What is said at the end, and whether it is success. Only what is certified is: that nothing was refused is not
   enough, because a log that stops before its epoch is verified has nothing to be refused for. *)
let verdict (report : Audit.report) expected =
  if report.certified > 0 then Printf.printf "certified up to epoch %d\n" (report.certified - 1)
  else print_endline "no epoch is certified";
  let left = report.answers - report.certified_answers in
  let rest kind = if left > 0 then Message.say_plainly "%s: answers that are not certified: %d" kind left in
  let enough =
    match expected with
    | Some epoch when report.certified <= epoch -> Message.say_plainly "error: epoch %d is not certified" epoch; false
    | Some _ -> rest "note"; true
    | None when report.certified = 0 ->
        if report.faults = [] then
          Message.say_plainly "error: nothing is certified: an epoch is when the logs of all threads verify it";
        false
    | None -> rest "error"; left = 0
  in
  if (not enough) || report.faults <> [] || report.failures <> [] || report.stuck then Exit_status.diagnosed
  else if report.torn <> [] then torn_status
  else Exit_status.ok

(* What is read is garbage soon after: a young generation of 8 MB takes nearly all of it. *)
let tune () = Gc.set { (Gc.get ()) with minor_heap_size = 1_048_576; space_overhead = 200 }

let verify_logs paths wanted receipts expected =
  tune ();
  let tell, clear = progress () in
  let spool = Spool.create () in
  let answered (receipt : Auditor.receipt) =
    if receipts then Spool.add spool (Auditor.epoch_of receipt) (Show.receipt receipt)
  in
  match Fun.protect ~finally:clear (fun () -> Audit.run ~expected:wanted ~answered ~progress:tell paths) with
  | exception Sys_error why -> Message.say_plainly "error: no room for the receipts: %s" why; Exit_status.diagnosed
  | report ->
      if report.faults = [] then
        Spool.drain spool (fun epoch line ->
            print_string line;
            print_endline (if epoch < report.certified then ", certified" else ", not certified"));
      flush stdout;
      List.iter say report.faults;
      List.iter say report.failures;
      List.iter say report.torn;
      if report.stuck then
        Message.say_plainly "error: epoch %d does not certify: what was added is not what was evicted" report.certified;
      verdict report expected

let verify paths threads slots depth receipts expected =
  let outside option low high = function
    | Some n when n < low || n > high -> Some (Printf.sprintf "%s is between %d and %d" option low high)
    | Some _ | None -> None
  in
  let wrong =
    List.find_map Fun.id
      [
        outside "--expect-threads" 1 Log_header.max_threads threads;
        outside "--slots" 1 Log_header.max_slots slots;
        outside "--depth" 1 Log_header.max_depth depth;
        outside "--expect-epoch" 0 0xffff_ffff expected;
        (if List.length paths > Log_header.max_threads then
         Some (Printf.sprintf "there are at most %d logs" Log_header.max_threads)
        else None);
      ]
  in
  match wrong with Some why -> misuse why | None -> verify_logs paths { Audit.threads; slots; depth } receipts expected

let exits =
  Cmd.Exit.
    [
      info 0 ~doc:"when all that was asked about is certified.";
      info 1
        ~doc:
          "when a log is malformed, refused, missing or of another run, or when something in the logs is not certified.";
      info 2 ~doc:"on a command line that makes no sense.";
      info torn_status ~doc:"when all that was asked about is certified, but a log ends in the middle of an entry.";
    ]

let cmd =
  let logs =
    Arg.(
      non_empty & pos_all string []
      & info [] ~docv:"LOG"
          ~doc:"The logs of a run, one for each thread, in any order; files, pipes, or $(b,-) for standard input.")
  in
  let number name docv doc = Arg.(value & opt (some int) None & info [ name ] ~docv ~doc) in
  let threads =
    number "expect-threads" "N" "Insist on a run of $(docv) threads. Otherwise the logs say how many there are."
  in
  let slots = number "slots" "N" "Insist on caches of $(docv) slots." in
  let depth = number "depth" "N" "Insist on data keys of $(docv) digits." in
  let receipts =
    Arg.(
      value & flag
      & info [ "receipts" ]
          ~doc:
            "Print every answer, of each thread in its order, with its epoch, and whether that is certified. This is \
             known at the end.")
  in
  let expected =
    number "expect-epoch" "N"
      "Succeed if the epochs up to $(docv) are certified, though later ones are still open; what is refused, \
       malformed or does not certify in them fails all the same. Without it, every answer has to be in a certified \
       epoch."
  in
  Cmd.v
    (Cmd.info "verify" ~exits ~doc:"Audit the logs of a run and print the certified epoch.")
    Term.(const verify $ logs $ threads $ slots $ depth $ receipts $ expected)
