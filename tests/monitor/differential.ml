(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
(* The auditor beside the model, on logs that are valid, mutated entry by entry, and mutated byte by byte: the same
   entries read, the same byte found malformed, the same receipts, refusals and certified epochs. And whole files with
   mutated bytes through the command's own loop. *)
open Numbers

let count = match Sys.argv with [| _; n |] -> Option.value (int_of_string_opt n) ~default:1_000 | _ -> 1_000
let random = Random.State.make [| 15 |]
let int n = Random.State.int random n

let workloads =
  List.concat_map
    (fun (regime, threads) ->
      List.init 4 (fun i ->
          let depth = if i = 3 then 256 else 3 in
          let records = 2 + (i mod 3) and seed = 40 + i in
          { Workload.records; operations = 4 + i; zipf = 0.5; threads; epochs = 2; regime; depth; seed;
             mixed = i mod 2 = 1 }))
    Workload.[ (Merkle_only, 1); (Hybrid, 1); (Hybrid, 2); (All_blum, 1); (All_blum, 3) ]

let base w =
  let logs = Workload.generate w in
  (w, logs, Mutation.pool logs)

let bases = Array.of_list (List.map base workloads)

(* ** What both say *)

type said = {
  receipts : (int * string * int * (int * string * bool list list * string)) list;
      (* thread, when, index; function, argument, keys, result *)
  refusals : (int * int * Monitor_model.refusal) list;  (* thread, entry *)
  certified : int;
  stuck : bool;
}

let by_model (w : Workload.t) ~slots logs =
  let config = Reference.config ~slots ~depth:w.depth ~threads:w.threads (Reference.sum_hash ~secret:"a secret") in
  let report = Reference.verify config logs in
  {
    receipts =
      List.map
        (fun (r : Monitor_model.receipt) ->
          let epoch, counter = r.r_stamp in
          ( int_of_n r.r_tid,
            text_of_n epoch ^ "." ^ text_of_n counter,
            int_of_n r.r_index,
            (int_of_n r.r_function, string_of_chars r.r_argument, r.r_keys, string_of_chars r.r_result) ))
        report.receipts;
    refusals = List.map (fun (r : Reference.refused) -> (r.thread, r.where.entry, r.why)) report.refusals;
    certified = (match report.certified with Some e -> e + 1 | None -> 0);
    stuck = report.stuck <> None;
  }

let bits_of (k : string Auditor_model.packed_key) =
  let digits = Integer.to_int k.p_digits in
  List.filteri (fun i _ -> i < digits) (Monitor_model.bits_of_bytes (chars k.p_word))

let seen (r : Auditor.receipt) =
  let epoch, counter = r.z_stamp in
  ( Integer.to_int r.z_tid,
    Integer.to_string epoch ^ "." ^ Integer.to_string counter,
    Integer.to_int r.z_index,
    (Integer.to_int r.z_function, r.z_argument, List.map bits_of r.z_keys, r.z_result) )

let by_auditor (w : Workload.t) ~slots texts =
  let auditor = Auditor.start ~slots ~depth:w.depth ~threads:w.threads () in
  let receipts = ref [] and refusals = ref [] in
  Array.iteri
    (fun thread text ->
      let rec go entry at =
        if at < String.length text then
          match Auditor.read text at with
          | Malformed _ -> failwith "a printed entry is malformed"
          | Entry (what, next) -> (
              match Auditor.feed auditor thread what with
              | Ok receipt -> Option.iter (fun r -> receipts := seen r :: !receipts) receipt; go (entry + 1) next
              | Error why ->
                  refusals := (thread, entry, Refusals.of_auditor why) :: !refusals;
                  (* and for good *)
                  if Auditor.feed auditor thread what <> Error Auditor_model.Thread_failed then
                    failwith "a stopped thread went on")
      in
      go 0 0)
    texts;
  Auditor.certify auditor;
  {
    receipts = List.rev !receipts;
    refusals = List.rev !refusals;
    certified = Auditor.certified auditor;
    stuck = Auditor.is_stuck auditor;
  }

(* ** Mutated entries *)

let refused = ref 0
let certified = ref 0
let stuck = ref 0

let agree k =
  let w, logs, pool = bases.(k mod Array.length bases) in
  let logs = if k < Array.length bases then logs else Mutation.mutate random pool logs in
  let slots = if int 4 = 0 then 3 else 12 in
  let m = by_model w ~slots logs in
  let a = by_auditor w ~slots (Array.map Reference.print logs) in
  if m.refusals <> [] then incr refused;
  if m.certified > 0 then incr certified;
  if m.stuck then incr stuck;
  if m <> a then
    Tap.note "mutant %d: the model certifies %d epochs, the auditor %d; %d and %d refusals" k m.certified a.certified
      (List.length m.refusals) (List.length a.refusals);
  m = a

(* ** Mutated bytes *)

let corrupt text =
  let b = Bytes.of_string text in
  for _ = 0 to int 3 do
    if Bytes.length b > 0 then Bytes.set b (int (Bytes.length b)) (Char.chr (if int 2 = 0 then int 10 else int 256))
  done;
  let text = Bytes.to_string b in
  match int 4 with
  | 0 -> String.sub text 0 (int (String.length text + 1))
  | 1 when text <> "" ->
      let at = int (String.length text) in
      let n = min (int 60) (String.length text - at) in
      String.sub text 0 at ^ String.sub text (at + n) (String.length text - at - n)
  | _ -> text

let complaint : Auditor_model.complaint -> string = Auditor.complaint

(* Entry for entry what the model's parser finds, and the same complaint at the same byte. *)
let reads_alike text =
  let rec go at acc =
    if at >= String.length text then Result.Ok (List.rev acc)
    else
      match Auditor.read text at with
      | Entry (_, next) -> go next (String.sub text at (next - at) :: acc)
      | Malformed (why, place) -> Result.Error (place, complaint why)
  in
  match (go 0 [], Reference.parse text) with
  | Ok mine, Ok theirs -> mine = List.map (fun e -> Reference.print [ e ]) theirs
  | Error mine, Error theirs -> mine = theirs
  | _ -> false

let text_of k =
  let _, logs, _ = bases.(k mod Array.length bases) in
  Reference.print logs.(int (Array.length logs))

(* ** Whole files *)

let in_folder = Filename.temp_file "fairlead" ".logs"
let write path text = let out = open_out_bin path in output_string out text; close_out out

(* The model's word on what is in the files: nothing if they are not the logs of one run, else what it certifies of
   their readable beginnings. *)
let files_agree k =
  let w, logs, _ = bases.(k mod Array.length bases) in
  let run = "0123456789abcdef" in
  let header thread = Log_header.print (Log_header.plain ~thread ~threads:w.threads ~slots:65536 ~depth:w.depth ~run) in
  let texts = Array.mapi (fun i log -> header i ^ Reference.print log) logs in
  let victim = int (Array.length texts) in
  let texts = Array.mapi (fun i text -> if i = victim then corrupt text else text) texts in
  let paths = Array.mapi (fun i text -> let path = Printf.sprintf "%s.%d" in_folder i in write path text; path) texts in
  let receipts = ref [] in
  let report =
    Audit.run
      ~expected:Audit.anything
      ~answered:(fun r -> receipts := seen r :: !receipts)
      ~progress:(fun ~bytes:_ ~entries:_ -> ())
      (List.rev (Array.to_list paths))
  in
  Array.iter Sys.remove paths;
  let start = String.length (header 0) in
  let body text = String.sub text start (String.length text - start) in
  match Log_header.parse texts.(victim) with
  | Error _ -> report.faults <> [] && report.certified = 0
  | Ok (h, n) when if w.threads > 1 then Ok (h, n) <> Log_header.parse (header victim) else h.threads <> 1 ->
      report.faults <> [] && report.certified = 0
  | Ok (h, _) ->
      let beginning text =
        match Reference.parse text with
        | Ok entries -> entries
        | Error (at, _) ->
            let rec upto n =
              if n < 0 then []
              else match Reference.parse (String.sub text 0 n) with Ok entries -> entries | Error _ -> upto (n - 1)
            in
            upto at
      in
      let beginnings = Array.map (fun text -> beginning (body text)) texts in
      let m = by_model { w with depth = h.depth } ~slots:h.slots beginnings in
      report.faults = [] && report.certified = m.certified && report.stuck = m.stuck
      && List.length report.failures >= List.length m.refusals
      && List.sort compare !receipts = List.sort compare m.receipts
      && report.certified_answers = List.length (List.filter (fun (_, at, _,
        _) -> Scanf.sscanf at "%[0-9]" (fun e -> String.length e < 10 && int_of_string e < m.certified)) m.receipts)

let all n f = List.for_all f (List.init n Fun.id)

let () =
  let check n what f = Tap.check (Printf.sprintf "%d %s" n what) (all n f) in
  check count "logs, valid and mutated: the auditor answers, refuses and certifies what the model does" agree;
  Tap.note "%d refused, %d certify some epoch, %d have an epoch that never does" !refused !certified !stuck;
  Tap.check "there were all kinds" (!refused > 0 && !certified > 0 && !stuck > 0);
  check (5 * count) "texts with bytes changed, cut or left out: read alike, to the same byte" (fun k ->
      reads_alike (corrupt (text_of k)));
  check (5 * count) "texts of noise" (fun _ ->
      reads_alike (String.init (int 80) (fun i -> Char.chr (int (if i = 0 then 10 else 256)))));
  check (count / 4) "runs with a mutated file: nothing is certified that the model does not" files_agree;
  Sys.remove in_folder;
  Tap.finish ()
