(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Cmdliner
open Fairlead_cli

(* What was certified is said, but not as if all were well. *)
let torn_status = 4

let say ~help ({ path; offset; message; entry } : Audit.remark) =
  let part message : Message.part = { where = path; place = Option.map (fun n -> Message.Byte n) offset; message } in
  Message.print { error = part message; notes = List.map part (Option.to_list entry); help }

let wrong ~help fmt = Printf.ksprintf (fun why -> ignore (Complaint.diagnosed "fairlead" "%s" why ~help)) fmt
let look = "`fairlead monitor show LOG` prints its entries; docs/monitor-log.md says what they are"
let one_run = "give all logs of one run, each once; of runs that follow one another: --chain"
let go_on = "let each thread verify its epoch before the log ends, or ask with --expect-epoch for one that is complete"

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

(* Where the run began and where it ended, of one that did not begin with nothing, or that others go on from. *)
let say_place (report : Audit.report) =
  Option.iter
    (fun (h : Log_header.t) ->
      Printf.printf "from epoch %d, root %s" h.first_epoch (Chain.root_of h);
      if h.incarnation > 0 then Printf.printf ", incarnation %d" h.incarnation;
      print_newline ())
    report.started;
  match report.ends with
  | Some (_, Some root) -> Printf.printf "left the root %s\n" (Show.hex root)
  | Some (_, None) | None -> ()

let first_epoch (report : Audit.report) =
  match report.started with Some h when report.faults = [] -> h.first_epoch | Some _ | None -> 0

(* What is said at the end, and whether it is success. Only what is certified is: that nothing was refused is not
   enough, because a log that stops before its epoch is verified has nothing to be refused for. *)
let verdict (report : Audit.report) ~goes_on expected =
  let some = report.certified > first_epoch report in
  if some then Printf.printf "certified up to epoch %d\n" (report.certified - 1)
  else print_endline "no epoch is certified";
  let left = report.answers - report.certified_answers in
  let rest () = if left > 0 then wrong ~help:go_on "answers that are not certified: %d" left in
  let note () = if left > 0 then Message.say_plainly "note: answers that are not certified: %d" left in
  let enough =
    match expected with
    | Some _ when goes_on -> note (); true
    | Some epoch when not (some && report.certified > epoch) ->
        wrong ~help:go_on "epoch %d is not certified" epoch; false
    | Some _ -> note (); true
    | None when (not some) && not goes_on ->
        if report.faults = [] then
          wrong ~help:go_on "nothing is certified: an epoch is when the logs of all threads verify it";
        false
    | None -> rest (); left = 0
  in
  if (not enough) || report.faults <> [] || report.failures <> [] || report.stuck then Exit_status.diagnosed
  else if report.torn <> [] then torn_status
  else Exit_status.ok

(* What is read is garbage soon after: a young generation of 8 MB takes nearly all of it. *)
let tune () = Gc.set { (Gc.get ()) with minor_heap_size = 1_048_576; space_overhead = 200 }

(* One run, and what to say of it; the report, if there was room to make one. *)
let audit_run paths wanted receipts =
  tune ();
  let tell, clear = progress () in
  let spool = Spool.create () in
  let answered (receipt : Auditor.receipt) =
    if receipts then Spool.add spool (Auditor.epoch_of receipt) (Show.receipt receipt)
  in
  match Fun.protect ~finally:clear (fun () -> Audit.run ~expected:wanted ~answered ~progress:tell paths) with
  | exception Sys_error why -> wrong ~help:"make room in the folder of temporary files, or name another by TMPDIR"
    "no room for the receipts: %s" why; None
  | report ->
      if report.faults = [] then
        Spool.drain spool (fun epoch line ->
            print_string line;
            print_endline (if epoch < report.certified then ", certified" else ", not certified"));
      flush stdout;
      List.iter (say ~help:one_run) report.faults;
      List.iter (say ~help:look) report.failures;
      List.iter (say ~help:look) report.torn;
      if report.stuck then begin
        let which = if wanted.goes_on_in = None then Printf.sprintf "epoch %d" report.certified else "an epoch" in
        wrong "%s does not certify: what was added is not what was evicted" which
          ~help:"the store, or the host, gave back another record than was put away: trust no answer from there on"
      end;
      Some report

(* Of epochs before the first one nothing was looked at; that a root was given does not certify them. *)
let is_before expected first =
  match expected with
  | Some epoch when epoch < first ->
      wrong "epoch %d is before the first one in these logs, %d: nothing certifies it" epoch first
        ~help:"give the logs of the run before, too, with --chain";
      true
  | Some _ | None -> false

let verify_run paths wanted receipts expected =
  match audit_run paths wanted receipts with
  | None -> Exit_status.diagnosed
  | Some report ->
      if report.faults = [] && wanted.root <> None then say_place report;
      let status = verdict report ~goes_on:false expected in
      if is_before expected (first_epoch report) then Exit_status.diagnosed else status

(* A void answer is one that no later run knows of. *)
let rec verify_chain links wanted receipts expected =
  match links with
  | [] -> Exit_status.ok
  | (path, _) :: rest -> (
      let next = List.nth_opt rest 0 in
      let goes_on_in = Option.map (fun (_, (h : Log_header.t)) -> h.first_epoch) next in
      Printf.printf "%s\n" (Message.visible path);
      match audit_run [ path ] { wanted with goes_on_in } receipts with
      | None -> Exit_status.diagnosed
      | Some report -> (
          if report.faults = [] then say_place report;
          let status = verdict report ~goes_on:(next <> None) expected in
          match Option.bind next (Chain.break report path) with
          | Some why -> flush stdout; say ~help:one_run why; Exit_status.diagnosed
          | None when report.faults <> [] -> status
          | None ->
              let root = Option.map (fun (_, h) -> Chain.root_of h) next in
              let later = verify_chain rest { wanted with root } receipts expected in
              if status = Exit_status.ok || later = Exit_status.diagnosed then later else status))

let verify_logs paths chain wanted receipts expected =
  if not chain then verify_run paths wanted receipts expected
  else
    match Chain.headers paths with
    | Ok links ->
        let status = verify_chain links wanted receipts expected in
        let first = match links with (_, (h : Log_header.t)) :: _ -> h.first_epoch | [] -> 0 in
        if is_before expected first then Exit_status.diagnosed else status
    | Error why -> print_endline "no epoch is certified"; flush stdout; say ~help:one_run why; Exit_status.diagnosed

let is_digest text =
  String.length text = 64 && String.for_all (function '0' .. '9' | 'a' .. 'f' -> true | _ -> false) text

let verify paths threads slots depth root chain receipts expected =
  let outside option low high = function
    | Some n when n < low || n > high -> Some (option, Printf.sprintf "the number is between %d and %d" low high)
    | Some _ | None -> None
  in
  let wrong =
    List.find_map Fun.id
      [
        outside "--expect-threads" 1 Log_header.max_threads threads;
        outside "--slots" 1 Log_header.max_slots slots;
        outside "--depth" 1 Log_header.max_depth depth;
        outside "--expect-epoch" 0 max_int expected;
        (match root with
        | Some text when not (is_digest text) -> Some ("--root", "a digest has 64 hexadecimal digits, in small letters")
        | Some _ | None -> None);
        (if List.length paths > Log_header.max_threads then
         Some ("LOG", Printf.sprintf "there are at most %d logs" Log_header.max_threads)
        else None);
      ]
  in
  match wrong with
  | Some (option, why) -> Complaint.usage option "%s" why ~help:"see `fairlead monitor verify --help`"
  | None -> verify_logs paths chain { Audit.threads; slots; depth; root; goes_on_in = None } receipts expected

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
  let root =
    Arg.(
      value
      & opt (some string) None
      & info [ "root" ] ~docv:"DIGEST"
          ~doc:
            "Insist on a run that began from the store whose root has this digest, such as $(b,fairlead monitor check) \
             prints of a seal. Without it, the run must have begun with the empty store in epoch 0.")
  in
  let chain =
    Arg.(
      value & flag
      & info [ "chain" ]
          ~doc:
            "The logs are of runs that followed one another, of one thread each, in this order; every one must begin \
             from the root that the one before it left at the end of a certified epoch. Answers of later epochs, which \
             the next run did not know of, are not certified.")
  in
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
    (Message.formatted Term.(const verify $ logs $ threads $ slots $ depth $ root $ chain $ receipts $ expected))
