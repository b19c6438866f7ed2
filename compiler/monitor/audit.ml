(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Auditor_model

type remark = { path : string; offset : int option; message : string; entry : string option }

type report = {
  faults : remark list;
  failures : remark list;
  torn : remark list;
  started : Log_header.t option;
  certified : int;
  ends : (int * string option) option;
  stuck : bool;
  answers : int;
  certified_answers : int;
  entries : int;
}

type expected = {
  threads : int option;
  slots : int option;
  depth : int option;
  root : string option;
  goes_on_in : int option;
}

let anything = { threads = None; slots = None; depth = None; root = None; goes_on_in = None }
type progress = Before_header | In_thread of int | Over

type log = { source : Log_source.t; mutable at : progress; mutable thread : int; mutable entry : int }

type t = {
  expected : expected;
  answered : Auditor.receipt -> unit;
  mutable first : (string * Log_header.t) option;
  owners : (int, string) Hashtbl.t;  (* of each thread, the path of its log *)
  mutable auditor : Auditor.t option;
  mutable boundary : (Auditor.t * bool) option;
      (* as the last certified epoch left it, or the last that counts; whether no operation of a later epoch was done *)
  mutable latest : int;  (* the epoch of the last answer *)
  mutable faults : remark list;
  mutable failures : remark list;
  mutable torn : remark list;
  mutable stuck : bool;
  mutable hopeless : bool;
  mutable bytes : int;
  mutable entries : int;
  mutable answers : int;
  mutable certified_answers : int;
  waiting : (int, int) Hashtbl.t;  (* answers in each epoch that may yet be certified *)
}

let max_pipes = 500
let max_open_files = 200

(* An epoch's distance from the slowest thread's, beyond which a file waits: what is collected for it grows with the
   distance. *)
let max_lead = 1000
let remark ?offset path fmt = Printf.ksprintf (fun message -> { path; offset; message; entry = None }) fmt
let fault t r = t.faults <- r :: t.faults
let finish log = log.at <- Over; Log_source.close log.source

let fail t log ?offset ?entry fmt =
  Printf.ksprintf
    (fun message ->
      t.failures <- { path = Log_source.path log.source; offset; message; entry } :: t.failures;
      finish log)
    fmt

(* ** Headers *)

let disagreement expected (h : Log_header.t) =
  let differs option what said found =
    match said with
    | Some n when n <> found -> Some (Printf.sprintf "this log is of a run with %d %s; %s says %d" found what option n)
    | _ -> None
  in
  List.find_map Fun.id
    [
      differs "--expect-threads" "threads" expected.threads h.threads;
      differs "--slots" "slots in each cache" expected.slots h.slots;
      differs "--depth" "digits in a data key" expected.depth h.depth;
      (let root = Show.hex (Reference.sha256 h.root) in
       match expected.root with
       | None when Log_header.from_nothing h -> None
       | None ->
           Some
             (Printf.sprintf
                "this run began from a store, not from nothing: in epoch %d, from the root %s; --root says that this \
                 is what was sealed"
                h.first_epoch root)
       | Some expected when expected = root -> None
       | Some expected -> Some (Printf.sprintf "this run began from the root %s; expected is %s" root expected));
    ]

let attach t log (h : Log_header.t) =
  let path = Log_source.path log.source in
  let refuse r = fault t r; finish log in
  match (disagreement t.expected h, t.first, Hashtbl.find_opt t.owners h.thread) with
  | Some why, _, _ -> refuse (remark path "%s" why)
  | None, Some (other, first), _ when Log_header.clash first h <> None ->
      refuse (remark path "this log and %s do not belong together: %s" other (Option.get (Log_header.clash first h)))
  | None, _, Some other -> refuse (remark path "a second log of thread %d; the first is %s" h.thread other)
  | None, first, None ->
      if first = None then begin
        t.first <- Some (path, h);
        let auditor =
          Auditor.start ~root:h.root ~first_epoch:h.first_epoch ~slots:h.slots ~depth:h.depth ~threads:h.threads ()
        in
        t.auditor <- Some auditor;
        t.boundary <- Some (Auditor.copy auditor, true)
      end;
      Hashtbl.replace t.owners h.thread path;
      log.thread <- h.thread;
      log.at <- In_thread h.thread

let read_header t log =
  let text = Log_source.text log.source in
  match Log_header.parse text with
  | Ok (h, length) -> Log_source.use log.source length; attach t log h
  | Error (offset, why) ->
      (* a beginning that no header has is reported at once: /dev/zero has no end *)
      if Log_header.is_complete text || Log_source.is_at_end log.source then begin
        fault t (remark ~offset (Log_source.path log.source) "%s" why);
        finish log
      end

(* Runs of thread numbers, as people write them. *)
let missing t (h : Log_header.t) =
  let rec runs i acc =
    if i >= h.threads then List.rev acc
    else if Hashtbl.mem t.owners i then runs (i + 1) acc
    else
      let rec last j = if j + 1 < h.threads && not (Hashtbl.mem t.owners (j + 1)) then last (j + 1) else j in
      let j = last i in
      runs (j + 1) ((if i = j then string_of_int i else Printf.sprintf "%d-%d" i j) :: acc)
  in
  match runs 0 [] with
  | [] -> None
  | [ one ] when not (String.contains one '-') ->
      Some (Printf.sprintf "the log of thread %s is missing; the run has %d threads" one h.threads)
  | some ->
      let shown = List.filteri (fun i _ -> i < 20) some in
      Some
        (Printf.sprintf "the logs of threads %s%s are missing; the run has %d threads"
           (String.concat ", " shown)
           (if List.length some > 20 then ", ..." else "")
           h.threads)

(* Every log has shown its header. *)
let settle t =
  match t.first with
  | Some (path, h) when t.faults = [] -> Option.iter (fun why -> fault t (remark path "%s" why)) (missing t h)
  | _ -> ()

(* ** Entries *)

let give_up t auditor =
  t.hopeless <- true;
  Hashtbl.reset t.waiting;
  Auditor.give_up auditor

(* Epochs that the next run does not know of do not count. *)
let counts t epoch = match t.expected.goes_on_in with Some first -> epoch < first | None -> true

let certify t auditor =
  if not t.hopeless then begin
    let before = Auditor.certified auditor in
    Auditor.certify auditor;
    let now = Auditor.certified auditor in
    for epoch = before to now - 1 do
      if counts t epoch then
        t.certified_answers <- t.certified_answers + Option.value (Hashtbl.find_opt t.waiting epoch) ~default:0;
      Hashtbl.remove t.waiting epoch
    done;
    if now > before && counts t (now - 1) then t.boundary <- Some (Auditor.copy auditor, t.latest < now);
    if Auditor.is_stuck auditor then begin
      t.stuck <- true;
      give_up t auditor
    end
  end

let take t (receipt : Auditor.receipt) =
  t.answers <- t.answers + 1;
  let epoch = Auditor.epoch_of receipt in
  t.latest <- max t.latest epoch;
  if not t.hopeless then
    Hashtbl.replace t.waiting epoch (1 + Option.value (Hashtbl.find_opt t.waiting epoch) ~default:0);
  t.answered receipt

let read_entries t auditor log thread =
  let text = Log_source.text log.source and start = Log_source.offset log.source in
  let rec go at =
    if at >= String.length text then at
    else
      match Auditor.read text at with
      | Malformed (why, _) when Auditor.is_cut_short why && not (Log_source.is_at_end log.source) -> at
      | Malformed (why, place) when Auditor.is_cut_short why ->
          let path = Log_source.path log.source in
          let said =
            remark ~offset:(start + place) path "entry %d is torn, from byte %d on: %s" log.entry (start + at)
              (Auditor.complaint why)
          in
          t.torn <- said :: t.torn;
          finish log;
          at
      | Malformed (why, place) ->
          fail t log ~offset:(start + place) "malformed entry: %s" (Auditor.complaint why);
          at
      | Entry (entry, next) -> (
          match Auditor.feed auditor thread entry with
          | Result.Error why ->
              let shown = Show.raw (String.sub text at (next - at)) in
              fail t log ~offset:(start + at) ~entry:shown "entry %d refused: %s" log.entry (Refusals.explain why);
              at
          | Result.Ok answer ->
              log.entry <- log.entry + 1;
              t.entries <- t.entries + 1;
              Option.iter (take t) answer;
              (match entry with PVerifyEpoch -> certify t auditor | _ -> ());
              go next)
  in
  let used = go 0 in
  t.bytes <- t.bytes + used;
  Log_source.use log.source used;
  if log.at <> Over && Log_source.is_at_end log.source then finish log

let turn t log =
  let is_new = log.at = Before_header in
  match Log_source.fill log.source with
  | Result.Error why -> fail t log ~offset:(Log_source.offset log.source) "it cannot be read: %s" why
  | Result.Ok () -> (
      if is_new then read_header t log;
      match (log.at, t.auditor) with
      | In_thread thread, Some auditor when is_new || Log_source.has_news log.source ->
          read_entries t auditor log thread
      | _ -> ())

(* ** Rounds *)

let is_over log = log.at = Over

(* A thread whose log is over keeps the epochs that it has not verified from ever being certified. *)
let nothing_more auditor logs =
  List.exists (fun log -> is_over log && Auditor.verified auditor log.thread <= Auditor.certified auditor) logs

let allowed t live files =
  match t.auditor with
  | None -> files
  | Some auditor ->
      let epoch log = match log.at with In_thread i -> Auditor.verified auditor i | Before_header | Over -> 0 in
      let slowest = List.fold_left (fun e log -> min e (epoch log)) max_int live in
      List.filter (fun log -> epoch log - slowest <= max_lead) files

let run ~expected ~answered ~progress paths =
  let t =
    {
      expected; answered; first = None; owners = Hashtbl.create 16; auditor = None; boundary = None; latest = -1; faults = [];
      failures = []; torn = []; stuck = false; hopeless = false; bytes = 0; entries = 0; answers = 0; certified_answers = 0;
      waiting = Hashtbl.create 16;
    }
  in
  let many = List.length paths > max_open_files in
  let open_log path =
    match Log_source.opened path with
    | Ok source ->
        if many then Log_source.park source;
        Some { source; at = Before_header; thread = 0; entry = 0 }
    | Error why -> fault t (remark path "%s" why); None
  in
  let logs = List.filter_map open_log paths in
  let rec rounds ~settled live =
    let files, pipes = List.partition (fun log -> Log_source.is_file log.source) live in
    let files = allowed t live files in
    let ready =
      if pipes = [] then [] else Log_source.readable ~wait:(files = []) (List.map (fun log -> log.source) pipes)
    in
    let take_turn log = turn t log; if many then Log_source.park log.source in
    List.iter take_turn files;
    List.iter (fun log -> if List.memq log.source ready then take_turn log) pipes;
    let settled = settled || if List.exists (fun log -> log.at = Before_header) logs then false else (settle t; true) in
    progress ~bytes:t.bytes ~entries:t.entries;
    match List.filter (fun log -> not (is_over log)) live with
    | _ when t.faults <> [] -> ()
    | [] -> ()
    | live ->
        let over auditor = settled && (not t.hopeless) && nothing_more auditor logs in
        Option.iter (fun auditor -> if over auditor then give_up t auditor) t.auditor;
        rounds ~settled live
  in
  let rec dealt_out = function
    | [] -> ()
    | log :: rest ->
        let same = List.find_opt (fun other -> Log_source.shares_bytes log.source other.source) rest in
        Option.iter
          (fun other ->
            fault t
              (remark (Log_source.path other.source) "the same as %s, which can be read only once"
                 (Log_source.path log.source)))
          same;
        dealt_out rest
  in
  let too_many path = fault t (remark path "too many pipes: %d can be read at once; of files there is no limit" max_pipes) in
  (match List.filter (fun log -> not (Log_source.is_file log.source)) logs with
  | first :: _ as pipes when List.length pipes > max_pipes -> too_many (Log_source.path first.source)
  | pipes -> dealt_out pipes);
  if t.faults = [] then (try rounds ~settled:false logs with Log_source.Too_many -> too_many (List.hd paths));
  List.iter (fun log -> Log_source.close log.source) logs;
  let boundary = if t.faults = [] then t.boundary else None in
  let certified =
    match (boundary, expected.goes_on_in) with
    | None, _ -> 0
    | Some _, None -> (match t.auditor with Some auditor -> Auditor.certified auditor | None -> 0)
    | Some (boundary, _), Some _ -> Auditor.certified boundary
  in
  let started = Option.map snd t.first in
  let left (auditor, is_whole) = (Auditor.certified auditor, if is_whole then Auditor.sealed_root auditor else None) in
  {
    started; ends = Option.map left boundary;
    faults = List.rev t.faults; failures = List.rev t.failures; torn = List.rev t.torn; certified; stuck = t.stuck;
    answers = t.answers; certified_answers = (if t.faults = [] then t.certified_answers else 0); entries = t.entries;
  }
