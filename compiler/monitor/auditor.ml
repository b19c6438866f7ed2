(* SPDX-License-Identifier: Apache-2.0 OR MIT *)
open Auditor_model

type slots = string packed_slot Native_trusted.Numbered.t
type tallies = Integer.t tally Native_trusted.Numbered.t
type threads = (string, slots, tallies) packed_status Native_trusted.Numbered.t
type aggregates = Integer.t counted_aggregate Native_trusted.Numbered.t
type state = (threads, aggregates) auditor
type t = { setting : (string, Integer.t) setting; mutable state : state; mutable hopeless : bool }
type entry = string packed_entry
type receipt = string packed_receipt

let strings = Native_trusted.strings
let maps = Native_trusted.maps

let element_hash ~secret =
  let derive epoch =
    Cmac.key (String.sub (Reference.hmac_sha256 ~key:secret ("epoch " ^ Integer.to_string epoch)) 0 16)
  in
  (* keys of a few epochs are at hand: elements of two or three alternate *)
  let keys = Array.make 16 None in
  fun epoch bytes ->
    let place = Integer.to_int (Integer.logand epoch (Integer.of_int 15)) in
    let key =
      match keys.(place) with
      | Some (e, key) when Integer.equal e epoch -> key
      | _ ->
          let key = derive epoch in
          keys.(place) <- Some (epoch, key);
          key
    in
    Integer.of_bits (Cmac.mac key bytes)

let value text =
  match read_value strings text Integer.zero with
  | Taken (v, next) when Integer.to_int next = String.length text -> Some v
  | Taken _ | Bad _ -> None

let is_root text = match value text with Some (PMerkle _) -> true | Some (PData _) | None -> false

let start ?(secret = Reference.random_secret ()) ?(root = "\x01\x00\x00") ?(first_epoch = 0) ~slots ~depth ~threads () =
  let number = Integer.of_int in
  let top = match value root with Some v -> v | None -> invalid_arg "Auditor.start" in
  let setting =
    sum_setting strings (number slots) (number threads) (number depth) top (number first_epoch) Reference.sha256
      (element_hash ~secret)
  in
  { setting; state = u_init (maps ()) (maps ()) setting; hopeless = false }

type reading = Entry of entry * int | Malformed of complaint * int

let read text at =
  match read_entry strings text (Integer.of_int at) with
  | Taken (entry, next) -> Entry (entry, Integer.to_int next)
  | Bad (why, place) -> Malformed (why, Integer.to_int place)

let is_cut_short = function Truncated | Oversized -> true | Unknown_tag | Bad_key | Bad_flag -> false

let complaint = function
  | Truncated -> "the log ends in the middle of an entry"
  | Oversized -> "a value is longer than what is left of the log"
  | Unknown_tag -> "unknown tag"
  | Bad_key -> "a key has more than 256 digits or a bit set past its digits"
  | Bad_flag -> "an in-Blum mark is neither 0 nor 1"

let slot_maps = maps ()
let tally_maps = maps ()
let thread_maps = maps ()
let aggregate_maps = maps ()

let feed t thread entry =
  let thread = Integer.of_int thread in
  let state, reply =
    u_feed strings slot_maps tally_maps thread_maps aggregate_maps t.setting t.state thread entry
  in
  t.state <- (if t.hopeless then { state with u_aggregates = aggregate_maps.m_empty } else state);
  match reply with Accepted receipt -> Stdlib.Ok receipt | Not_accepted why -> Stdlib.Error why

let certify t = if not t.hopeless then t.state <- u_certify aggregate_maps t.setting t.state
let certified t = Integer.to_int t.state.u_next

let is_stuck t =
  let next = t.state.u_next in
  u_complete aggregate_maps t.setting t.state next && not (u_agree aggregate_maps t.setting t.state next)

let verified t thread =
  let status = u_status strings slot_maps tally_maps thread_maps t.setting t.state (Integer.of_int thread) in
  Integer.to_int status.y_state.y_next

let epoch_of (receipt : receipt) =
  let epoch = fst receipt.z_stamp in
  if Integer.fits_int epoch then Integer.to_int epoch else max_int

let copy t = { t with state = t.state }

(* ** The root of the state, as a seal has it *)

let thread_of t i =
  (u_status strings slot_maps tally_maps thread_maps t.setting t.state (Integer.of_int i)).y_state

(* Leaves first: what is evicted has no children by then. *)
let by_depth slots =
  let digits (_, slot) = Integer.to_int slot.x_key.p_digits in
  List.filter (fun (s, _) -> Integer.sign s > 0) (Native_trusted.Numbered.bindings slots)
  |> List.stable_sort (fun a b -> compare (digits b) (digits a))

let evict_all t =
  let evict (s, slot) =
    match slot.x_parent with
    | Some (parent, _) -> Result.is_ok (feed t 0 (PEvictM (s, parent)))
    | None -> false
  in
  List.for_all evict (by_depth (thread_of t 0).y_slots)

(* As [monitor_sealed] has it: nothing is cached but the root, and nothing was added from Blum that is not certified. *)
let sealed t =
  let thread = thread_of t 0 in
  let outstanding epoch tally = Integer.leq t.state.u_next epoch && Integer.sign tally.t_count > 0 in
  match Native_trusted.Numbered.bindings thread.y_slots with
  | [ (s, { x_value; x_how = MAdd; x_child = None, None; x_parent = None; _ }) ]
    when Integer.sign s = 0 && not (Native_trusted.Numbered.exists outstanding thread.y_added) ->
      Some (Reference.sha256 (value_bytes strings x_value))
  | _ -> None

let sealed_root t =
  let t = copy t in
  if Integer.equal t.setting.c_threads Integer.one && evict_all t then sealed t else None

let give_up t =
  t.hopeless <- true;
  t.state <- { t.state with u_aggregates = aggregate_maps.m_empty }
