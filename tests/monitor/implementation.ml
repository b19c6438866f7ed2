(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* The C monitor (monitor/clean, compiled) beside the model: logs of honest hosts, and mutants of them by entries and by
   bytes, go to tests/monitor/c/answer.c. What it takes, answers, refuses and certifies is what the extracted model
   does.

     implementation.exe ANSWER [CASES [SEED]] *)
open Mutation

let program, count, seed =
  let number i ~default =
    if Array.length Sys.argv > i then Option.value (int_of_string_opt Sys.argv.(i)) ~default else default
  in
  match Sys.argv with
  | [| _ |] -> prerr_endline "usage: implementation ANSWER [CASES [SEED]]"; exit 2
  | argv -> (argv.(1), number 2 ~default:2000, number 3 ~default:1)

type case = { depth : int; slots : int; piece : int; logs : string array }

let encode c =
  let b = Buffer.create 4096 in
  Buffer.add_uint16_be b (Array.length c.logs);
  Buffer.add_uint16_be b c.depth;
  Buffer.add_int32_be b (Int32.of_int c.slots);
  Buffer.add_int32_be b (Int32.of_int c.piece);
  Array.iter (fun log -> Buffer.add_int32_be b (Int32.of_int (String.length log)); Buffer.add_string b log) c.logs;
  Buffer.contents b

(* ---- What the model makes of a log, entry by entry. *)

type ending = Exhausted | Cut_short | Malformed | Refused of Auditor_model.refusal

(* An answer: after how many bytes of the log, and its bytes. Where the C may stop: the largest value or argument of an
   entry, and how many operands it has. *)
type judged = { ending : ending; at : int; receipts : (int * string) list; sizes : (int, int * int) Hashtbl.t }

let value_size = function
  | Auditor_model.PData None -> 2
  | PData (Some v) -> 4 + String.length v
  | PMerkle (l, r) -> 1 + (if l = None then 1 else 68) + if r = None then 1 else 68

let receipt_bytes (r : Auditor.receipt) =
  let b = Buffer.create 64 in
  let u64 n = Buffer.add_int64_be b (Integer.to_int64 (Integer.signed_extract n 0 64)) in
  let counted s = Buffer.add_uint16_be b (String.length s); Buffer.add_string b s in
  Buffer.add_uint8 b (Integer.to_int r.z_function);
  u64 (fst r.z_stamp);
  Buffer.add_int32_be b (Int32.of_int (Integer.to_int (snd r.z_stamp)));
  u64 r.z_index;
  Buffer.add_uint8 b (List.length r.z_keys);
  List.iter
    (fun (k : string Auditor_model.packed_key) ->
      Buffer.add_uint16_be b (Integer.to_int k.p_digits);
      Buffer.add_string b k.p_word)
    r.z_keys;
  counted r.z_argument;
  counted r.z_result;
  Buffer.contents b

let judge auditor i log =
  let sizes = Hashtbl.create 8 in
  let rec go at receipts =
    let stop ending = { ending; at; receipts = List.rev receipts; sizes } in
    if at = String.length log then stop Exhausted
    else
      match Auditor.read log at with
      | Malformed (why, _) -> stop (if Auditor.is_cut_short why then Cut_short else Malformed)
      | Entry (entry, next) -> (
          (match entry with
          | PAddM (_, v, _, _) | PAddB (_, v, _, _, _) -> Hashtbl.replace sizes at (value_size v, 0)
          | PRun (_, ops, a) -> Hashtbl.replace sizes at (4 + String.length a, List.length ops)
          | _ -> ());
          match Auditor.feed auditor i entry with
          | Error why -> stop (Refused why)
          | Ok None -> go next receipts
          | Ok (Some r) -> go next ((next, receipt_bytes r) :: receipts))
  in
  go 0 []

(* ---- What the C says. *)

type answer = { status : int; why : int; taken : int; answered : string list }

let rec split_receipts s at acc =
  if at = String.length s then List.rev acc
  else
    let argument = at + 22 + (34 * Char.code s.[at + 21]) in
    let result = argument + 2 + String.get_uint16_be s argument in
    let next = result + 2 + String.get_uint16_be s result in
    split_receipts s next (String.sub s at (next - at) :: acc)

let number channel = Int32.to_int (String.get_int32_be (really_input_string channel 4) 0) land 0xffffffff

let read_answer channel threads =
  let certified = number channel in
  let thread _ =
    let status = input_byte channel in
    let why = input_byte channel in
    let taken = number channel in
    let length = number channel in
    { status; why; taken; answered = split_receipts (really_input_string channel length) 0 [] }
  in
  let threads = List.init threads thread in
  (certified, Array.of_list threads)

(* ---- Do they agree? *)

(* In the order of the union Refusal of monitor/clean/state.fl. *)
let reasons =
  Auditor_model.
    [| Slot_out_of_range; Slot_empty; Slot_full; Same_slot; Not_merkle; Not_data; Not_descendant; Value_not_initial;
       Value_does_not_fit; Wrong_digest; In_blum; Child_in_cache; Edge_elsewhere; Has_children; Wrong_parent; Root_key;
       Epoch_already_verified; Counter_overflow; Count_overflow; Epoch_overflow; Not_later; Added_by_merkle;
       Added_by_blum; Epoch_not_over; Bad_call; Not_absent; Not_in_cache; Value_too_large; Index_overflow;
         Still_needed |]

let value_too_large = 27
let malformed = 30
let too_many_operands = 31

(* The most bytes of a value that the C keeps. *)
let largest = 256

let full_agreement = ref 0
let waits = ref 0
let too_large = ref 0
let tally : (string, int) Hashtbl.t = Hashtbl.create 32
let counted what = Hashtbl.replace tally what (1 + Option.value (Hashtbl.find_opt tally what) ~default:0)

(* `Early: the C stopped before the model, as it may. *)
let thread_agrees log (m : judged) (c : answer) =
  let answers_to at = List.filter_map (fun (next, r) -> if next <= at then Some r else None) m.receipts in
  let same_answers = c.answered = answers_to c.taken in
  let early = c.taken <= m.at && same_answers in
  match c.status with
  | 0 -> (
      match m.ending with
      | Exhausted -> if c.taken = String.length log && same_answers then `Same else `Differ
      | Cut_short | Malformed -> if c.taken = m.at && same_answers then `Same else `Differ
      | Refused _ -> `Differ)
  | 4 when c.why = malformed -> if m.ending = Malformed && c.taken = m.at && same_answers then `Same else `Differ
  | 4 when c.why = value_too_large -> (
      match Hashtbl.find_opt m.sizes c.taken with Some (n, _) when n > largest && early -> `Early | _ -> `Differ)
  | 4 when c.why = too_many_operands -> (
      match Hashtbl.find_opt m.sizes c.taken with
      | Some (_, n) when n > 16 && early -> `Early
      | None when m.at = c.taken && early && m.ending <> Exhausted -> `Early  (* cut off, or malformed further on *)
      | _ -> `Differ)
  | 4 -> (
      match m.ending with
      | Refused why when c.why < Array.length reasons && reasons.(c.why) = why && c.taken = m.at && same_answers ->
          counted (Refusals.explain why);
          `Same
      | _ -> `Differ)
  | 2 | 3 -> if early then `Early else `Differ
  | _ -> `Differ

let agree case (certified, answers) =
  let threads = Array.length case.logs in
  let auditor = Auditor.start ~secret:"a secret of ours" ~slots:case.slots ~depth:case.depth ~threads () in
  let judged = Array.mapi (judge auditor) case.logs in
  Auditor.certify auditor;
  let expected = Auditor.certified auditor in
  let each = Array.mapi (fun i m -> thread_agrees case.logs.(i) m answers.(i)) judged in
  if Array.mem `Differ each then false
  else if Array.mem `Early each then begin
    Array.iter
      (fun a -> if a.status = 2 || a.status = 3 then incr waits else if a.why >= value_too_large then incr too_large)
      answers;
    certified <= expected
  end
  else begin
    incr full_agreement;
    certified = expected
  end

(* ---- Cases *)

let workloads =
  List.concat_map
    (fun (regime, threads) ->
      List.init 5 (fun i ->
          { Workload.records = 2 + (3 * i); operations = 8 * (i + 1); zipf = 0.5; threads; epochs = 1 + (i mod 3);
            regime; depth = (if i = 4 then 256 else 5); seed = 300 + i; mixed = i <> 1 }))
    Workload.[ (Merkle_only, 1); (Hybrid, 1); (Hybrid, 2); (All_blum, 1); (All_blum, 3) ]

let damage random log =
  let n = String.length log in
  if n = 0 then log
  else
    match Random.State.int random 3 with
    | 0 -> String.sub log 0 (Random.State.int random n)
    | 1 ->
        let b = Bytes.of_string log in
        Bytes.set b (Random.State.int random n) (Char.chr (Random.State.int random 256));
        Bytes.to_string b
    | _ ->
        let i = Random.State.int random n in
        let added = String.make (1 + Random.State.int random 3) (Char.chr (Random.State.int random 9)) in
        String.sub log 0 i ^ added ^ String.sub log i (n - i)

(* A value of any length where a put is. *)
let lengthen random log =
  List.map
    (function
      | Monitor_model.Run (f, ops, _) when Numbers.int_of_n f = 1 && Random.State.int random 8 = 0 ->
          Monitor_model.Run (f, ops, Numbers.chars (String.make (Random.State.int random 400) 'x'))
      | Run (f, ops, a) when Random.State.int random 20 = 0 ->
          Run (f, List.concat (List.init (Random.State.int random 20) (fun _ -> ops)), a)
      | e -> e)
    log

(* Records come back as if another thread had evicted them. *)
let other_thread random log =
  List.map
    (function
      | Monitor_model.AddB (k, v, s, t, i) when Random.State.int random 6 = 0 ->
          Monitor_model.AddB (k, v, s, t, Numbers.n_of_int (1 - min 1 (Numbers.int_of_n i)))
      | e -> e)
    log

let () =
  let random = Random.State.make [| seed |] in
  let bases = Array.of_list (List.map (fun w -> let logs = Workload.generate w in (w, logs, pool logs)) workloads) in
  let make k =
    let w, logs, pool = bases.(k mod Array.length bases) in
    let kind = if k < Array.length bases then 0 else 1 + (k / Array.length bases mod 5) in
    let logs =
      match kind with
      | 0 -> logs
      | 1 | 2 -> mutate random pool logs
      | 3 -> logs
      | 4 -> Array.map (other_thread random) logs
      | _ -> Array.map (lengthen random) (if Random.State.bool random then mutate random pool logs else logs)
    in
    let logs = Array.map Reference.print logs in
    if kind = 3 then begin
      let i = Random.State.int random (Array.length logs) in
      logs.(i) <- damage random logs.(i)
    end;
    let piece = [| 1; 7; 100; 1_000_000 |].(Random.State.int random 4) in
    { depth = w.depth; slots = (if Random.State.int random 20 = 0 then 3 else 65536); piece; logs }
  in
  let cases = Array.init count make in
  let from_c, to_c = Unix.open_process (Filename.quote program) in
  let wrong = ref [] in
  Array.iteri
    (fun k case ->
      output_string to_c (encode case);
      flush to_c;
      if not (agree case (read_answer from_c (Array.length case.logs))) then wrong := k :: !wrong)
    cases;
  close_out to_c;
  let quiet = Unix.close_process (from_c, to_c) = WEXITED 0 in
  Tap.note "%d cases, seed %d: %d alike to the end; %d threads wait for an epoch, %d refuse a value over %d bytes" count
    seed !full_agreement !waits !too_large largest;
  Tap.note "refusals alike: %s"
    (String.concat ", " (List.sort compare (Hashtbl.fold (fun why n l -> Printf.sprintf "%s %d" why n :: l) tally [])));
  (match !wrong with [] -> () | k :: _ -> Tap.note "they differ on %d cases; one is number %d" (List.length !wrong) k);
  Tap.check
    (Printf.sprintf "%d logs and mutants: the C takes, answers, refuses and certifies what the model does" count)
    (!wrong = []);
  Tap.check "... most of them to the end" (10 * !full_agreement > 8 * count);
  Tap.check "... with many reasons" (Hashtbl.length tally >= 12);
  Tap.check "the C ends well" quiet;
  Tap.finish ()
