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

let start ?(secret = Reference.random_secret ()) ~slots ~depth ~threads () =
  let number = Integer.of_int in
  let setting =
    sum_setting strings (number slots) (number threads) (number depth) Reference.sha256 (element_hash ~secret)
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

let give_up t =
  t.hopeless <- true;
  t.state <- { t.state with u_aggregates = aggregate_maps.m_empty }
