(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Monitor_model
open Numbers

let sha256 text = Cryptokit.(hash_string (Hash.sha256 ()) text)
let hmac_sha256 ~key text = Cryptokit.(hash_string (MAC.hmac_sha256 key) text)
let value_digest v = chars (sha256 (string_of_chars (print value_codec v)))

let sum_hash ~secret =
  let keys = Hashtbl.create 16 in
  let key_of epoch =
    match Hashtbl.find_opt keys epoch with
    | Some key -> key
    | None ->
        let key = hmac_sha256 ~key:secret (Printf.sprintf "epoch %d" epoch) in
        Hashtbl.replace keys epoch key;
        key
  in
  let prf epoch element =
    let bytes = string_of_chars (print element_codec element) in
    z_of_string (String.sub (hmac_sha256 ~key:(key_of (int_of_n epoch)) bytes) 0 16)
  in
  prf_sum_hash (z_of_string "\128") prf

let random_secret () =
  let channel = open_in_bin "/dev/urandom" in
  Fun.protect ~finally:(fun () -> close_in channel) (fun () -> really_input_string channel 32)

let config ?(slots = 65536) ?(depth = 256) ~threads mh =
  let depth = n_of_int depth in
  {
    store_size = n_of_int slots; n_threads = n_of_int threads; depth; functions = standard;
    first_root = initial depth []; first_epoch = N0; digest = value_digest; mh;
  }

type location = { entry : int; offset : int }

let complaint = function
  | Truncated -> "the log ends in the middle of an entry"
  | Unknown_tag -> "unknown tag"
  | Bad_key -> "a key has more than 256 digits or a bit set past its digits"
  | Bad_flag -> "an in-Blum mark is neither 0 nor 1"
  | Oversized -> "a value is longer than what is left of the log"

let parse text =
  match parse_log (chars text) with
  | Inl entries -> Result.Ok entries
  | Inr (why, rest) -> Error (String.length text - List.length rest, complaint why)

let print_entry entry = string_of_chars (print entry_codec entry)
let print entries = String.concat "" (List.map print_entry entries)

type refused = { thread : int; where : location; what : entry; why : refusal }
type report = { refusals : refused list; certified : int option; stuck : int option; receipts : receipt list }

let certified_up_to report epoch = match report.certified with Some last -> epoch <= last | None -> false
let is_certified report receipt = certified_up_to report (int_of_n (r_epoch receipt))

let verify config logs =
  let receipts = ref [] in
  let feed_log (monitor, refusals) (thread, log) =
    let tid = n_of_int thread in
    let rec go monitor where = function
      | [] -> (monitor, refusals)
      | what :: rest -> (
          (match answer config monitor (Feed (tid, what)) with
          | Some receipt -> receipts := receipt :: !receipts
          | None -> ());
          match feed config monitor tid what with
          | monitor, None ->
              let offset = where.offset + String.length (print_entry what) in
              go monitor { entry = where.entry + 1; offset } rest
          | monitor, Some why -> (monitor, { thread; where; what; why } :: refusals))
    in
    go monitor { entry = 0; offset = 0 } log
  in
  let monitor, refusals =
    Array.fold_left feed_log (init_monitor, []) (Array.mapi (fun thread log -> (thread, log)) logs)
  in
  let monitor = certify config monitor in
  let next = next_to_certify config monitor in
  {
    refusals = List.rev refusals;
    certified = Option.map int_of_n monitor.m_certified;
    stuck = (if complete config monitor next then Some (int_of_n next) else None);
    receipts = List.rev !receipts;
  }

let explain_refusal = function
  | Slot_out_of_range -> "the slot is outside the store"
  | Slot_empty -> "the slot is empty"
  | Slot_full -> "the slot is full"
  | Same_slot -> "one slot is named twice"
  | Not_merkle -> "the slot does not hold a Merkle record"
  | Not_data -> "the slot does not hold a data record"
  | Not_descendant -> "the key is not below the key of the parent slot"
  | Value_not_initial -> "the key is new, so its value must be the initial one"
  | Value_does_not_fit -> "the value is not of the kind that the key's length asks for"
  | Wrong_digest -> "the value does not have the digest in its parent's edge"
  | In_blum -> "the record is in the Blum set; add it with AddB"
  | Child_in_cache -> "the parent already has that child in the cache"
  | Edge_elsewhere -> "the parent's edge does not lead to this key"
  | Has_children -> "the record still has children in the cache"
  | Wrong_parent -> "the record was added under another parent"
  | Root_key -> "the root never enters or leaves through the Blum set"
  | Epoch_already_verified -> "the timestamp is in an epoch this thread has verified"
  | Counter_overflow -> "the timestamp is at its limit; start another epoch"
  | Count_overflow -> "too many elements in one epoch; start another"
  | Epoch_overflow -> "the last epoch number is used up"
  | Not_later -> "the timestamp (and key) must be later than the last eviction"
  | Added_by_merkle -> "the record was added by AddM; use EvictM or EvictBM"
  | Added_by_blum -> "the record was added by AddB; use EvictB or EvictM"
  | Epoch_not_over -> "the thread has not moved past the epoch it would verify"
  | Bad_call -> "no such function, or not with these records and this argument"
  | Not_absent -> "the edge does not show that the key is absent"
  | Not_in_cache -> "a value for an absent key: add its record first"
  | Value_too_large -> "a value of more than 65,535 bytes"
  | Index_overflow -> "the thread has given as many answers as can be counted"
  | Still_needed -> "the record has a value or more than one edge"
  | Thread_failed -> "the thread has failed before; failure is permanent"
  | No_such_thread -> "there is no such thread"
